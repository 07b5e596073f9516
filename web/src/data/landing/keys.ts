export const landingKeys = {
  all: ['landing'] as const,
  content: () => [...landingKeys.all, 'content'] as const,
}
