import { useQuery } from '@tanstack/react-query'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { AUDIT_PAGE_SIZE, type AuditEntry } from '../../../data/audit/audit-entry.ts'
import { actorsQuery } from '../../../data/audit/console-actors-query.ts'
import { auditQuery } from '../../../data/audit/console-entries-query.ts'
import { loadTrail } from '../../../data/audit/console-export.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { formatDay } from '../../../lib/format.ts'
import { ACTION_FILTERS, actionsOf } from '../actions.ts'
import * as styles from '../audit.module.css'
import { AUDIT_CSV, fileNameOf } from '../audit-csv.ts'
import { beginningOf } from '../days.ts'
import { exactMoment, shortTime } from '../moments.ts'
import { useChosen } from '../use-chosen.ts'
import { wordsOf } from '../words.ts'
import { AuditFilters } from './audit-filters.tsx'
import { EntrySentence } from './entry-sentence.tsx'

const COLUMNS: readonly DataColumn<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    sortable: true,
    place: 'full',
    className: styles.moment,
    cell: ({ at }) => (
      <time dateTime={at} title={exactMoment(at)}>
        {formatDay(at)} <span className="nowrap">{shortTime(at)}</span>
      </time>
    ),
  },
  {
    key: 'what',
    header: 'What happened',
    place: 'full',
    className: styles.event,
    cell: (entry) => <EntrySentence entry={entry} />,
  },
]

/** Who did what in the console, and when, with search, filters, pages and an export. */
export function AuditPage() {
  const list = useListState({ sort: { key: 'at', dir: 'desc' }, sorts: ['at'], filters: ACTION_FILTERS })
  const { actor, from, to, choose, clear } = useChosen()
  const search = {
    words: wordsOf(list.search),
    actions: actionsOf(list.filter),
    actor,
    from: from && beginningOf(from),
    until: to && beginningOf(to, 1),
    page: list.page,
    newestFirst: list.sort.dir === 'desc',
  }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(auditQuery(search))
  const actors = useQuery(actorsQuery)
  const total = data?.total
  const isFiltered = list.search !== '' || search.actions.length > 0 || Boolean(actor ?? from ?? to)

  return (
    <ConsolePage
      title="Audit trail"
      count={total}
      actions={
        <ExportButton
          label="Export CSV"
          fileName={fileNameOf(new Date())}
          load={async () => ({ columns: AUDIT_CSV, rows: await loadTrail(search) })}
        />
      }
    >
      <AuditFilters
        search={list.search}
        onSearch={list.onSearch}
        filter={list.filter}
        onFilter={list.onFilter}
        actors={actors.data ?? []}
        actor={actor}
        from={from}
        to={to}
        onChoose={choose}
      />
      <DataTable
        label="Audit trail"
        columns={COLUMNS}
        rows={data?.entries ?? []}
        rowKey={({ id }) => id}
        sort={list.sort}
        onSort={list.onSort}
        loading={data === undefined ? isFetching : isPlaceholderData}
        error={error}
        failure="loadData"
        onRetry={() => refetch()}
        empty={
          isFiltered ? (
            <NothingFound title="No entries found matching your search." onClear={clear} />
          ) : (
            <Empty icon={<FloatDrawing />} title="Nothing has been changed in the console yet." />
          )
        }
      />
      <Pager
        label="Pages of the audit trail"
        page={list.page}
        pages={Math.ceil((total ?? 0) / AUDIT_PAGE_SIZE)}
        onPage={list.onPage}
      />
    </ConsolePage>
  )
}
