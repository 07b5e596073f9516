import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../feedback/skeleton.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { PanelBody } from './detail-panel.tsx'
import { FormPanel } from './form-panel.tsx'
import type { SidePanel } from './use-side-panel.ts'

export interface PanelNoticeProps {
  panel: SidePanel
  title: string
  /** Loads the row, where the list does not have it. */
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> }
  /** Said of a row that does not exist: `There is no such card.` */
  missing: string
}

/** The panel of a row that is being loaded, or does not exist. */
export function PanelNotice({ panel, title, query, missing }: PanelNoticeProps) {
  const content = query.error ? (
    <ErrorBanner action="loadData" error={query.error} onRetry={() => void query.refetch()} />
  ) : query.isPending ? (
    <SkeletonGroup label="Loading">
      <Skeleton height={44} />
      <Skeleton height={120} />
    </SkeletonGroup>
  ) : (
    <p className="quiet">{missing}</p>
  )
  if (!panel.beside)
    return (
      <Sheet open onClose={panel.close} title={title}>
        {content}
      </Sheet>
    )
  return (
    <FormPanel title={title} onClose={panel.close}>
      <PanelBody>{content}</PanelBody>
    </FormPanel>
  )
}
