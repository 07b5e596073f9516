/** Query keys of the authenticator apps of the signed-in account. */
export const twoStepKeys = {
  all: ['two-step'] as const,
  apps: (userId: string) => [...twoStepKeys.all, userId] as const,
}
