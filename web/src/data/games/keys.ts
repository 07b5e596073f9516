/** Invalidate `all` when any game or entry changes. */
export const gamesKeys = {
  all: ['games'] as const,
  active: (userId: string) => [...gamesKeys.all, 'active', userId] as const,
  completed: (userId: string) => [...gamesKeys.all, 'completed', userId] as const,
  entrants: (gameId: string) => [...gamesKeys.all, 'entrants', gameId] as const,
  entries: (gameId: string) => [...gamesKeys.all, 'entries', gameId] as const,
  guesses: (gameId: string) => [...gamesKeys.all, 'guesses', gameId] as const,
}
