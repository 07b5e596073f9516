export const siteKeys = {
  all: ['site'] as const,
  currency: () => [...siteKeys.all, 'currency'] as const,
  settings: () => [...siteKeys.all, 'settings'] as const,
}
