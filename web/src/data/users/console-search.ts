export const USER_SORTS = ['user', 'email', 'points', 'status'] as const
export type UserSort = (typeof USER_SORTS)[number]

export interface UsersSearch {
  /** Searched for in username or email; blank finds all accounts. */
  text: string
  sort: UserSort
  descending: boolean
  /** From 1. */
  page: number
  /** Number of rows on one page. */
  size: number
}
