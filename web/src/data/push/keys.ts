export const pushKeys = {
  state: () => ['push', 'state'] as const,
}
