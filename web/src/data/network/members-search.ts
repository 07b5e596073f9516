/** The three orders; the value also appears in the address. */
export const MEMBER_SORTS = ['points', 'joined', 'active'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

export interface MembersSearch {
  /** Searched for in name, bio or area; blank finds all members. */
  text: string
  sort: MemberSort
  /** From 1. */
  page: number
}
