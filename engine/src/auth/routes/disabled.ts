import { authenticate } from '../authenticate.ts'
import { authErrors } from '../errors.ts'
import type { Route } from './route.ts'

const manualLinking: Route['handle'] = async ({ request, deps }) => {
  await authenticate(request.headers, deps)
  throw authErrors.manualLinkingDisabled()
}
const saml: Route['handle'] = async () => {
  throw authErrors.samlDisabled()
}

/** Ways to sign in that this service does not offer, refused as GoTrue refuses them when they are switched off. */
export const disabledRoutes: Route[] = [
  {
    method: 'GET',
    path: '/authorize',
    handle: async () => {
      throw authErrors.providerUnsupported()
    },
  },
  { method: 'POST', path: '/sso', handle: saml },
  { method: 'GET', path: '/sso/saml/metadata', handle: saml },
  { method: 'POST', path: '/sso/saml/acs', handle: saml },
  { method: 'GET', path: '/user/identities/authorize', handle: manualLinking },
  { method: 'DELETE', path: '/user/identities/:id', handle: manualLinking },
]
