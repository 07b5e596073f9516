import { z } from 'zod'
import { authErrors } from '../errors.ts'
import { recover } from '../recover.ts'
import { json, type Route, readBody } from './route.ts'

const Body = z.object({ email: z.string() })

export const recoverRoute: Route = {
  method: 'POST',
  path: '/recover',
  handle: async ({ request, query, deps }) => {
    if (!deps.limits.recover.take(request.clientIp)) throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    const send = recover({ email: body.email, redirectTo: query.get('redirect_to') ?? undefined }, deps)
    deps.background.run('sending a recovery link', send)
    return json(200, {})
  },
}
