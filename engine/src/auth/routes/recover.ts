import { z } from 'zod'
import { challengeKeys, readChallenge } from '../pkce.ts'
import { takeOwn } from '../rate-limits.ts'
import { recover } from '../recover.ts'
import { clientOf, json, type Route, readBody } from './route.ts'

const Body = z.object({ email: z.string(), ...challengeKeys })

export const recoverRoute: Route = {
  method: 'POST',
  path: '/recover',
  handle: async ({ request, query, deps }) => {
    takeOwn(deps.limits.recover, request.clientIp)
    const body = await readBody(request, Body)
    const link = { redirectTo: query.get('redirect_to') ?? undefined, challenge: readChallenge(body) }
    const send = recover({ email: body.email, client: clientOf(request, deps), ...link }, deps)
    deps.background.run('sending a recovery link', send)
    return json(200, {})
  },
}
