import { z } from 'zod'
import { firstEmail } from '../anonymous.ts'
import { authenticate } from '../authenticate.ts'
import { prepareEmailChange } from '../email-change.ts'
import { authErrors } from '../errors.ts'
import { requireSecondStep } from '../factors.ts'
import { hasOpenedMail } from '../new-password.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { updateUser } from '../update-user.ts'
import { userJson } from '../user.ts'
import { clientOf, deviceHeaders, json, type Route, readBody } from './route.ts'

// role, app_metadata, email_confirm and other keys of a body are not in the schema, so they are dropped.
const Body = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeKeys,
})

export const getUserRoute: Route = {
  method: 'GET',
  path: '/user',
  handle: async ({ request, deps }) => {
    const { user } = await authenticate(request.headers, deps)
    return json(200, userJson(user))
  },
}

export const putUserRoute: Route = {
  method: 'PUT',
  path: '/user',
  handle: async ({ request, query, deps }) => {
    await authenticate(request.headers, deps)
    const body = await readBody(request, Body)
    if (body.phone) throw authErrors.phoneUnsupported()
    // The body may arrive long after the headers, and the session may have ended in between.
    const caller = await authenticate(request.headers, deps)
    // Who reads the account's mail may set a password, and has then taken no second step either.
    if (body.email || (body.password && !hasOpenedMail(caller.session, deps.clock()))) requireSecondStep(caller)
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    if (body.email) takeOwn(deps.limits.changeFrom, request.clientIp)
    // Checked before anything is written, started after everything else.
    const first =
      caller.user.isAnonymous && deps.autoconfirm && !deps.mailsGoOut && body.email
        ? await firstEmail(caller.user, body.email, clientOf(request, deps), deps)
        : undefined
    const change = body.email && first === undefined ? await prepareEmailChange(caller, body.email, deps) : undefined
    const updated = await updateUser(
      caller,
      {
        password: body.password ?? undefined,
        currentPassword: body.current_password ?? undefined,
        nonce: body.nonce ?? undefined,
        data: body.data ?? undefined,
        firstEmail: first,
      },
      deps,
    )
    if (!change) return json(200, userJson(updated))
    const client = clientOf(request, deps)
    const { user, send } = await change.begin(link, client.device)
    deps.background.run('sending the links of a new address', send)
    return json(200, userJson(user), deviceHeaders(client))
  },
}
