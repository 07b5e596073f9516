import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { resendConfirmation } from '../sign-up-with-confirmation.ts'
import { json, type Route, readBody } from './route.ts'

const Body = z.object({ type: z.string(), email: z.string(), ...challengeKeys })

/** `resend`: the link of a sign-up once more. A change of address is simply asked for again. */
export const resendRoute: Route = {
  method: 'POST',
  path: '/resend',
  handle: async ({ request, query, deps }) => {
    if (!deps.limits.recover.take(request.clientIp)) throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    if (body.type !== 'signup') throw authErrors.validationFailed('Unsupported resend type')
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = resendConfirmation({ email: body.email, ...link }, deps)
    deps.background.run('sending a confirmation link', send)
    return json(200, {})
  },
}
