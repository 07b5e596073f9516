export const USER_SORTS = ['user', 'email', 'points', 'status', 'joined'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** `team`: admins and moderators. */
export const USER_ROLES = ['team', 'admin', 'moderator', 'member'] as const
export const USER_STATUSES = ['active', 'suspended'] as const
/** Joined within so many days. */
export const JOINED_WITHIN = ['7', '30', '365'] as const

/** What the accounts are filtered by; all of it has to hold. */
export interface UsersFilter {
  status?: (typeof USER_STATUSES)[number] | undefined
  role?: (typeof USER_ROLES)[number] | undefined
  joined?: (typeof JOINED_WITHIN)[number] | undefined
}

export interface UsersSearch {
  /** Searched for in username or email; blank finds all accounts. */
  text: string
  filter?: UsersFilter
  sort: UserSort
  descending: boolean
  /** From 1. */
  page: number
  /** Number of rows on one page. */
  size: number
}
