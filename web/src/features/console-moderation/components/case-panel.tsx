import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { type ReportCase, reportCaseQuery } from '../../../data/reports/console-case-query.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { codeOf } from '../../../lib/refusal.ts'
import * as styles from '../case.module.css'
import { linkText, subjectText } from '../case-text.ts'
import { CaseFacts } from './case-facts.tsx'

export interface CasePanelProps {
  id: string
  /** Where the case stands in the list, e.g. `Report 1 of 4`. */
  place: string
  onStep: (step: 1 | -1) => void
  onClose: () => void
  /** The decision, or the buttons for one. */
  foot: (found: ReportCase) => ReactNode
}

/** One case: beside the list on laptops, a sheet on phones. */
export function CasePanel({ id, place, onStep, onClose, foot }: CasePanelProps) {
  const wide = useWide()
  const { data, error, refetch } = useQuery(reportCaseQuery(id))
  const gone = codeOf(error) === 'PT404'
  const body = data ? (
    <>
      <div className={styles.body}>
        <Title found={data} focuses={wide} />
        <CaseFacts found={data} />
      </div>
      <div className={styles.foot}>{foot(data)}</div>
    </>
  ) : error ? (
    <div className={styles.body}>
      {gone ? (
        <p className="quiet">There is no such case.</p>
      ) : (
        <ErrorBanner action="loadData" error={error} onRetry={() => void refetch()} />
      )}
    </div>
  ) : (
    <SkeletonGroup label="Loading the report">
      <div className={styles.body}>
        <Skeleton width="60%" height={22} />
        <Skeleton height={96} />
        <Skeleton height={120} />
      </div>
    </SkeletonGroup>
  )
  const steps = (
    <>
      <IconButton
        label="Previous report"
        icon={<ChevronUp className="icon" aria-hidden="true" />}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label="Next report"
        icon={<ChevronDown className="icon" aria-hidden="true" />}
        onClick={() => onStep(1)}
      />
    </>
  )
  if (!wide)
    return (
      <Sheet open onClose={onClose} title={place} className={styles.sheet}>
        <div className={styles.steps}>{steps}</div>
        {body}
      </Sheet>
    )
  return (
    <aside className={styles.panel} aria-label="Report">
      <div className={styles.panelHead}>
        <span className="grow">{place}</span>
        {steps}
        <IconButton label="Close" icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
      </div>
      {body}
    </aside>
  )
}

function Title({ found, focuses }: { found: ReportCase; focuses: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each case takes the focus once
  useEffect(() => {
    if (focuses) heading.current?.focus({ preventScroll: true })
  }, [found.id])
  return (
    <div className={styles.title}>
      <h2 ref={heading} tabIndex={-1}>
        {subjectText(found.kind)} <bdi>{found.username ?? 'a deleted member'}</bdi>
      </h2>
      {found.now && (found.kind === 'entry' || !found.is_hidden) && (
        <Link to={found.now.path}>{linkText(found.kind)}</Link>
      )}
    </div>
  )
}
