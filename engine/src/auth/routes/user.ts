import { z } from 'zod'
import { firstEmail } from '../anonymous.ts'
import { authenticate } from '../authenticate.ts'
import { prepareEmailChange } from '../email-change.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { updateUser } from '../update-user.ts'
import { userJson } from '../user.ts'
import { json, type Route, readBody } from './route.ts'

// role, app_metadata, email_confirm and whatever else a body may carry are not named, so they are dropped.
const Body = z.object({
  email: z.string().nullish(),
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
    const caller = await authenticate(request.headers, deps)
    const body = await readBody(request, Body)
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    // Checked before anything is written, begun after everything else is.
    const first =
      caller.user.isAnonymous && deps.autoconfirm && body.email
        ? await firstEmail(caller.user, body.email, deps)
        : undefined
    const change =
      body.email && first === undefined ? await prepareEmailChange(caller.user, body.email, deps) : undefined
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
    const { user, send } = await change.begin(link)
    deps.background.run('sending the links of a new address', send)
    return json(200, userJson(user))
  },
}
