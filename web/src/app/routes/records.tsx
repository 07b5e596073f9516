import { useSearchParams } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Segmented, segmentedTabId } from '../../components/ui/segmented.tsx'
import { GuestBoard } from '../../features/records/components/guest-board.tsx'
import { RecordsBoard } from '../../features/records/components/records-board.tsx'
import { parsePeriod, type RecordPeriod } from '../../features/records/record-text.ts'
import { useSession } from '../../hooks/use-session.ts'
import { GuestsOfRecords } from '../guards/guests-of-records.tsx'

const TABS = [
  { value: 'season', label: 'This season' },
  { value: 'all', label: 'All time' },
] as const
const PANEL = 'records'

/** `/records`; the tab is in the address (`?period=all`), so that Back returns to the other one. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const session = useSession()
  const period = parsePeriod(search.get('period'))
  const open = (chosen: RecordPeriod) =>
    setSearch(chosen === 'all' ? { period: 'all' } : {}, { preventScrollReset: true })
  if (session.status === 'loading') return <Spinner page />
  const page = (
    <Page
      title="Club records"
      lead="The heaviest carp of each variety, verified by the team."
      actions={
        <Segmented label="Period" role="tablist" options={TABS} value={period} onChange={open} panelId={PANEL} />
      }
    >
      <div role="tabpanel" id={PANEL} aria-labelledby={segmentedTabId(PANEL, period)} tabIndex={-1}>
        {session.status === 'member' ? (
          <RecordsBoard userId={session.userId} period={period} />
        ) : (
          <GuestBoard period={period} />
        )}
      </div>
    </Page>
  )
  return session.status === 'member' ? page : <GuestsOfRecords isAllTime={period === 'all'}>{page}</GuestsOfRecords>
}
