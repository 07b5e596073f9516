import { gameTypeName } from '../../components/game/game-type.tsx'
import type { ConsoleGame } from '../../data/games/console-game.ts'
import { loadAllGames } from '../../data/games/console-games-query.ts'
import type { GamesFound } from '../../data/games/console-games-search.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { gameView, VIEW_NAMES } from './game-views.ts'

const columnsAt = (now: Date): readonly CsvColumn<ConsoleGame>[] => [
  { header: 'Title', value: (game) => game.title },
  { header: 'Type', value: (game) => gameTypeName(game.type) },
  { header: 'State', value: (game) => VIEW_NAMES[gameView(game, now)] },
  { header: 'Start', value: (game) => game.startDate },
  { header: 'End', value: (game) => game.endDate },
  { header: 'Entries', value: (game) => game.entryCount },
  {
    header: 'Points',
    value: (game) => (game.type === 'carp_of_week' ? game.placePoints.join(', ') : game.winnerPoints),
  },
  { header: 'Prize package', value: (game) => game.packageName },
  { header: 'Id', value: (game) => game.id },
]

/** All games that a search finds, for a spreadsheet. */
export const exportGames = async (found: GamesFound) => ({
  columns: columnsAt(new Date(serverNow())),
  rows: await loadAllGames(found),
})
