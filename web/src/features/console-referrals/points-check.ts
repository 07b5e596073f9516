import { REFERRAL_POINTS } from '../../../../contract/src/limits.ts'

/** What was typed as points; undefined for anything but a whole number within the limits. */
export function referralPoints(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^\d{1,6}$/.test(trimmed)) return undefined
  const points = Number(trimmed)
  return points >= REFERRAL_POINTS.min && points <= REFERRAL_POINTS.max ? points : undefined
}
