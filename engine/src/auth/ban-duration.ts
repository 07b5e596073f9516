import { authErrors } from './errors.ts'

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000 }

/**
 * The end of a ban that starts now.
 * @param duration hours, minutes and seconds as in `24h` or `1h30m`; `none` lifts a ban.
 * @returns null for `none`.
 * @throws {AuthError} `validation_failed` for anything else.
 */
export function banEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d{1,9}(?:\.\d{1,6})?)(h|m|s)/g)]
  const milliseconds = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit as string] ?? 0), 0)
  const end = new Date(now.getTime() + milliseconds)
  if (parts.map(([part]) => part).join('') !== duration || milliseconds <= 0 || !(end.getUTCFullYear() < 10_000))
    throw authErrors.invalidParameter('ban_duration')
  return end
}
