import { squarePlace } from '../../components/board/board-keys.ts'
import type { Game } from '../../data/games/game.ts'
import { formatDayAndTime, formatTimeOrMoment } from '../../lib/format.ts'

/** What happens with the member's own entry, e.g. `Your guess is saved. The closest guess wins when the game closes at 18:00.` */
export function enteredText({ own, endDate, type }: Game, now: Date): string {
  if (own?.byTeam) return 'You entered for the club team, so your entry cannot win.'
  const today = new Date(endDate).toDateString() === now.toDateString()
  const end = today ? `at ${formatTimeOrMoment(endDate, now)}` : `on ${formatDayAndTime(endDate, now)}`
  if (type === 'guess_weight') return `Your guess is saved. The closest guess wins when the game closes ${end}.`
  if (type === 'carp_of_week') return `Your photo is with the team. They pick three after the game closes ${end}.`
  const place = own?.square != null ? squarePlace(own.square) : undefined
  const where = place ? `Row ${place.row}, column ${place.column}. ` : ''
  return `${where}The winning square is shown after the game closes ${end}.`
}
