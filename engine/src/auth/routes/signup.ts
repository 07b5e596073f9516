import { z } from 'zod'
import type { HttpReply } from '../../http/types.ts'
import { signInAnonymously } from '../anonymous.ts'
import { newAccount } from '../create-user.ts'
import type { AuthDeps } from '../deps.ts'
import { normaliseEmail } from '../email-address.ts'
import { AuthError, authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { sendKnownAddress } from '../send-mail.ts'
import { signUp } from '../sign-up.ts'
import { pretendedUser, rehearse, signUpWithConfirmation } from '../sign-up-with-confirmation.ts'
import { userJson } from '../user.ts'
import { clientOf, deviceHeaders, json, type Route, readBody, sessionReply } from './route.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeKeys,
})

export const signupRoute: Route = {
  method: 'POST',
  path: '/signup',
  handle: async ({ request, query, deps }) => {
    const { limits } = deps
    takeOwn(limits.signInOrUp, request.clientIp)
    takeOwn(limits.signUp, request.clientIp)
    const body = await readBody(request, Body)
    const client = clientOf(request, deps)
    if (!deps.signUps) throw authErrors.signUpsClosed()
    if (!body.email) {
      if (body.phone) throw authErrors.phoneSignUpsDisabled()
      if (body.password) throw authErrors.invalidEmail()
      if (!deps.anonymousSignIns) throw authErrors.anonymousDisabled()
      const anonymous = await signInAnonymously({ data: body.data ?? undefined, client }, deps)
      return sessionReply(anonymous, deps)
    }
    if (!body.password) throw authErrors.passwordMissing()
    const challenge = readChallenge(body)
    const input = { email: body.email, password: body.password, data: body.data ?? undefined }
    if (!deps.autoconfirm) {
      const redirectTo = query.get('redirect_to') ?? undefined
      const { user, send } = await signUpWithConfirmation({ ...input, redirectTo, challenge, client }, deps)
      deps.background.run('sending a confirmation link', send)
      // For every address: the browser that signed up is recognised when it opens the link.
      return json(200, userJson(user), deviceHeaders(client))
    }
    return await atOnce({ ...input, client }, deps)
  },
}

/**
 * Opens an account without confirmation. If mail is sent nevertheless, an address that has an account gets the same
 * answer as an unconfirmed one, and its holder is notified by mail.
 */
async function atOnce(input: Parameters<typeof signUp>[0], deps: AuthDeps): Promise<HttpReply> {
  // A name that is refused for free addresses only would reveal which those are.
  if (deps.mailsGoOut) await rehearse(pretendedAccount(input), deps.store, deps.clock())
  try {
    const issued = await deps.failures.telling(input.client, () => signUp(input, deps))
    return await sessionReply(issued, deps, input.client)
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'user_already_exists' || !deps.mailsGoOut) throw error
    const account = pretendedAccount(input)
    deps.background.run('notifying the holder of a known address', () => sendKnownAddress(account.email, deps))
    return json(200, userJson(pretendedUser(account, deps.clock())))
  }
}

function pretendedAccount({ email, data }: Pick<Parameters<typeof signUp>[0], 'email' | 'data'>) {
  const [passwordHash, confirmedAt] = [undefined, undefined]
  return newAccount({ email: normaliseEmail(email), passwordHash, confirmedAt, userMetadata: data })
}
