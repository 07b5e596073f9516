export const landingKeys = {
  all: ['landing'] as const,
  content: () => [...landingKeys.all, 'content'] as const,
  console: () => [...landingKeys.all, 'console'] as const,
}
