export const notificationsKeys = {
  all: ['notifications'] as const,
  unread: () => [...notificationsKeys.all, 'unread'] as const,
  lists: () => [...notificationsKeys.all, 'list'] as const,
  list: (filter: string) => [...notificationsKeys.lists(), filter] as const,
  settings: () => ['notification-settings'] as const,
  mutes: () => ['notification-mutes'] as const,
  mute: (subjectId: string) => [...notificationsKeys.mutes(), subjectId] as const,
}
