import { z } from 'zod'
import type { HttpReply } from '../../http/types.ts'
import { authErrors } from '../errors.ts'
import { passwordGrant } from '../password-grant.ts'
import { pkceGrant } from '../pkce-grant.ts'
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
      default:
        throw authErrors.unsupportedGrantType()
    }
  },
}

async function byPassword({ request, deps }: RouteContext): Promise<HttpReply> {
  if (!deps.limits.signInOrUp.take(request.clientIp)) throw authErrors.overRequestRate()
  const body = await readBody(request, PasswordBody)
  if (!body.email && body.phone) throw authErrors.phoneDisabled()
  const issued = await passwordGrant(
    { email: body.email ?? '', password: body.password ?? '', client: clientOf(request) },
    deps,
  )
  return sessionReply(issued, deps)
}

async function byRefreshToken({ request, deps }: RouteContext): Promise<HttpReply> {
  if (!deps.limits.refresh.take(request.clientIp)) throw authErrors.overRequestRate()
  const body = await readBody(request, RefreshBody)
  if (!body.refresh_token) throw authErrors.refreshTokenMissing()
  return sessionReply(await refreshGrant({ refreshToken: body.refresh_token, client: clientOf(request) }, deps), deps)
}

async function byAuthCode({ request, deps }: RouteContext): Promise<HttpReply> {
  if (!deps.limits.verify.take(request.clientIp)) throw authErrors.overRequestRate()
  const { auth_code: authCode, code_verifier: codeVerifier } = await readBody(request, PkceBody)
  if (!authCode || !codeVerifier) throw authErrors.authCodeMissing()
  return sessionReply(await pkceGrant({ authCode, codeVerifier, client: clientOf(request) }, deps), deps)
}
