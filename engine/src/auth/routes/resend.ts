import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { resendConfirmation } from '../sign-up-with-confirmation.ts'
import { clientOf, json, type Route, readBody } from './route.ts'

const Body = z.object({
  type: z.string(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...challengeKeys,
})

const TYPES = ['signup', 'email_change', 'sms', 'phone_change']

/**
 * The address of a request, checked in GoTrue's order.
 * @throws {AuthError} `validation_failed`, or `phone_provider_disabled` for a telephone number.
 */
function addressOf({ type, email, phone }: z.infer<typeof Body>): string {
  if (!TYPES.includes(type)) throw authErrors.validationFailed(`Missing one of these types: ${TYPES.join(', ')}`)
  if (!email && type === 'signup') throw authErrors.validationFailed('Type provided requires an email address')
  if (!phone && type === 'sms') throw authErrors.validationFailed('Type provided requires a phone number')
  if (email && phone) throw authErrors.validationFailed('Only an email address or phone number should be provided.')
  if (phone) throw authErrors.phoneDisabled()
  if (!email) throw authErrors.validationFailed('Missing email address or phone number')
  return email
}

/** `resend`: sends the link of a sign-up again. To repeat a change of address, clients request the change again. */
export const resendRoute: Route = {
  method: 'POST',
  path: '/resend',
  handle: async ({ request, query, deps }) => {
    takeOwn(deps.limits.resend, request.clientIp)
    const body = await readBody(request, Body)
    const { type } = body
    const email = addressOf(body)
    // No account has a telephone number that waits to be confirmed.
    if (type === 'phone_change') return json(200, {})
    if (type !== 'signup') throw authErrors.validationFailed('Unsupported resend type')
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = resendConfirmation({ email, client: clientOf(request, deps), ...link }, deps)
    deps.background.run('sending a confirmation link', send)
    return json(200, {})
  },
}
