/** Invalidate `all` when any info card changes: each slot then loads its cards again and keeps its position. */
export const cardsKeys = {
  all: ['info-cards'] as const,
  placement: (placement: 'home' | 'games' | 'newsfeed') => [...cardsKeys.all, placement] as const,
  console: (page: number) => [...cardsKeys.all, 'console', page] as const,
}
