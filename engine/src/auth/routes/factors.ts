import { z } from 'zod'
import { isUuid } from '../../kernel/uuid.ts'
import { existingUser } from '../admin-users.ts'
import { authenticate } from '../authenticate.ts'
import type { AuthDeps } from '../deps.ts'
import { AuthError, authErrors } from '../errors.ts'
import {
  adminRemoveFactor,
  challengeFactor,
  enrolFactor,
  ownFactor,
  removeFactor,
  sendFactorAdded,
  sendFactorRemoved,
  verifyFactor,
} from '../factors.ts'
import { takeOwn } from '../rate-limits.ts'
import { factorJson, type User } from '../user.ts'
import { clientOf, json, type Route, readBody, sessionReply } from './route.ts'

const EnrolBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().nullish(),
  issuer: z.string().nullish(),
})
const VerifyBody = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() })

/** A second step of signing in, for members with a session; each route authenticates itself. */
export const factorRoutes: Route[] = [
  {
    method: 'POST',
    path: '/factors',
    handle: async ({ request, deps }) => {
      const caller = await authenticate(request.headers, deps)
      takeOwn(deps.limits.factors, caller.user.id)
      const body = await readBody(request, EnrolBody)
      requireOffered(body.factor_type)
      const enrolled = await enrolFactor(caller, { name: body.friendly_name ?? '', issuer: body.issuer ?? '' }, deps)
      const { id, name, qrCode, secret, uri } = enrolled
      return json(200, { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode, secret, uri } })
    },
  },
  {
    method: 'POST',
    path: '/factors/:id/challenge',
    handle: async ({ request, params, deps }) => {
      const caller = await authenticate(request.headers, deps)
      takeOwn(deps.limits.factors, caller.user.id)
      const factor = ownFactor(caller, factorId(params.id))
      const { id, expiresAt } = await challengeFactor(factor, addressOf(request.clientIp), deps)
      return json(200, { id, type: factor.type, expires_at: Math.floor(expiresAt.getTime() / 1000) })
    },
  },
  {
    method: 'POST',
    path: '/factors/:id/verify',
    handle: async ({ request, params, deps }) => {
      const caller = await authenticate(request.headers, deps)
      const factor = ownFactor(caller, factorId(params.id))
      const body = await readBody(request, VerifyBody)
      if (!body.code) throw authErrors.validationFailed('Code needs to be non-empty')
      if (!isUuid(body.challenge_id)) throw authErrors.challengeNotFound()
      const input = { challengeId: body.challenge_id, code: body.code, ip: addressOf(request.clientIp) }
      const issued = await verifyFactor(caller, factor, input, deps)
      if (issued.added)
        deps.background.run('sending the mail about a second step', () => sendFactorAdded(issued.user, deps))
      return sessionReply(issued, deps, clientOf(request, deps))
    },
  },
  {
    method: 'DELETE',
    path: '/factors/:id',
    handle: async ({ request, params, deps }) => {
      const caller = await authenticate(request.headers, deps)
      const factor = ownFactor(caller, factorId(params.id))
      if (await removeFactor(caller, factor, deps)) tellRemoval(caller.user, deps)
      return json(200, { id: factor.id })
    },
  },
]

/** The factors of an account, for the secret key. */
export const adminFactorRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin/users/:id/factors',
    handle: async ({ params, deps }) => {
      const user = await existingUser(userId(params.id), deps.store)
      return json(200, user.factors.map(factorJson))
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:id/factors/:factor',
    handle: async ({ params, deps }) => {
      const user = await existingUser(userId(params.id), deps.store)
      const factor = ownFactor({ user }, factorId(params.factor))
      await adminRemoveFactor(user.id, factor, deps.store)
      if (factor.status === 'verified') tellRemoval(user, deps)
      return json(200, factorJson(factor))
    },
  },
]

function tellRemoval(user: User, deps: AuthDeps): void {
  deps.background.run('sending the mail about a removed second step', () => sendFactorRemoved(user, deps))
}

function requireOffered(type: string | null | undefined): void {
  if (type === 'totp') return
  if (type === 'phone') throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (type === 'webauthn')
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  throw authErrors.validationFailed('factor_type needs to be totp, phone, or webauthn')
}

function factorId(id: string | undefined): string {
  if (!isUuid(id)) throw authErrors.invalidFactorId()
  return id
}

function userId(id: string | undefined): string {
  if (!isUuid(id)) throw authErrors.validationFailed('user_id must be an UUID')
  return id
}

/** PostgreSQL knows no zones of IPv6 (fe80::1%eth0). */
function addressOf(clientIp: string): string {
  return clientIp.replace(/%.*/, '')
}
