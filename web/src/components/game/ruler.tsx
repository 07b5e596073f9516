import * as styles from './weight-readout.module.css'

const TICKS = Array.from({ length: 41 }, (_, index) => index - 20)

/** The scale under the weight; its middle marks the value `steps`. */
export function Ruler({ steps }: { steps: number }) {
  return (
    <div className={styles.ruler} aria-hidden="true">
      <svg viewBox="0 0 400 46" preserveAspectRatio="xMidYMin slice" role="presentation">
        {TICKS.map((tick) => {
          const at = steps + tick
          const height = at % 10 === 0 ? 26 : at % 5 === 0 ? 18 : 11
          return at < 0 ? null : (
            <path
              key={tick}
              d={`M${200 + tick * 10} 0v${height}`}
              stroke="currentColor"
              strokeWidth={height === 26 ? 2.2 : 1.3}
              opacity={height === 11 ? 0.6 : 1}
            />
          )
        })}
      </svg>
    </div>
  )
}
