export const siteKeys = {
  all: ['site'] as const,
  defaults: () => [...siteKeys.all, 'defaults'] as const,
  levels: () => [...siteKeys.all, 'levels'] as const,
  settings: () => [...siteKeys.all, 'settings'] as const,
}
