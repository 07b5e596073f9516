import { bannerText } from '../../lib/failure-text.ts'

/** The database's own words when it refused the claim, else the product's words for the failure. */
export function claimFailureText(error: unknown): string {
  const text = bannerText('submitPrizeClaim', error)
  return refusal(error) ?? text
}

// P0001 is raised by the rules themselves, in sentences for the winner; other codes speak to developers.
function refusal(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  return error.code === 'P0001' && typeof error.message === 'string' && error.message !== '' ? error.message : undefined
}
