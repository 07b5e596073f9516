export const overviewKeys = {
  all: ['overview'] as const,
  figures: () => [...overviewKeys.all, 'figures'] as const,
  waiting: () => [...overviewKeys.all, 'waiting'] as const,
  waitingReports: () => [...overviewKeys.waiting(), 'reports'] as const,
  undelivered: () => [...overviewKeys.all, 'undelivered'] as const,
}
