import * as panel from '../../../components/console/detail-panel.module.css'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import type { ReportList } from '../../../data/reports/console-queue-query.ts'
import { decisionRefusal } from '../../../data/reports/refusal.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../moderation.module.css'
import { useDecisions } from '../use-decisions.tsx'
import { useModerationKeys } from '../use-moderation-keys.ts'
import { useQueue, VIEWS } from '../use-queue.ts'
import { CaseList } from './case-list.tsx'
import { CasePanel } from './case-panel.tsx'
import { DecidedBox } from './decided-box.tsx'
import { DECISIONS, DecisionBar } from './decision-bar.tsx'

const EMPTY = {
  open: 'No reports are waiting.',
  hidden: 'Nothing is hidden automatically.',
  decided: 'Nothing has been decided yet.',
} as const

/** A list of reports, and one case with its decision. */
export function ReportsView({ view }: { view: ReportList }) {
  const wide = useWide()
  const { caseId, list, rows, at, show } = useQueue(view)
  const nextId = () => (rows[at + 1] ?? rows[at - 1])?.id
  const decisions = useDecisions(caseId, () => {
    const next = wide && view !== 'decided' ? nextId() : undefined
    show(next)
    return next !== undefined
  })
  const step = (by: 1 | -1) => {
    const to = at < 0 ? rows[0] : rows[at + by]
    if (to) show(to.id)
  }
  const close = () => {
    const row = document.querySelector<HTMLElement>(`[data-case="${CSS.escape(caseId ?? '')}"]`)
    show(undefined)
    row?.focus()
  }
  useModerationKeys({
    onDecide: (place) => {
      const [found, chosen] = [decisions.loaded(), DECISIONS[place - 1]]
      if (found && chosen) void decisions.choose(found, chosen.decision)
    },
    onStep: step,
    onUndo: () => {
      const found = decisions.loaded()
      if (found?.can_undo) void decisions.undo(found.id, found.version)
      else decisions.undoLast()
    },
    onClose: () => (decisions.writing ? decisions.cancel() : caseId !== undefined && close()),
  })

  return (
    <div className={panel.split} data-open={(wide && caseId !== undefined) || undefined}>
      <div className={styles.list}>
        {list.error && <ErrorBanner action="loadData" error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending ? (
          <SkeletonGroup label="Loading reports">
            <div className="card padded">
              <Skeleton height={44} />
              <Skeleton height={44} />
              <Skeleton height={44} />
            </div>
          </SkeletonGroup>
        ) : rows.length === 0 ? (
          !list.error && (
            <div className="card">
              <Empty icon={<FloatDrawing />} titleAs="h2" title={EMPTY[view]} />
            </div>
          )
        ) : (
          <CaseList
            label={`${VIEWS.find((one) => one.view === view)?.label} reports`}
            rows={rows}
            caseId={caseId}
            onOpen={(id) => (id === caseId ? close() : show(id))}
          />
        )}
        {list.hasNextPage && (
          <Button
            className={styles.more}
            variant="line"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more reports
          </Button>
        )}
      </div>
      {caseId !== undefined && (
        <CasePanel
          id={caseId}
          place={at < 0 ? 'Report' : `Report ${at + 1} of ${rows.length}${list.hasNextPage ? '+' : ''}`}
          onStep={step}
          onClose={close}
          foot={(found) => (
            <>
              {decisions.failure !== undefined && (
                <RefusalBanner
                  action={consoleFailureText.updateReport}
                  error={decisions.failure}
                  reason={decisionRefusal(decisions.failure)}
                  onDismiss={decisions.dismiss}
                />
              )}
              {found.decision ? (
                <DecidedBox
                  found={found}
                  busy={decisions.busy}
                  onUndo={() => void decisions.undo(found.id, found.version)}
                />
              ) : (
                <DecisionBar
                  found={found}
                  writing={decisions.writing}
                  busy={decisions.busy}
                  onChoose={(decision) => void decisions.choose(found, decision)}
                  onCancel={decisions.cancel}
                  onDone={decisions.done}
                />
              )}
            </>
          )}
        />
      )}
    </div>
  )
}
