/** The states of sending, in order. A claim without a state counts as pending. */
export const CLAIM_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'closed'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** Not sent yet. */
export const OPEN_STATUSES = ['pending', 'processing'] as const satisfies readonly ClaimStatus[]

export interface ClaimsSearch {
  /** Searched for in username, prize title or tracking number; blank finds everything. */
  text: string
  status: ClaimStatus | 'all'
  /** `open`: claimed and not sent yet, oldest first. */
  order: 'newest' | 'open'
  /** Only this claim. */
  id?: string
}
