import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { recover } from '../recover.ts'
import { json, type Route, readBody } from './route.ts'

const Body = z.object({ email: z.string(), ...challengeKeys })

export const recoverRoute: Route = {
  method: 'POST',
  path: '/recover',
  handle: async ({ request, query, deps }) => {
    if (!deps.limits.recover.take(request.clientIp)) throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = recover({ email: body.email, ...link }, deps)
    deps.background.run('sending a recovery link', send)
    return json(200, {})
  },
}
