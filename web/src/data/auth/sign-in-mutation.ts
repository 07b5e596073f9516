import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { clearEndedMark } from './just-ended.ts'

export interface Credentials {
  email: string
  password: string
}

/** Signs in with email and password. An existing session is signed out first. Fails with an AuthError. */
export function useSignInMutation() {
  return useMutation({ mutationFn: signIn })
}

async function signIn({ email, password }: Credentials): Promise<void> {
  const client = await supabase()
  const { data } = await client.auth.getSession()
  // Only this browser's session ends: the member may be signed in on a phone as well.
  if (data.session) await client.auth.signOut({ scope: 'local' })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  clearEndedMark()
}
