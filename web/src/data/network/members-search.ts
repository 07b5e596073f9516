/** The three orders; the value is also what stands in the address. */
export const MEMBER_SORTS = ['points', 'joined', 'active'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

export interface MembersSearch {
  /** Found in name, bio or area; blank finds everybody. */
  text: string
  sort: MemberSort
  /** From 1. */
  page: number
}
