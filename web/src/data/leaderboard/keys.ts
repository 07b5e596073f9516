import type { Timeframe } from './timeframe.ts'

export const leaderboardKeys = {
  all: ['leaderboard'] as const,
  ranking: (timeframe: Timeframe) => [...leaderboardKeys.all, 'ranking', timeframe] as const,
  seasons: () => [...leaderboardKeys.all, 'seasons'] as const,
  positions: () => [...leaderboardKeys.all, 'position'] as const,
  positionsIn: (timeframe: Timeframe) => [...leaderboardKeys.positions(), timeframe] as const,
  position: (timeframe: Timeframe, userId: string) => [...leaderboardKeys.positionsIn(timeframe), userId] as const,
}
