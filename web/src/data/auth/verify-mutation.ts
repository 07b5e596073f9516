import type { AuthError } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { loadConfig } from '../../config/runtime-config.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { InvitationEnded } from './invitation-ended.ts'
import { shutReason } from './joining-query.ts'
import { mayBeRefused } from './refused-account.ts'
import { startedWith } from './started-with.ts'

type Kind = 'recovery' | 'signup' | 'magiclink' | 'invite' | 'email_change'

/** A mail's token from its link, or its code with the address that it was sent to. */
export type Proof = { kind: Kind; token: string } | { kind: Kind; email: string; code: string }

/**
 * `signed-in`; `choose-password` when the password of a sign-up or a change of address was not kept; or `other-address` when the first of two
 * addresses has confirmed a change.
 */
export type VerifyOutcome = 'signed-in' | 'choose-password' | 'other-address'

/** Uses the token or code of a mail. Fails with an AuthError, or with InvitationEnded: then nothing was used. */
export function useVerifyMutation() {
  return useMutation({ mutationFn: verify })
}

async function verify(proof: Proof): Promise<VerifyOutcome> {
  const client = await supabase()
  const { data, error } = await client.auth.verifyOtp(
    'token' in proof
      ? { type: proof.kind, token_hash: proof.token }
      : { type: proof.kind, email: proof.email, token: proof.code },
  )
  // The mail of a repeated sign-up has a recovery code, because the password of the first sign-up was never verified.
  if (error?.code === 'otp_expired' && proof.kind === 'signup' && 'code' in proof) {
    await verify({ ...proof, kind: 'recovery' })
    return 'choose-password'
  }
  if (error) throw proof.kind !== 'email_change' && (await hasEnded(client, error)) ? new InvitationEnded() : error
  if (!data.session) return 'other-address'
  // The link was opened in a different browser from the one that signed up or requested the new address, so the service
  // has discarded the password.
  const dropped =
    (proof.kind === 'signup' || proof.kind === 'email_change') && startedWith(data.session.access_token, /"recovery"/)
  return dropped ? 'choose-password' : 'signed-in'
}

/** Whether the invitation is why the account was refused. Where one is needed, it is. */
const hasEnded = async (client: BanksideClient, error: AuthError): Promise<boolean> =>
  mayBeRefused(error) && (await shutReason(client, undefined).catch(() => null)) === 'needed'

/** Uses the token of a link that another program requested, and leaves the page for the answer. */
export async function openOtherClient({ kind, token, to }: { kind: Kind; token: string; to: string }): Promise<void> {
  const { url } = await loadConfig()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${url}/auth/v1/verify/${encodeURIComponent(token)}?${new URLSearchParams({ type: kind, redirect_to: to })}`
  document.body.append(form)
  form.submit()
}
