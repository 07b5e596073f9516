/** Invalidate `all` when any game or entry changes. */
export const gamesKeys = {
  all: ['games'] as const,
  active: (userId: string) => [...gamesKeys.all, 'active', userId] as const,
  completed: (userId: string) => [...gamesKeys.all, 'completed', userId] as const,
  allById: (userId: string) => [...gamesKeys.all, 'game', userId] as const,
  byId: (userId: string, gameId: string) => [...gamesKeys.allById(userId), gameId] as const,
  allEntrants: () => [...gamesKeys.all, 'entrants'] as const,
  entrants: (gameId: string) => [...gamesKeys.allEntrants(), gameId] as const,
  allEntries: () => [...gamesKeys.all, 'entries'] as const,
  entries: (gameId: string) => [...gamesKeys.allEntries(), gameId] as const,
  wall: (gameId: string) => [...gamesKeys.all, 'wall', gameId] as const,
  guesses: (gameId: string) => [...gamesKeys.all, 'guesses', gameId] as const,
}
