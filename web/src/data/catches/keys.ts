export const catchesKeys = {
  all: ['catches'] as const,
  pages: (memberId: string) => [...catchesKeys.all, 'pages', memberId] as const,
  summary: (memberId: string) => [...catchesKeys.all, 'summary', memberId] as const,
  weights: (memberId: string) => [...catchesKeys.all, 'weights', memberId] as const,
  /** Not within the others: a photo never changes. */
  photo: (path: string, width: number) => ['catch-photos', path, width] as const,
}
