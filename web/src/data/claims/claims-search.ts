/** How far the sending is, in its order. What has no status yet counts as pending. */
export const CLAIM_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'closed'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** Still to be sent. */
export const OPEN_STATUSES = ['pending', 'processing'] as const satisfies readonly ClaimStatus[]

export interface ClaimsSearch {
  /** Found in username, prize title or tracking number; blank finds everything. */
  text: string
  status: ClaimStatus | 'all'
  /** `open`: what was claimed and is still to be sent, oldest first. */
  order: 'newest' | 'open'
}
