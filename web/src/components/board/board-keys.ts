export const FIRST_SQUARE = 1
export const LAST_SQUARE = 100
export const COLUMNS = 10

const PAGE_ROWS = 5
/** Digits typed within this time of each other, in milliseconds, make one number. */
const DIGIT_PAUSE = 1000

/** Row and column of a square, both counted from 1. */
export function squarePlace(square: number): { row: number; column: number } {
  return { row: Math.floor((square - 1) / COLUMNS) + 1, column: ((square - 1) % COLUMNS) + 1 }
}

/**
 * The square to which a key moves; moves stop at the edge of the board.
 * @param key as in `KeyboardEvent.key`
 * @param ctrl whether Control (or Command) is held
 * @returns null for keys that do not move; these include arrow and page keys with Control, which the browser handles.
 */
export function nextSquare(key: string, ctrl: boolean, from: number): number | null {
  const { row, column } = squarePlace(from)
  if (ctrl) return key === 'Home' ? FIRST_SQUARE : key === 'End' ? LAST_SQUARE : null
  switch (key) {
    case 'ArrowLeft':
      return squareAt(row, column - 1)
    case 'ArrowRight':
      return squareAt(row, column + 1)
    case 'ArrowUp':
      return squareAt(row - 1, column)
    case 'ArrowDown':
      return squareAt(row + 1, column)
    case 'Home':
      return squareAt(row, 1)
    case 'End':
      return squareAt(row, COLUMNS)
    case 'PageUp':
      return squareAt(row - PAGE_ROWS, column)
    case 'PageDown':
      return squareAt(row + PAGE_ROWS, column)
    default:
      return null
  }
}

/** A number being typed: the square that it names so far, and when its last digit was typed (milliseconds). */
export interface TypedNumber {
  square: number
  at: number
}

/**
 * Adds a typed digit to the number before it, or starts a new number after a pause or when the digits together
 * name no square.
 * @returns undefined when the key is not a digit, or is a leading zero.
 */
export function typeDigit(before: TypedNumber | undefined, key: string, at: number): TypedNumber | undefined {
  if (!/^[0-9]$/.test(key)) return undefined
  const digit = Number(key)
  const joined = before && at - before.at <= DIGIT_PAUSE ? before.square * 10 + digit : digit
  const square = joined <= LAST_SQUARE ? joined : digit
  return square >= FIRST_SQUARE ? { square, at } : undefined
}

const squareAt = (row: number, column: number) => (within(row) - 1) * COLUMNS + within(column)

// The board is as high as it is wide.
const within = (line: number) => Math.min(COLUMNS, Math.max(1, line))
