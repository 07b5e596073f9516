import type { OverviewDay } from '../../../data/overview/console-overview-query.ts'
import { displayLocale, formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { roundTop } from '../figures.ts'
import * as styles from '../overview.module.css'

export interface DayBarsProps {
  days: readonly OverviewDay[]
  figure: 'sign_ups' | 'posts'
  /** Heading of the figures' column in the table. */
  label: string
}

/** One bar per day, scaled to a round number; the same data as a table for screen readers. */
export function DayBars({ days, figure, label }: DayBarsProps) {
  const top = roundTop(days.map((day) => day[figure]))
  return (
    <>
      <div className={styles.bars} aria-hidden="true">
        <span className={styles.topValue}>{formatPoints(top)}</span>
        <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {days.map((day, index) => {
            const height = (day[figure] / top) * 100
            return (
              <g key={day.day}>
                <title>{`${dayText(day.day)}: ${formatPoints(day[figure])}`}</title>
                {/* The whole column reacts to the pointer, so that a bar of height one is easy to point at. */}
                <rect className={styles.wholeDay} x={index} y={0} width={1} height={100} />
                <rect
                  className={joinClasses(styles.dayBar, index === days.length - 1 && styles.today)}
                  x={index + 0.14}
                  y={100 - height}
                  width={0.72}
                  height={height}
                />
              </g>
            )
          })}
        </svg>
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{days[0] && dayText(days[0].day)}</span>
        <span>Today</span>
      </div>
      <table className="visually-hidden">
        <caption>{label} by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayText(day.day)}</th>
              <td>{formatPoints(day[figure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

// Browsers read a date without a time as midnight UTC, and with a time as local time.
const dayText = (day: string) =>
  new Intl.DateTimeFormat(displayLocale(), { day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00`))
