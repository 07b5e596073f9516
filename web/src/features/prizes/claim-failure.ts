import { claimRefusal } from '../../data/prizes/claim-refusal.ts'
import { bannerText } from '../../lib/failure-text.ts'

/** The database's reason for refusing the claim, else the catalogue's text for the failure. */
export function claimFailureText(error: unknown): string {
  const text = bannerText('submitPrizeClaim', error)
  return claimRefusal(error) ?? text
}
