export const siteKeys = {
  all: ['site'] as const,
  defaults: () => [...siteKeys.all, 'defaults'] as const,
  settings: () => [...siteKeys.all, 'settings'] as const,
}
