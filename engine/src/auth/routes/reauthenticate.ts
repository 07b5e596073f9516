import { authenticate } from '../authenticate.ts'
import { takeOwn } from '../rate-limits.ts'
import { reauthenticate } from '../reauthenticate.ts'
import { json, type Route } from './route.ts'

/** `reauthenticate`: mails a code to the account of the session. */
export const reauthenticateRoute: Route = {
  method: 'GET',
  path: '/reauthenticate',
  handle: async ({ request, deps }) => {
    const { user } = await authenticate(request.headers, deps)
    takeOwn(deps.limits.changeFrom, request.clientIp)
    deps.background.run('sending a code to set a password', await reauthenticate(user, deps))
    return json(200, {})
  },
}
