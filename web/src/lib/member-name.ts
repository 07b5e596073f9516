/** Shown as the name of a deleted member. */
export const DELETED_MEMBER = 'Deleted member'

interface MemberRow {
  id: string
  username: string
  avatar_url: string | null
}

/** The name to show; rows of history keep no name of a deleted member. */
export const memberName = (username: string | null | undefined): string => username || DELETED_MEMBER

/**
 * A member as lists show them.
 * @param rowId used as the ID of a deleted member: lists need a key, and an avatar a colour.
 */
export const shownMember = (member: MemberRow | null, rowId: string) => ({
  id: member?.id ?? rowId,
  username: memberName(member?.username),
  avatarUrl: member?.avatar_url ?? '',
})
