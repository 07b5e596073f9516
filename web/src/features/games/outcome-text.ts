import { squarePlace } from '../../components/board/board-keys.ts'
import { ordinal } from '../../lib/ordinal.ts'

/** How far a square is from the winning one: `, two rows and one column away`. Blank without a winning square. */
export function missText(own: number, winning: number | null): string {
  if (winning === null || winning === own) return ''
  const [mine, won] = [squarePlace(own), squarePlace(winning)]
  const rows = Math.abs(mine.row - won.row)
  const columns = Math.abs(mine.column - won.column)
  const parts = [counted(rows, 'row'), counted(columns, 'column')].filter(Boolean)
  return `, ${parts.join(' and ')} away`
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const counted = (count: number, one: string) =>
  count === 0 ? '' : `${NUMBERS[count] ?? count} ${one}${count === 1 ? '' : 's'}`

/**
 * The place of a guess: `You came 41st of 174, 2.5 lbs under.`
 * @param guesses all guesses that could win; undefined when they are not all known.
 */
export function placeText(
  own: number,
  actual: number | null,
  unit: string,
  guesses: readonly number[] | undefined,
): string | undefined {
  if (actual === null || !guesses || guesses.length === 0) return undefined
  const miss = distance(own, actual)
  const place = 1 + guesses.filter((guess) => distance(guess, actual) < miss).length
  const side = own < actual ? 'under' : 'over'
  return `You came ${ordinal(place)} of ${guesses.length}, ${miss / 100} ${unit} ${side}.`
}

// In hundredths, so that equal distances compare as equal.
const distance = (guess: number, actual: number) => Math.abs(Math.round(guess * 100) - Math.round(actual * 100))
