/** Query keys of the console's badges; members' screens never use these. */
export const badgesKeys = {
  all: ['console-badges'] as const,
  list: () => [...badgesKeys.all, 'list'] as const,
  held: (userIds: readonly string[]) => [...badgesKeys.all, 'held', ...userIds] as const,
}
