import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { requestOtp } from '../otp.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { clientOf, json, type Route, readBody } from './route.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeKeys,
})

/** `signInWithOtp`, under its own name and under GoTrue's older one. */
export const otpRoutes: Route[] = ['/otp', '/magiclink'].map((path) => ({
  method: 'POST',
  path,
  handle: async ({ request, query, deps }) => {
    takeOwn(deps.limits.otp, request.clientIp)
    const body = await readBody(request, Body)
    if (body.email && body.phone)
      throw authErrors.validationFailed('Only an email address or phone number should be provided')
    if (body.phone) throw authErrors.phoneUnsupported()
    if (!body.email) throw authErrors.validationFailed('One of email or phone must be set')
    const createUser = deps.signUps && (body.create_user ?? true)
    // Checked before it is known whether the address has an account: the limit must not reveal it.
    if (createUser) takeOwn(deps.limits.signUp, request.clientIp)
    const input = { email: body.email, createUser, data: body.data ?? undefined, client: clientOf(request, deps) }
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = requestOtp({ ...input, ...link }, deps)
    deps.background.run('sending a link to sign in', send)
    return json(200, {})
  },
}))
