import { gamesKeys } from './keys.ts'

const ofConsole = [...gamesKeys.all, 'console'] as const

/** Keys of the console's games; with those of members, `gamesKeys.all` covers them. */
export const consoleGamesKeys = {
  lists: () => [...ofConsole, 'list'] as const,
  list: (search: object) => [...consoleGamesKeys.lists(), search] as const,
  counts: () => [...consoleGamesKeys.lists(), 'counts'] as const,
  game: (gameId: string) => [...ofConsole, 'game', gameId] as const,
  answer: (gameId: string) => [...ofConsole, 'answer', gameId] as const,
  allEntries: () => [...ofConsole, 'entries'] as const,
  entries: (gameId: string) => [...consoleGamesKeys.allEntries(), gameId] as const,
  winners: (gameId: string) => [...ofConsole, 'winners', gameId] as const,
  packages: () => [...ofConsole, 'packages'] as const,
}
