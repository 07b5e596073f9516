import { useQuery } from '@tanstack/react-query'
import PackageCheck from 'lucide-react/icons/package-check'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { CLAIM_STATUSES, type ClaimsSearch, OPEN_STATUSES } from '../../../data/claims/claims-search.ts'
import { claimsQuery, exportClaims } from '../../../data/claims/console-claims-query.ts'
import { useConsoleClaimsRealtime } from '../../../data/claims/console-realtime.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useAddressParams } from '../../../hooks/use-address-params.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { isUuid } from '../../../lib/is-uuid.ts'
import { STATUS_NAMES } from '../claim-text.ts'
import * as styles from '../claims.module.css'
import { CLAIM_FILE } from '../claims-file.ts'
import { ClaimList } from './claim-list.tsx'
import { PackingList } from './packing-list.tsx'

const NEWEST = { key: 'awarded', dir: 'desc' } as const
const OPEN = { key: 'open', dir: 'asc' } as const
const isOpen = (status: string) => OPEN_STATUSES.some((open) => open === status)

/** Every award with its fulfillment, or the one that the address names (`?claim=…`). */
export function ClaimsPage() {
  const claim = useAddressParams()[0].get('claim') ?? undefined
  return isUuid(claim) ? <OneClaim key={claim} id={claim} /> : <AllClaims />
}

function OneClaim({ id }: { id: string }) {
  useConsoleClaimsRealtime()
  const claims = useQuery(claimsQuery({ text: '', status: 'all', order: 'newest', id }, 1))
  useReadHere(claims.data && `/admin/claims?claim=${id}`)
  return (
    <ConsolePage title="Claim" back={{ to: '/admin/claims', label: 'All claims' }}>
      <ClaimList claims={claims} />
    </ConsolePage>
  )
}

/** Every award with its fulfillment; the search is kept in the address. */
function AllClaims() {
  useConsoleClaimsRealtime()
  const list = useListState({ sort: NEWEST, sorts: ['awarded', 'open'], filters: ['all', ...CLAIM_STATUSES] })
  const [params, change] = useAddressParams()
  const packing = params.get('view') === 'packing'
  const search: ClaimsSearch = {
    text: list.search,
    status: CLAIM_STATUSES.find((status) => status === list.filter) ?? 'all',
    order: list.sort.key === 'open' ? 'open' : 'newest',
  }
  const claims = useQuery({ ...claimsQuery(search, list.page), enabled: !packing })
  const show = (view: string | undefined) => change({ view }, { push: true })

  if (packing)
    return (
      <ConsolePage title="Packing list">
        <PackingList search={search} onClose={() => show(undefined)} />
      </ConsolePage>
    )
  return (
    <ConsolePage
      title="Claims"
      count={claims.data?.total}
      actions={
        <>
          <Button
            variant="line"
            size="sm"
            icon={<PackageCheck className="icon" aria-hidden="true" />}
            onClick={() => show('packing')}
          >
            Packing list
          </Button>
          <ExportButton
            label="Export CSV"
            fileName={`claims-${new Date().toISOString().slice(0, 10)}`}
            load={async () => ({ columns: CLAIM_FILE, rows: await exportClaims(search) })}
            failure={consoleFailureText.loadPrizeClaims}
          />
        </>
      }
    >
      <div className={styles.filters}>
        <SearchField
          label="Search claims"
          placeholder="Search by username, prize or tracking number"
          value={list.search}
          onChange={list.onSearch}
        />
        <select
          className="input"
          aria-label="Status"
          value={search.status}
          onChange={(event) => list.onFilter(event.target.value)}
        >
          <option value="all">All statuses</option>
          {CLAIM_STATUSES.map((status) => (
            <option key={status} value={status} disabled={search.order === 'open' && !isOpen(status)}>
              {STATUS_NAMES[status]}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Order"
          value={search.order}
          onChange={(event) => list.onSort(event.target.value === 'open' ? OPEN : NEWEST)}
        >
          <option value="newest">Newest first</option>
          <option value="open" disabled={search.status !== 'all' && !isOpen(search.status)}>
            Open, oldest first
          </option>
        </select>
      </div>
      <ClaimList claims={claims} />
      {claims.data && (
        <Pager
          page={Math.min(list.page, claims.data.pages)}
          pages={claims.data.pages}
          onPage={list.onPage}
          label="Pages of claims"
        />
      )}
    </ConsolePage>
  )
}
