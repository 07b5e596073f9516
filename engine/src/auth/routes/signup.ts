import { z } from 'zod'
import { signInAnonymously } from '../anonymous.ts'
import { authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { signUp } from '../sign-up.ts'
import { signUpWithConfirmation } from '../sign-up-with-confirmation.ts'
import { userJson } from '../user.ts'
import { clientOf, json, type Route, readBody, sessionReply } from './route.ts'

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
    if (!limits.signInOrUp.take(request.clientIp) || !limits.signUp.take(request.clientIp))
      throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    if (!body.email) {
      if (body.phone) throw authErrors.phoneDisabled()
      if (body.password) throw authErrors.invalidEmail()
      if (!deps.anonymousSignIns) throw authErrors.anonymousDisabled()
      const anonymous = await signInAnonymously({ data: body.data ?? undefined, client: clientOf(request) }, deps)
      return sessionReply(anonymous, deps)
    }
    if (!body.password) throw authErrors.passwordMissing()
    const challenge = readChallenge(body)
    const input = { email: body.email, password: body.password, data: body.data ?? undefined }
    if (!deps.autoconfirm) {
      const redirectTo = query.get('redirect_to') ?? undefined
      const { user, send } = await signUpWithConfirmation({ ...input, redirectTo, challenge }, deps)
      deps.background.run('sending a confirmation link', send)
      return json(200, userJson(user))
    }
    const issued = await signUp({ ...input, client: clientOf(request) }, deps)
    return sessionReply(issued, deps)
  },
}
