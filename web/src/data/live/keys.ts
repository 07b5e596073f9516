export const liveKeys = {
  all: ['live'] as const,
  active: () => [...liveKeys.all, 'active'] as const,
}
