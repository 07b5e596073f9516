import { useQuery } from '@tanstack/react-query'
import type { CompletedGame } from '../../data/games/completed-games-query.ts'
import { GUESSES_MAX, guessesQuery } from '../../data/games/guesses-query.ts'

/** The guesses of a completed game that could win, once the plot has loaded them; undefined if not all are known. */
export function useGuesses(game: CompletedGame): readonly number[] | undefined {
  const { data } = useQuery({ ...guessesQuery(game.id), enabled: false })
  return game.entryCount > GUESSES_MAX ? undefined : data?.filter(({ byTeam }) => !byTeam).map(({ weight }) => weight)
}
