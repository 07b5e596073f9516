export const liveKeys = {
  all: ['live'] as const,
  active: () => [...liveKeys.all, 'active'] as const,
  console: (search: object) => [...liveKeys.all, 'console', search] as const,
  counts: () => [...liveKeys.all, 'counts'] as const,
}
