import type { BulkPlan } from '../bulk-plan.ts'
import { Names } from './names.tsx'

/** Who is left out of a bulk action, and why. */
export function LeftOut({ plan: { already, gone } }: { plan: BulkPlan }) {
  return (
    <>
      {already.length > 0 && (
        <p>
          Left out: <Names names={already.map(({ username }) => username)} /> already{' '}
          {already.length === 1 ? 'has' : 'have'} it.
        </p>
      )}
      {gone.length > 0 && (
        <p>
          Left out: <Names names={gone.map(({ name }) => name)} />{' '}
          {gone.length === 1 ? 'is no longer a member.' : 'are no longer members.'}
        </p>
      )}
    </>
  )
}
