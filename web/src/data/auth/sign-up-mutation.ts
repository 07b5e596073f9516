import { useMutation } from '@tanstack/react-query'
import { HOME_OF_MEMBERS } from '../../lib/origin.ts'
import { supabase } from '../../lib/supabase.ts'
import type { Credentials } from './sign-in-mutation.ts'

export interface NewMember extends Credentials {
  username: string
  /** Id of the member whose link was followed; the database makes the pending referral from it. */
  referrerId: string | undefined
}

/** What became of a sign-up: a session, a letter to confirm first, or a name that somebody else has. */
export type SignUpOutcome = 'signed-in' | 'confirm-email' | 'username-taken'

/** Creates an account. The profile and the referral are made by the database together with it. */
export function useSignUpMutation() {
  return useMutation({ mutationFn: signUp })
}

async function signUp({ username, email, password, referrerId }: NewMember): Promise<SignUpOutcome> {
  const client = await supabase()
  const { data: available } = await client.rpc('is_username_available', { username }).throwOnError()
  if (available === false) return 'username-taken'

  const metadata = referrerId === undefined ? { username } : { username, referrer_id: referrerId }
  const { data, error } = await client.auth.signUp({
    email,
    password,
    // The letter's link opens here, where the session that it carries is taken over.
    options: { data: metadata, emailRedirectTo: `${window.location.origin}${HOME_OF_MEMBERS}` },
  })
  if (error) throw error
  return data.session ? 'signed-in' : 'confirm-email'
}
