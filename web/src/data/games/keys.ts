/** Invalidate `all` when any game or entry changes. */
export const gamesKeys = {
  all: ['games'] as const,
  active: (userId: string) => [...gamesKeys.all, 'active', userId] as const,
  completed: (userId: string) => [...gamesKeys.all, 'completed', userId] as const,
  entrants: (gameId: string) => [...gamesKeys.all, 'entrants', gameId] as const,
  entries: (gameId: string) => [...gamesKeys.all, 'entries', gameId] as const,
  guesses: (gameId: string) => [...gamesKeys.all, 'guesses', gameId] as const,
  console: {
    list: (search: object) => [...gamesKeys.all, 'console', 'list', search] as const,
    game: (gameId: string) => [...gamesKeys.all, 'console', 'game', gameId] as const,
    answer: (gameId: string) => [...gamesKeys.all, 'console', 'answer', gameId] as const,
    entries: (gameId: string) => [...gamesKeys.all, 'console', 'entries', gameId] as const,
    winners: (gameId: string) => [...gamesKeys.all, 'console', 'winners', gameId] as const,
    packages: () => [...gamesKeys.all, 'console', 'packages'] as const,
  },
}
