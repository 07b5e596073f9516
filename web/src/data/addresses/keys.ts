export const addressesKeys = {
  all: ['addresses'] as const,
  list: (userId: string) => [...addressesKeys.all, 'list', userId] as const,
}
