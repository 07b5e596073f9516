import { authenticate } from '../authenticate.ts'
import { authErrors } from '../errors.ts'
import type { Route } from './route.ts'

export const logoutRoute: Route = {
  method: 'POST',
  path: '/logout',
  handle: async ({ request, query, deps }) => {
    const { user, session } = await authenticate(request.headers, deps)
    switch (query.get('scope') ?? 'global') {
      case 'global':
        await deps.store.deleteSessionsOf(user.id)
        // Codes of opened links that have not been exchanged yet.
        await deps.store.deleteOpenedFlowsOf(user.id)
        break
      case 'local':
        await deps.store.deleteSession(session.id)
        break
      case 'others':
        await deps.store.deleteSessionsOf(user.id, session.id)
        await deps.store.deleteOpenedFlowsOf(user.id)
        break
      default:
        throw authErrors.validationFailed('Unsupported logout scope')
    }
    return { status: 204, headers: { 'Cache-Control': 'no-store' } }
  },
}
