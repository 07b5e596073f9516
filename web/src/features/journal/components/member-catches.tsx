import { useInfiniteQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { memberPath } from '../../../components/member/member-path.ts'
import { pagesQuery } from '../../../data/catches/pages-query.ts'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import { useDelayed } from '../../../hooks/use-delayed.ts'
import { formatGrams } from '../../../lib/grams.ts'
import * as styles from '../member-catches.module.css'
import { useJournal } from '../use-journal.ts'
import { CatchPhoto } from './catch-photo.tsx'

/** How long the rest of the page waits for the catches above it, so that it does not move. */
const WAIT_MS = 800

// The first one is as large as four of the others.
const SHOWN = 6

export interface MemberCatchesProps {
  member: MemberOnPage
  userId: string
  /** What is below them. */
  children: ReactNode
}

/** On the page of a member: the latest catches that the viewer may see, above the rest. Nothing without any. */
export function MemberCatches({ member, userId, children }: MemberCatchesProps) {
  const { isPending } = useJournal(member.id, userId)
  const waited = useDelayed(WAIT_MS)
  return (
    <>
      <Latest member={member} userId={userId} />
      {/* Its position depends on the catches above it. */}
      <div className={styles.rest} style={isPending && !waited ? { visibility: 'hidden' } : undefined}>
        {children}
      </div>
    </>
  )
}

function Latest({ member, userId }: Omit<MemberCatchesProps, 'children'>) {
  const { summary, unit } = useJournal(member.id, userId)
  const pages = useInfiniteQuery(pagesQuery(member.id))
  const catches = pages.data?.pages[0]?.slice(0, SHOWN) ?? []
  if (!summary || catches.length === 0) return null
  const own = member.id === userId
  const path = own ? '/journal' : `${memberPath(member.username) ?? ''}/journal`
  return (
    <section className="card padded" aria-labelledby="member-catches">
      <div className={`section-head ${styles.head}`}>
        <h2 id="member-catches">Catches</h2>
        <span className="count">{summary.catch_count}</span>
        <Link to={path} className={styles.whole}>
          {own ? 'Your journal' : 'All catches'}
          <ChevronRight className="icon" aria-hidden="true" />
        </Link>
      </div>
      <ul className={styles.grid}>
        {catches.map((one) => (
          <li key={one.id} className={styles.tile}>
            {one.photo_path === null ? (
              <FishDrawing variety={one.variety} className={styles.fish} />
            ) : (
              <CatchPhoto path={one.photo_path} alt={VARIETY_NAME[one.variety]} size="tile" width={480} height={480} />
            )}
            <span className={styles.plate}>
              {formatGrams(one.grams, unit)}
              {one.photo_path === null && <span className="visually-hidden">, {VARIETY_NAME[one.variety]}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
