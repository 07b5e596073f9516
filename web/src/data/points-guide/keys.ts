export const pointsGuideKeys = {
  /** Guests are told less. */
  guide: (userId: string | undefined) => ['points-guide', userId ?? null] as const,
}
