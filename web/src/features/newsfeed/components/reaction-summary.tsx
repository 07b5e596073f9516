import { Suspense, useState } from 'react'
import type { ReactionCounts } from '../../../../../contract/src/column-types.ts'
import { late } from '../../../components/ui/late.tsx'
import { REACTIONS } from '../../../data/newsfeed/reaction.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../actions.module.css'
import { compact, LOOK } from './reaction-look.tsx'

const ReactorsSheet = late(() => import('./reactors-sheet.tsx'))

/** The most frequent reactions, at most three, and the number of all; a click shows who reacted. */
export function ReactionSummary({ postId, counts }: { postId: string; counts: ReactionCounts }) {
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const given = REACTIONS.filter((reaction) => (counts[reaction] ?? 0) > 0)
  const total = given.reduce((sum, reaction) => sum + (counts[reaction] ?? 0), 0)
  if (total === 0) return null
  const most = given.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, 3)
  return (
    <>
      <button
        type="button"
        className={styles.summary}
        aria-haspopup="dialog"
        aria-label={`${formatCount(total, 'reaction')}. See who`}
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      >
        <span className={styles.kinds}>
          {most.map((reaction) => (
            <span key={reaction}>{LOOK[reaction].icon}</span>
          ))}
        </span>
        {compact(total)}
      </button>
      {asked && (
        <Suspense>
          <ReactorsSheet postId={postId} total={total} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
