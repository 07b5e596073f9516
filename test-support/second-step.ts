import { Secret, TOTP } from 'otpauth'
import type { Persona } from './personas.ts'

/** The code that an authenticator app shows now. @param secret in Base32. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/**
 * Adds an authenticator app to an account; the session has then taken the second step with it.
 * @param friendlyName of its own, if the account has another app.
 * @returns the ID of the app.
 */
export async function addApp(person: Pick<Persona, 'auth'>, friendlyName = ''): Promise<string> {
  const { data, error } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const taken = await person.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
  if (taken.error) throw taken.error
  return data.id
}
