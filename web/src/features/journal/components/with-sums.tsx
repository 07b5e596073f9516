import type { ReactNode } from 'react'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { formatPoints } from '../../../lib/numbers.ts'
import { useJournal } from '../use-journal.ts'

const NONE = '–'

export interface WithSumsProps {
  memberId: string
  userId: string
  children: (sums: { best?: ReactNode; count?: ReactNode }) => ReactNode
}

/** For the page of a member: their best and the number of their catches, of those that the viewer may see. */
export function WithSums({ memberId, userId, children }: WithSumsProps) {
  const { isPending, summary, unit } = useJournal(memberId, userId)
  if (isPending) return children({})
  const best = summary?.steps.at(-1)
  return children({
    best: best ? <WeightFigure grams={best.grams} unit={unit} /> : NONE,
    count: summary ? formatPoints(summary.catch_count) : NONE,
  })
}
