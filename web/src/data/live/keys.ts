export const liveKeys = {
  all: ['live'] as const,
  active: () => [...liveKeys.all, 'active'] as const,
  console: (page: number) => [...liveKeys.all, 'console', page] as const,
}
