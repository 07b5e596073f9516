import { useMutation } from '@tanstack/react-query'
import { HOME_OF_MEMBERS } from '../../lib/origin.ts'
import { supabase } from '../../lib/supabase.ts'
import type { Credentials } from './sign-in-mutation.ts'

export interface NewMember extends Credentials {
  username: string
  /** ID of the member whose link was followed; the database creates the pending referral from it. */
  referrerId: string | undefined
}

/** The outcome of a sign-up: a session, a mail to confirm first, or why the name cannot be used. */
export type SignUpOutcome = 'signed-in' | 'confirm-email' | { usernameProblem: string }

/** How the engine and hosted Supabase report that a database rule refused an account. */
const REFUSED = new Set<string | undefined>(['validation_failed', 'unexpected_failure'])

/** Creates an account. The database creates the profile and the referral in the same transaction. */
export function useSignUpMutation() {
  return useMutation({ mutationFn: signUp })
}

async function signUp({ username, email, password, referrerId }: NewMember): Promise<SignUpOutcome> {
  const client = await supabase()
  const problem = async () => (await client.rpc('username_problem', { username }).throwOnError()).data
  const before = await problem()
  if (before) return { usernameProblem: before }

  const metadata = referrerId === undefined ? { username } : { username, referrer_id: referrerId }
  const { data, error } = await client.auth.signUp({
    email,
    password,
    // The mailed link opens here, where the session that it carries is used.
    options: { data: metadata, emailRedirectTo: `${window.location.origin}${HOME_OF_MEMBERS}` },
  })
  if (error) {
    // A database rule refused the account; another member may have taken the name in the meantime.
    const after = REFUSED.has(error.code) ? await problem() : null
    if (after) return { usernameProblem: after }
    throw error
  }
  return data.session ? 'signed-in' : 'confirm-email'
}
