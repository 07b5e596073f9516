import type { Timeframe } from './timeframe.ts'

export const leaderboardKeys = {
  all: ['leaderboard'] as const,
  ranking: (timeframe: Timeframe) => [...leaderboardKeys.all, 'ranking', timeframe] as const,
  position: (timeframe: Timeframe, userId: string) => [...leaderboardKeys.all, 'position', timeframe, userId] as const,
}
