import { supabase } from '../../lib/supabase.ts'
import { type StoredSession, storedSession } from './stored-session.ts'

/** The stored session as the app needs it; undefined for a guest. */
export interface SignedIn {
  userId: string
  email: string | undefined
  /** The session came from a recovery link, so a new password may be set without the old one. */
  recovering: boolean
}

/**
 * Follows who is signed in, in every tab of this browser: calls back once with the stored session, then at every change.
 * @returns the undo.
 * @throws what {@link supabase} throws, through `onFailure`.
 */
export function watchSession(
  onChange: (signedIn: SignedIn | undefined) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stopped = false
  let recovering = false
  let unsubscribe = () => {}
  const kept = navigator.onLine ? undefined : storedSession()
  // Without a network the client would wait half a minute before it says who is signed in.
  if (kept) onChange(keep(kept))
  supabase().then((client) => {
    if (stopped) return
    const { data } = client.auth.onAuthStateChange((event, session) => {
      if (event === 'PASSWORD_RECOVERY') recovering = true
      // The event comes once; after a reload the token still tells how its session began.
      if (event === 'INITIAL_SESSION' && session) recovering ||= beganWithLink(session.access_token)
      if (event === 'SIGNED_OUT' || event === 'USER_UPDATED') recovering = false
      // A token that has run out and cannot be renewed for want of a network is no sign-out: the session is still there.
      const stored = session || event !== 'INITIAL_SESSION' ? undefined : storedSession()
      onChange(session ? { userId: session.user.id, email: session.user.email, recovering } : keep(stored))
    })
    unsubscribe = () => data.subscription.unsubscribe()
  }, onFailure)
  return () => {
    stopped = true
    unsubscribe()
  }
}

/** The member whose session this device holds, with a token that is not out of date; undefined for a guest. */
export async function signedInUser(): Promise<string | undefined> {
  const client = await supabase()
  const { data } = await client.auth.getSession()
  return data.session?.user.id
}

const keep = (stored: StoredSession | undefined) => stored && { ...stored, recovering: false }

function beganWithLink(accessToken: string): boolean {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const methods = (claims as { amr?: { method?: string }[] }).amr ?? []
    return methods.some(({ method }) => method === 'otp' || method === 'recovery')
  } catch {
    return false
  }
}
