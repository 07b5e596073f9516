import { z } from 'zod'
import type { HttpReply } from '../../http/types.ts'
import { AuthError, authErrors } from '../errors.ts'
import { sessionGrant, sessionJson } from '../issue-session.ts'
import { confirmationLink } from '../mailed-link.ts'
import { isCode } from '../mailed-token.ts'
import { isOwnForm } from '../own-form.ts'
import { PKCE_PREFIX } from '../pkce.ts'
import { issueAuthCode } from '../pkce-grant.ts'
import { takeOwn } from '../rate-limits.ts'
import { safeRedirect, withFragment, withQuery } from '../redirect.ts'
import { OTHER_ADDRESS_NEXT, verify } from '../verify.ts'
import type { Grant } from '../verify-mailed.ts'
import { clientOf, json, type Route, type RouteContext, readBody, sessionReply } from './route.ts'

const Body = z.object({
  type: z.string(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

/** The token of a link, or a code, sent by the client itself: `verifyOtp`. */
export const postVerifyRoute: Route = {
  method: 'POST',
  path: '/verify',
  handle: async ({ request, deps }) => {
    takeOwn(deps.limits.verify, request.clientIp)
    const body = await readBody(request, Body)
    // No code was ever sent to a telephone.
    if (body.phone && !body.email) throw authErrors.codeExpired()
    const client = clientOf(request, deps)
    const issued = await verify(body.type, { ...proofOf(body), client }, sessionGrant(client), deps)
    return issued ? sessionReply(issued, deps, client) : json(200, { code: '200', msg: OTHER_ADDRESS_NEXT })
  },
}

function proofOf({ token, token_hash: tokenOfLink, email }: z.infer<typeof Body>) {
  if (token && !tokenOfLink && isCode(token)) {
    if (!email) throw authErrors.validationFailed('Only an email address or phone number should be provided on verify')
    return { code: token, email }
  }
  const link = tokenOfLink || token
  if (!link) throw authErrors.validationFailed('Verify requires a token or a token hash')
  return { token: link, email: email || undefined }
}

/**
 * The address of a mailed token: with the token in the path, as we create it, or in the query, as GoTrue does. Opening
 * it spends nothing, because programs open links too: it leads to the page with the button. A project of another site has
 * no such page, and opening the link is what its developer expects to be enough.
 */
export const getVerifyRoutes: Route[] = ['/verify', '/verify/:token'].map((path) => ({
  method: 'GET',
  path,
  handle: async (context) => {
    const { query, params, deps } = context
    const redirectTo = query.get('redirect_to') ?? undefined
    const token = params.token ?? query.get('token') ?? query.get('token_hash') ?? ''
    if (deps.project) return await spendLink(context, token)
    return seeOther(confirmationLink(deps.siteUrl, query.get('type') ?? '', token, redirectTo))
  },
}))

/** The button's request as a plain form sends it: answers with a redirect, as GoTrue answers the opening of a link. */
export const pressVerifyRoute: Route = {
  method: 'POST',
  path: '/verify/:token',
  handle: async (context) => {
    if (!isOwnForm(context.request, context.deps.siteUrl)) throw authErrors.foreignForm()
    return await spendLink(context, context.params.token ?? '')
  },
}

async function spendLink({ request, query, deps }: RouteContext, token: string): Promise<HttpReply> {
  const target = safeRedirect(query.get('redirect_to') ?? undefined, deps)
  const exchanged = token.startsWith(PKCE_PREFIX)
  // The client that asked for a code may be a server, which sees no fragment; GoTrue then reports in both places.
  const tell = (words: Record<string, string>) =>
    seeOther(withFragment(exchanged ? withQuery(target, words) : target, words))
  try {
    takeOwn(deps.limits.verify, request.clientIp)
    const client = clientOf(request, deps)
    const [type, proof] = [query.get('type'), { token, email: undefined, client }]
    if (exchanged) {
      const grant: Grant<string> = (store, user, method, now) => issueAuthCode(store, user, method, token, now)
      const code = await verify(type, proof, grant, deps)
      return code === undefined ? tell({ message: OTHER_ADDRESS_NEXT }) : seeOther(withQuery(target, { code }))
    }
    const issued = await verify(type, proof, sessionGrant(client), deps)
    if (!issued) return tell({ message: OTHER_ADDRESS_NEXT })
    const session = await sessionJson(issued, deps.sign, deps.clock())
    // A sign-up whose password was not kept is reported as a recovery: supabase-js then asks for a new one.
    const recovers = issued.session.methods[0]?.method === 'recovery'
    return seeOther(
      withFragment(target, {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: session.token_type,
        type: recovers ? 'recovery' : (type ?? ''),
      }),
    )
  } catch (error) {
    // The caller is a person with a browser: the page shows a refusal as text.
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
