import type { OverviewDay } from '../../../data/overview/console-overview-query.ts'
import { displayLocale, formatPoints } from '../../../lib/format.ts'
import { roundTop } from '../figures.ts'

export interface DayBarsProps {
  days: readonly OverviewDay[]
  figure: 'sign_ups' | 'posts'
  /** Heads the column of figures in the table. */
  label: string
}

/** One bar a day against a round number; for everyone who cannot see it, the same as a table. */
export function DayBars({ days, figure, label }: DayBarsProps) {
  const top = roundTop(days.map((day) => day[figure]))
  return (
    <>
      <div className="ov-bars" aria-hidden="true">
        <span className="ov-top">{formatPoints(top)}</span>
        <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" aria-hidden="true">
          {days.map((day, index) => {
            const height = (day[figure] / top) * 100
            return (
              <g key={day.day}>
                <title>{`${dayText(day.day)}: ${formatPoints(day[figure])}`}</title>
                {/* The whole column answers the pointer, a bar of one sign-up too. */}
                <rect className="hit" x={index} y={0} width={1} height={100} />
                <rect
                  className={index === days.length - 1 ? 'bar today' : 'bar'}
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
      <div className="ov-x" aria-hidden="true">
        <span>{days[0] && dayText(days[0].day)}</span>
        <span>Today</span>
      </div>
      <table className="vh">
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

// A date without a time is midnight in UTC for the browser; with one, the viewer's own.
const dayText = (day: string) =>
  new Intl.DateTimeFormat(displayLocale(), { day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00`))
