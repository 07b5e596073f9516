import { z } from 'zod'
import type { HttpReply } from '../../http/types.ts'
import { AuthError, authErrors } from '../errors.ts'
import { sessionGrant, sessionJson } from '../issue-session.ts'
import { isCode } from '../mailed-token.ts'
import { PKCE_PREFIX } from '../pkce.ts'
import { issueAuthCode } from '../pkce-grant.ts'
import { safeRedirect, withFragment, withQuery } from '../redirect.ts'
import { OTHER_ADDRESS_NEXT, type Proof, verify } from '../verify.ts'
import type { Grant } from '../verify-mailed.ts'
import { clientOf, json, type Route, type RouteContext, readBody, sessionReply } from './route.ts'

const Body = z.object({
  type: z.string(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
})

/** The token of a link, or a code, in the client's hands: `verifyOtp`. */
export const postVerifyRoute: Route = {
  method: 'POST',
  path: '/verify',
  handle: async ({ request, deps }) => {
    if (!deps.limits.verify.take(request.clientIp)) throw authErrors.overRequestRate()
    const body = await readBody(request, Body)
    const issued = await verify(body.type, proofOf(body), sessionGrant(clientOf(request)), deps)
    return issued ? sessionReply(issued, deps) : json(200, { code: '200', msg: OTHER_ADDRESS_NEXT })
  },
}

function proofOf({ token, token_hash: tokenOfLink, email }: z.infer<typeof Body>): Proof {
  if (token && !tokenOfLink && isCode(token)) {
    if (!email) throw authErrors.validationFailed('Only an email address or phone number should be provided on verify')
    return { code: token, email }
  }
  const link = tokenOfLink || token
  if (!link) throw authErrors.validationFailed('Verify requires a token or a token hash')
  return { token: link, email: email || undefined }
}

/** The link of the mail: with the token in the path, as we send it, or in the query, as GoTrue does. */
export const getVerifyRoutes: Route[] = ['/verify', '/verify/:token'].map((path) => ({
  method: 'GET',
  path,
  handle: openLink,
}))

async function openLink({ request, query, params, deps }: RouteContext): Promise<HttpReply> {
  const target = safeRedirect(query.get('redirect_to') ?? undefined, deps.siteUrl)
  const token = params.token ?? query.get('token') ?? ''
  const exchanged = token.startsWith(PKCE_PREFIX)
  // Who asked for a code may be a server, which sees no fragment; GoTrue says it in both places then.
  const tell = (words: Record<string, string>) =>
    seeOther(withFragment(exchanged ? withQuery(target, words) : target, words))
  try {
    if (!deps.limits.verify.take(request.clientIp)) throw authErrors.overRequestRate()
    const [type, proof] = [query.get('type'), { token, email: undefined }]
    if (exchanged) {
      const grant: Grant<string> = (store, user, method, now) => issueAuthCode(store, user, method, token, now)
      const code = await verify(type, proof, grant, deps)
      return code === undefined ? tell({ message: OTHER_ADDRESS_NEXT }) : seeOther(withQuery(target, { code }))
    }
    const issued = await verify(type, proof, sessionGrant(clientOf(request)), deps)
    if (!issued) return tell({ message: OTHER_ADDRESS_NEXT })
    const session = await sessionJson(issued, deps.sign, deps.clock())
    return seeOther(
      withFragment(target, {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: session.token_type,
        type: type ?? '',
      }),
    )
  } catch (error) {
    // Somebody sits before a browser: a refusal goes to the page, which says it in words.
    if (!(error instanceof AuthError) || error.status >= 500) throw error
    return tell({ error: 'access_denied', error_code: error.code, error_description: error.message })
  }
}

function seeOther(location: string): HttpReply {
  return {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  }
}
