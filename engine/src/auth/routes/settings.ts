import { json, type Route } from './route.ts'

export const settingsRoute: Route = {
  method: 'GET',
  path: '/settings',
  handle: async ({ deps }) =>
    json(200, {
      external: { anonymous_users: deps.anonymousSignIns, email: true, phone: false },
      disable_signup: !deps.signUps,
      mailer_autoconfirm: deps.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
}

export const healthRoute: Route = {
  method: 'GET',
  path: '/health',
  handle: async () => json(200, { name: 'GoTrue', description: 'Bankside accounts and sessions', version: 'bankside' }),
}

/** The public keys of tokens; a shared secret is never published. */
export const jwksRoute: Route = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: async ({ deps }) =>
    json(200, { keys: deps.signingKeys.map(({ publicJwk }) => publicJwk) }, { 'Cache-Control': 'public, max-age=600' }),
}
