import { Link } from 'react-router'
import type { AppealJson } from '../../../../contract/src/column-types.ts'
import { useNow } from '../../hooks/use-now.ts'
import { formatMoment } from '../../lib/format.ts'
import * as styles from './past-appeals.module.css'

/** What a suspended member answered, and what was decided about it. */
export function PastAppeals({ appeals }: { appeals: readonly AppealJson[] }) {
  const now = useNow()
  return (
    <ul className={styles.appeals}>
      {appeals.map((appeal) => (
        <li key={appeal.id}>
          <p className={styles.message} dir="auto">
            {appeal.message}
          </p>
          <p className={styles.facts}>
            Sent on {formatMoment(appeal.at, now)}.{' '}
            {appeal.waits ? (
              <Link to="/admin/moderation?view=answers">Decide about it</Link>
            ) : (
              <Outcome appeal={appeal} now={now} />
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Outcome({ appeal: { decision, words, decided_by, decided_at }, now }: { appeal: AppealJson; now: Date }) {
  if (!decision || !decided_at) return 'The suspension ended before it was decided.'
  return (
    <>
      {decision === 'end' ? 'Suspension ended' : 'Suspension kept'} by <bdi>{decided_by ?? 'a deleted account'}</bdi>,{' '}
      {formatMoment(decided_at, now)}.
      {words && (
        <>
          {' '}
          In their words: <bdi>{words}</bdi>
        </>
      )}
    </>
  )
}
