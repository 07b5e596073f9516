import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clubName } from '../../lib/club.ts'
import { supabase } from '../../lib/supabase.ts'
import { profileKeys } from '../profile/keys.ts'
import { twoStepKeys } from './keys.ts'

/** An app to be added: it counts after its first code. */
export interface NewApp {
  id: string
  /** Base32, to be typed into the app. */
  secret: string
  /** `otpauth://totp/…`, which an app on the same device opens. */
  uri: string
  /** An SVG as a data URL. */
  qrCode: string
}

export interface AppToAdd {
  name: string
  /** The account's address and password, to sign in again after `reauthentication_needed`. */
  credentials?: { email: string; password: string } | undefined
}

/**
 * Begins to add an authenticator app. Those that were begun before and never got a code are removed.
 * Fails with an AuthError: `reauthentication_needed` when the sign-in was too long ago, `invalid_credentials`,
 * `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`.
 */
export function useBeginAppMutation() {
  return useMutation({ mutationFn: beginApp, retry: false })
}

async function beginApp({ name, credentials }: AppToAdd): Promise<NewApp> {
  const { auth } = await supabase()
  if (credentials) {
    const { data: before } = await auth.getSession()
    const { error } = await auth.signInWithPassword(credentials)
    if (error) throw error
    // The new session replaces the one that was here.
    if (before.session)
      await auth.admin.signOut(before.session.access_token, 'local').catch((error: unknown) => console.warn(error))
  }
  const { data: known, error: unknown } = await auth.mfa.listFactors()
  if (unknown) throw unknown
  for (const { id, status } of known.all) if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: clubName() })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri, qrCode: data.totp.qr_code }
}

/**
 * Takes the second step with a code of an app; a new app counts from then on. Fails with an AuthError:
 * `mfa_verification_failed`, `over_request_rate_limit`, `mfa_challenge_expired`, `mfa_factor_not_found`.
 */
export function useCodeMutation() {
  const changed = useAppsChanged()
  return useMutation({
    mutationFn: async ({ appId, code }: { appId: string; code: string }) => {
      const { auth } = await supabase()
      const { error } = await auth.mfa.challengeAndVerify({ factorId: appId, code })
      // Removed elsewhere, e.g. by the operator after a phone was lost: without any app the session is complete.
      if (error?.code === 'mfa_factor_not_found') await auth.refreshSession()
      if (error) throw error
    },
    retry: false,
    onSettled: changed,
  })
}

/**
 * Removes an app. The session may be asked for a code of another one afterwards. Fails with an AuthError:
 * `insufficient_aal`; an app that is gone already counts as removed.
 */
export function useRemoveAppMutation() {
  const changed = useAppsChanged()
  return useMutation({
    mutationFn: async (appId: string) => {
      const { auth } = await supabase()
      const { error } = await auth.mfa.unenroll({ factorId: appId })
      if (error && error.code !== 'mfa_factor_not_found') throw error
      // The stored session still names the app, and its token the level that it had with it.
      await auth.refreshSession()
    },
    onSuccess: changed,
  })
}

/** The rights of an admin may depend on the apps. */
function useAppsChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: twoStepKeys.all }),
      queries.invalidateQueries({ queryKey: profileKeys.all }),
    ])
}
