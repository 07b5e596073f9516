import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DetailPanel, PanelBody, PanelFoot } from '../../../components/console/detail-panel.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { type ReportCase, reportCaseQuery } from '../../../data/reports/console-case-query.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
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
      <PanelBody>
        <Title found={data} focuses={wide} />
        <CaseFacts found={data} />
      </PanelBody>
      <PanelFoot>{foot(data)}</PanelFoot>
    </>
  ) : error ? (
    <PanelBody>
      {gone ? (
        <p className="quiet">There is no such case.</p>
      ) : (
        <ErrorBanner action="loadData" error={error} onRetry={() => void refetch()} />
      )}
    </PanelBody>
  ) : (
    <SkeletonGroup label="Loading the report">
      <PanelBody>
        <Skeleton width="60%" height={22} />
        <Skeleton height={96} />
        <Skeleton height={120} />
      </PanelBody>
    </SkeletonGroup>
  )
  return (
    <DetailPanel noun="report" place={place} onStep={onStep} onClose={onClose}>
      {body}
    </DetailPanel>
  )
}

function Title({ found, focuses }: { found: ReportCase; focuses: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each case takes the focus once
  useEffect(() => {
    if (focuses) heading.current?.focus({ preventScroll: true })
  }, [found.id])
  useKeptFocus(() => heading.current, `${found.id} ${found.version}`)
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
