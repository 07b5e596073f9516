const COLUMNS = 33
/** Number of stacked dots that fit into the plot. */
const ROWS = 5

export interface GuessPlot {
  /** Ends of the axis, in the unit of the game. */
  low: number
  high: number
  /** Share of the axis from the left (0 to 1) and row from the bottom. */
  dots: { at: number; row: number }[]
}

/**
 * Arranges guesses as a dot plot whose axis also covers the `marked` weights. With many guesses a dot stands for
 * several; a column with any guess keeps at least one dot.
 */
export function layOutGuesses(guesses: readonly number[], marked: readonly number[]): GuessPlot {
  const all = [...guesses, ...marked]
  const least = all.reduce((low, weight) => Math.min(low, weight), Number.POSITIVE_INFINITY)
  const most = all.reduce((high, weight) => Math.max(high, weight), Number.NEGATIVE_INFINITY)
  const low = Math.max(0, Math.floor(least) - 1)
  const high = Math.ceil(most) + 1
  const counts = new Array<number>(COLUMNS).fill(0)
  for (const weight of guesses) {
    const column = Math.round(((weight - low) / (high - low)) * (COLUMNS - 1))
    counts[column] = (counts[column] ?? 0) + 1
  }
  const perDot = Math.max(1, Math.max(...counts) / ROWS)
  const dots = counts.flatMap((count, column) =>
    Array.from({ length: Math.ceil(count / perDot) }, (_, row) => ({ at: column / (COLUMNS - 1), row })),
  )
  return { low, high, dots }
}
