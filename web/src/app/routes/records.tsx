import { useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { Segmented, segmentedTabId } from '../../components/ui/segmented.tsx'
import { RecordsBoard } from '../../features/records/components/records-board.tsx'
import { parsePeriod, type RecordPeriod } from '../../features/records/record-text.ts'
import { useUserId } from '../../hooks/use-session.ts'

const TABS = [
  { value: 'season', label: 'This season' },
  { value: 'all', label: 'All time' },
] as const
const PANEL = 'records'

/** `/records`; the tab is in the address (`?period=all`), so that Back returns to the other one. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const userId = useUserId()
  const period = parsePeriod(search.get('period'))
  const open = (chosen: RecordPeriod) =>
    setSearch(chosen === 'all' ? { period: 'all' } : {}, { preventScrollReset: true })
  return (
    <Page
      title="Club records"
      lead="The heaviest carp of each variety, verified by the team."
      actions={
        <Segmented label="Period" role="tablist" options={TABS} value={period} onChange={open} panelId={PANEL} />
      }
    >
      <div role="tabpanel" id={PANEL} aria-labelledby={segmentedTabId(PANEL, period)} tabIndex={-1}>
        {userId === undefined ? (
          <p>Please log in to view the club records</p>
        ) : (
          <RecordsBoard userId={userId} period={period} />
        )}
      </div>
    </Page>
  )
}
