import { z } from 'zod'
import type { HttpReply } from '../../http/types.ts'
import { authErrors } from '../errors.ts'
import { passwordGrant } from '../password-grant.ts'
import { pkceGrant } from '../pkce-grant.ts'
import { takeOwn } from '../rate-limits.ts'
import { refreshGrant } from '../refresh-grant.ts'
import { clientOf, type Route, type RouteContext, readBody, sessionReply } from './route.ts'

const PasswordBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
})
const PkceBody = z.object({ auth_code: z.string().nullish(), code_verifier: z.string().nullish() })
const RefreshBody = z.object({ refresh_token: z.string().nullish() })

export const tokenRoute: Route = {
  method: 'POST',
  path: '/token',
  handle: async (context) => {
    switch (context.query.get('grant_type')) {
      case 'password':
        return byPassword(context)
      case 'refresh_token':
        return byRefreshToken(context)
      case 'pkce':
        return byAuthCode(context)
      case 'id_token':
        throw authErrors.providerDisabled()
      case 'web3':
        throw authErrors.web3Disabled()
      default:
        throw authErrors.unsupportedGrantType()
    }
  },
}

async function byPassword({ request, deps }: RouteContext): Promise<HttpReply> {
  const crowded = !deps.limits.signInOrUp.take(request.clientIp)
  const body = await readBody(request, PasswordBody)
  if (!body.email && body.phone) throw authErrors.phoneDisabled(422)
  const client = clientOf(request, deps)
  const input = { email: body.email ?? '', password: body.password ?? '', client, crowded }
  return sessionReply(await passwordGrant(input, deps), deps, client)
}

async function byRefreshToken({ request, deps }: RouteContext): Promise<HttpReply> {
  const body = await readBody(request, RefreshBody)
  if (!body.refresh_token) throw authErrors.refreshTokenMissing()
  await deps.countRefresh(body.refresh_token, request.clientIp)
  const client = clientOf(request, deps)
  return sessionReply(await refreshGrant({ refreshToken: body.refresh_token, client }, deps), deps, client)
}

async function byAuthCode({ request, deps }: RouteContext): Promise<HttpReply> {
  takeOwn(deps.limits.verify, request.clientIp)
  const { auth_code: authCode, code_verifier: codeVerifier } = await readBody(request, PkceBody)
  if (!authCode || !codeVerifier) throw authErrors.authCodeMissing()
  const client = clientOf(request, deps)
  return sessionReply(await pkceGrant({ authCode, codeVerifier, client }, deps), deps, client)
}
