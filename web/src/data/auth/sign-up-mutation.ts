import { useMutation } from '@tanstack/react-query'
import { HOME_OF_MEMBERS } from '../../lib/origin.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { type Unanswered, useUnanswered } from '../../lib/unanswered.ts'
import { type Shut, shutReason } from './joining-query.ts'
import { mayBeRefused } from './refused-account.ts'
import type { Credentials } from './sign-in-mutation.ts'

export interface NewMember extends Credentials {
  username: string
  /** ID of the member whose link was followed; the database creates the pending referral from it. */
  referrerId: string | undefined
  /** Code of the member's invitation that was followed, for a club that asks for one. */
  invitation: string | undefined
}

/** The outcome of a sign-up: a session, a mail to confirm first, or why the name or the invitation does not do. */
export type SignUpOutcome = 'signed-in' | 'confirm-email' | { usernameProblem: string } | { shut: Shut }

/**
 * Creates an account. The database creates the profile and the referral in the same transaction. Safe to repeat after a
 * lost answer.
 */
export function useSignUpMutation() {
  const unanswered = useUnanswered()
  return useMutation({
    mutationFn: (member: NewMember) => signUp(member, unanswered),
    onError: (error, { email }) => unanswered.note(email, error),
  })
}

async function signUp(
  { username, email, password, referrerId, invitation }: NewMember,
  unanswered: Unanswered,
): Promise<SignUpOutcome> {
  const client = await supabase()
  const earlier = unanswered.has(email) && (await outcomeOfEarlier(client, { email, password }))
  if (earlier) return earlier
  const problem = async () => (await client.rpc('username_problem', { username }).throwOnError()).data
  const before = await problem()
  if (before) return { usernameProblem: before }

  const metadata = {
    username,
    ...(referrerId !== undefined && { referrer_id: referrerId }),
    ...(invitation !== undefined && { invitation }),
  }
  const { data, error } = await client.auth.signUp({
    email,
    password,
    // The mailed link opens here, where the session that it carries is used.
    options: { data: metadata, emailRedirectTo: `${window.location.origin}${HOME_OF_MEMBERS}` },
  })
  if (error) {
    if (!mayBeRefused(error)) throw error
    // A database rule refused the account; another member may have taken the name or the last place in the meantime.
    const after = await problem()
    if (after) return { usernameProblem: after }
    const shut = await shutReason(client, invitation)
    if (shut) return { shut }
    throw error
  }
  return data.session ? 'signed-in' : 'confirm-email'
}

/** The account of an attempt whose answer was lost; undefined when it made none. */
async function outcomeOfEarlier(client: BanksideClient, credentials: Credentials): Promise<SignUpOutcome | undefined> {
  const { data, error } = await client.auth.signInWithPassword(credentials)
  if (data.session) return 'signed-in'
  return error?.code === 'email_not_confirmed' ? 'confirm-email' : undefined
}
