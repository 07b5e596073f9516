import { DELETED_MEMBER } from '../../lib/member-name.ts'

/** The address of a member's page; undefined for a deleted member, who has no page. */
export const memberPath = (username: string): string | undefined =>
  username === DELETED_MEMBER ? undefined : `/members/${encodeURIComponent(username)}`
