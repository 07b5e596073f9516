import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { resendConfirmation } from '../sign-up-with-confirmation.ts'
import { clientOf, json, type Route, readBody } from './route.ts'

const Body = z.object({ type: z.string(), email: z.string(), ...challengeKeys })

/** `resend`: sends the link of a sign-up again. To repeat a change of address, clients request the change again. */
export const resendRoute: Route = {
  method: 'POST',
  path: '/resend',
  handle: async ({ request, query, deps }) => {
    takeOwn(deps.limits.resend, request.clientIp)
    const body = await readBody(request, Body)
    if (body.type !== 'signup') throw authErrors.validationFailed('Unsupported resend type')
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = resendConfirmation({ email: body.email, client: clientOf(request, deps), ...link }, deps)
    deps.background.run('sending a confirmation link', send)
    return json(200, {})
  },
}
