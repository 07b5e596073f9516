export const USER_SORTS = ['user', 'email', 'points', 'status'] as const
export type UserSort = (typeof USER_SORTS)[number]

export interface UsersSearch {
  /** Found in username or e-mail; blank finds everybody. */
  text: string
  sort: UserSort
  descending: boolean
  /** From 1. */
  page: number
  /** Rows of one page. */
  size: number
}
