/** Invalidate `all` when any info card changes: each slot then loads its cards again and keeps its position. */
export const cardsKeys = {
  all: ['info-cards'] as const,
  placement: (placement: 'home' | 'games' | 'newsfeed') => [...cardsKeys.all, placement] as const,
  console: (search: object) => [...cardsKeys.all, 'console', search] as const,
  counts: () => [...cardsKeys.all, 'counts'] as const,
}
