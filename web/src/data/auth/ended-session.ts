import { endPush } from '../../lib/end-push.ts'
import { isLeaving } from '../../lib/leaving.ts'
import type { BanksideClient } from '../../lib/supabase.ts'

let asked: string | undefined

/**
 * Checks with the service whether the session still exists after it refused the token. An existing session gets a new
 * token; an ended one is removed, and every tab receives `SIGNED_OUT`. The client itself would keep it until its token
 * expires. Each token is checked once, so that many refusals cause one check, and refusals for other reasons no loop.
 * @returns whether the client has a session to ask about.
 */
export async function checkSession({ auth }: Pick<BanksideClient, 'auth'>): Promise<boolean> {
  // The page that ends the session says so itself, e.g. while it removes the files of an account that is deleted.
  if (isLeaving()) return true
  const { data } = await auth.getSession()
  const token = data.session?.access_token
  if (token === undefined) return false
  if (token === asked) return true
  asked = token
  const { error } = await auth.refreshSession()
  if (!error) return true
  if (isGone(error)) {
    // Read by `just-ended.ts`, so that the first page does not need this file.
    localStorage.ended = Date.now()
    await endPush()
    await auth.signOut({ scope: 'local' })
  }
  // Without such an answer nothing is known: the next refusal checks again.
  else asked = undefined
  return true
}

/** A final refusal by GoTrue: not an overload, a lost connection, or a token that another tab renewed first. */
function isGone({ name, status }: { name: string; status?: number | undefined }): boolean {
  return name === 'AuthApiError' && (status === 400 || status === 401 || status === 403)
}
