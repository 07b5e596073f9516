import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { signUp } from '../sign-up.ts'
import { clientOf, type Route, readBody, sessionReply } from './route.ts'

const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

export const signupRoute: Route = {
  method: 'POST',
  path: '/signup',
  handle: async ({ request, deps }) => {
    const { limits } = deps
    if (!limits.signInOrUp.take(request.clientIp) || !limits.signUp.take(request.clientIp))
      throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    if (!body.email) {
      if (body.phone) throw authErrors.phoneDisabled()
      throw body.password ? authErrors.invalidEmail() : authErrors.anonymousDisabled()
    }
    if (!body.password) throw authErrors.passwordMissing()
    const issued = await signUp(
      { email: body.email, password: body.password, data: body.data ?? undefined, client: clientOf(request) },
      deps,
    )
    return sessionReply(issued, deps)
  },
}
