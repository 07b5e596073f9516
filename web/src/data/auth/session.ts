import type { Session } from '@supabase/supabase-js'
import { expectSignOut, isLeaving } from '../../lib/leaving.ts'
import { onRefusedToken, supabase } from '../../lib/supabase.ts'
import { checkSession } from './ended-session.ts'
import { startedWith } from './started-with.ts'
import { isSessionRemoved, type StoredSession, storedSession } from './stored-session.ts'

/** The stored session as the app needs it; undefined for a guest. */
export interface SignedIn {
  userId: string
  email: string | undefined
  /** The session came from a recovery link, so a new password may be set without the old one. */
  recovering: boolean
  /** The account has a second step of signing in, which the session has not taken. */
  halfway: boolean
}

/**
 * Follows the session in every tab of this browser: calls back once with the stored session, then at every change.
 * A guest whose session was ended elsewhere or expired has `ended`.
 * @returns a function that stops following.
 * @throws what {@link supabase} throws, through `onFailure`.
 */
export function watchSession(
  onChange: (signedIn: SignedIn | undefined, ended: boolean) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let stopped = false
  let recovering = false
  let seen: string | undefined
  let unsubscribe = () => {}
  const before = storedSession()
  const kept = navigator.onLine ? undefined : before
  // When offline the client would wait half a minute before it reports the session.
  if (kept) onChange(keep(kept), false)
  let member = kept !== undefined
  const notify = (now: SignedIn | undefined, ended: boolean) => {
    member = now !== undefined
    onChange(now, now === undefined && ended)
  }
  supabase().then((client) => {
    if (stopped) return
    const check = async () => {
      const asked = await checkSession(client)
      // The tab that removed the session may have been closed before it could notify the others.
      if (!asked && member && isSessionRemoved()) notify(undefined, !isLeaving())
    }
    onRefusedToken(() => void check().catch((error: unknown) => console.error('checkSession', error)))
    const { data } = client.auth.onAuthStateChange((event, session) => {
      // A tab that is loading announces the session as it has read it, perhaps before another tab removed it.
      if (session && isSessionRemoved()) return
      // There is no event for it after a reload or for a sign-up whose password was not kept. Each token shows how its
      // session began.
      if (session && session.access_token !== seen) recovering ||= startedWith(session.access_token, /"(otp|recovery)"/)
      seen = session?.access_token
      if (event === 'SIGNED_OUT' || event === 'USER_UPDATED') recovering = false
      // An expired token that cannot be renewed while offline is no sign-out: the session still exists.
      const stored = session || event !== 'INITIAL_SESSION' ? undefined : storedSession()
      const now = session
        ? { userId: session.user.id, email: session.user.email, recovering, halfway: isHalfway(session) }
        : keep(stored)
      const ended = event === 'SIGNED_OUT' ? !isLeaving() : event === 'INITIAL_SESSION' && before !== undefined
      if (event === 'SIGNED_IN') expectSignOut(false)
      notify(now, ended)
    })
    unsubscribe = () => data.subscription.unsubscribe()
  }, onFailure)
  return () => {
    stopped = true
    unsubscribe()
  }
}

/** The member whose session this device holds, with a token that has not expired; undefined for a guest. */
export async function signedInUser(): Promise<string | undefined> {
  const client = await supabase()
  const { data } = await client.auth.getSession()
  return data.session?.user.id
}

const keep = (stored: StoredSession | undefined) => stored && { ...stored, recovering: false, halfway: false }

const isHalfway = ({ access_token, user }: Session) =>
  !!user.factors?.some(({ status }) => status === 'verified') && !startedWith(access_token, /"aal2"/)
