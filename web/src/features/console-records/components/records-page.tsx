import { useQuery } from '@tanstack/react-query'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Views } from '../../../components/console/views.tsx'
import { consoleOffersQuery } from '../../../data/records/console-offers-query.ts'
import { useConsoleRecordsRealtime } from '../../../data/records/console-realtime.ts'
import { useAddressParams } from '../../../hooks/use-address-params.ts'
import { useConsoleTopic } from '../../../hooks/use-console-topic.ts'
import { OffersView } from './offers-view.tsx'

const VIEWS = [
  { view: 'waiting', label: 'Waiting' },
  { view: 'decided', label: 'Decided' },
] as const

/** The catches that members offer for the club records: those that wait, and those that were decided (`?view=decided`). */
export function RecordsPage() {
  useConsoleRecordsRealtime(useConsoleTopic())
  const [params, change] = useAddressParams()
  const isDecided = params.get('view') === 'decided'
  const waiting = useQuery(consoleOffersQuery(false)).data?.length
  return (
    <ConsolePage title="Records" count={waiting || undefined} counted="waiting">
      <Views
        views={VIEWS}
        current={isDecided ? 'decided' : 'waiting'}
        onView={(view) => change({ view: view === 'decided' ? view : undefined })}
        counts={{ waiting }}
      />
      <OffersView key={String(isDecided)} isDecided={isDecided} />
    </ConsolePage>
  )
}
