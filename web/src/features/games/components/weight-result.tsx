import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import type { CompletedGame } from '../../../data/games/completed-games-query.ts'
import { GUESSES_MAX, guessesQuery } from '../../../data/games/guesses-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { layOutGuesses } from '../guess-plot.ts'
import * as styles from '../weight-result.module.css'

/** The actual weight beside the viewer's guess, above a plot of all guesses. */
export function WeightResult({ game }: { game: CompletedGame }) {
  const guesses = useQuery({ ...guessesQuery(game.id), enabled: game.entryCount > 0 })
  const actual = game.seal.weight
  const own = game.own?.weight ?? null
  return (
    <>
      <div className={`cluster between ${styles.weights}`}>
        <div>
          <div className="small quiet">Actual weight</div>
          <div className="figure figure-xl">
            {actual}
            <small> {game.unit}</small>
          </div>
        </div>
        {own !== null && (
          <div className={styles.ownGuess}>
            <div className="small quiet">Your guess</div>
            <div className="figure figure-lg">{own}</div>
          </div>
        )}
      </div>
      {guesses.isError && (
        <ErrorBanner action="loadGames" error={guesses.error} onRetry={() => void guesses.refetch()} />
      )}
      {actual !== null && game.entryCount > 0 && !guesses.isError && (
        <Plot guesses={(guesses.data ?? []).map(({ weight }) => weight)} actual={actual} own={own} />
      )}
      {game.entryCount > GUESSES_MAX && (
        <p className="small quiet">The plot shows the first {formatPoints(GUESSES_MAX)} guesses.</p>
      )}
    </>
  )
}

function Plot({ guesses, actual, own }: { guesses: readonly number[]; actual: number; own: number | null }) {
  const { low, high, dots } = layOutGuesses(guesses, own === null ? [actual] : [actual, own])
  const left = (weight: number) => `${((weight - low) / (high - low)) * 100}%`
  const ticks = [low, (low + high) / 2, high]
  const ownText = own === null ? '' : `, your guess ${own}`
  return (
    <div
      className={styles.plot}
      role="img"
      aria-label={`${formatCount(guesses.length, 'guess', 'guesses')} from ${low} to ${high}. Actual weight ${actual}${ownText}.`}
    >
      <span className={styles.actual} style={{ left: left(actual) }} />
      <span className={styles.label} style={{ left: left(actual) }}>
        {actual}
      </span>
      {dots.map(({ at, row }) => (
        <i key={`${at} ${row}`} className={styles.guess} style={{ left: `${at * 100}%`, bottom: 32 + row * 11 }} />
      ))}
      {own !== null && <i className={`${styles.guess} ${styles.ownDot}`} style={{ left: left(own) }} />}
      <span className={styles.axis} />
      {ticks.map((tick) => (
        <span key={tick} className={styles.tick} style={{ left: left(tick) }}>
          {tick}
        </span>
      ))}
    </div>
  )
}
