import { useQuery } from '@tanstack/react-query'
import Gift from 'lucide-react/icons/gift'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { HeadLabel, MainLabel, shrinks } from '../../../components/console/head-label.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import { useSidePanel } from '../../../components/console/use-side-panel.ts'
import { Views } from '../../../components/console/views.tsx'
import { WithPanel } from '../../../components/console/with-panel.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import {
  PACKAGES_PAGE_SIZE,
  packageCountsQuery,
  packageQuery,
  packagesQuery,
} from '../../../data/prizes/console-packages-query.ts'
import {
  PACKAGE_SORTS,
  PACKAGE_VIEWS,
  type PackageSort,
  type PackagesFound,
  type PackageView,
} from '../../../data/prizes/console-packages-search.ts'
import { useConsolePrizesRealtime } from '../../../data/prizes/console-realtime.ts'
import { useAddressParams } from '../../../hooks/use-address-params.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { hasDraft } from '../../../lib/form/tab-draft.ts'
import { formatCount } from '../../../lib/format.ts'
import { isUuid } from '../../../lib/is-uuid.ts'
import { VIEWS } from '../package-views.ts'
import { exportPackages } from '../packages-export.ts'
import { PACKAGE_FORM } from '../prize-schema.ts'
import { AddDialog } from './add-dialog.tsx'
import { AssignDialog, AssignTo } from './assign-dialog.tsx'
import { PackageForm } from './package-form.tsx'
import { PackageList } from './package-list.tsx'
import { type Removal, RemovalTask } from './removals.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const
const SORTS = [
  { sort: NEWEST, label: 'Newest first' },
  { sort: { key: 'created', dir: 'asc' }, label: 'Oldest first' },
  { sort: { key: 'name', dir: 'asc' }, label: 'Name, A to Z' },
  { sort: { key: 'left', dir: 'asc' }, label: 'Fewest left first' },
] as const

type Task = { kind: 'assign' } | Removal

/** The prize packages in views by their stock, with their actions. What is shown is in the address. */
export function PrizesPage({ userId }: { userId: string }) {
  useConsolePrizesRealtime()
  const list = useListState({ sort: NEWEST, sorts: PACKAGE_SORTS, filters: PACKAGE_VIEWS })
  const found: PackagesFound = { text: list.search, view: list.filter as PackageView }
  const [params, change] = useAddressParams()
  const named = params.get('package') ?? undefined
  const winnerId = params.get('winner') ?? undefined
  const only = isUuid(named) ? named : undefined
  const packages = useQuery(
    packagesQuery(
      { ...found, sort: list.sort.key as PackageSort, descending: list.sort.dir === 'desc', page: list.page },
      only,
    ),
  )
  const counts = useQuery(packageCountsQuery())
  const total = packages.data?.total
  const { pages } = usePages(list, {
    total,
    size: PACKAGES_PAGE_SIZE,
    isCurrent: packages.isSuccess && !packages.isPlaceholderData,
  })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const panel = useSidePanel({ reopens: hasDraft(userId, PACKAGE_FORM) })
  const inList = packages.data?.packages.find(({ id }) => id === panel.id)
  const one = useQuery({
    ...packageQuery(panel.id ?? ''),
    enabled: panel.id !== undefined && packages.isSuccess && !inList,
  })
  const part = panel.at?.kind === 'edit' ? panel.at.part : undefined
  const edited = useLastRow(panel.id, inList ?? one.data ?? undefined)
  const removed = (id: string) => {
    if (panel.at?.kind === 'edit' && (panel.at.id === id || panel.at.part === id)) panel.close()
  }

  return (
    <ConsolePage
      title="Prizes"
      count={only ? undefined : total}
      {...(only && { back: { to: '/admin/prizes', label: 'All packages' } })}
      actions={
        <>
          {!only && (
            <ExportButton
              label={list.isNarrowed ? 'Export found' : 'Export CSV'}
              fileName={`prizes-${new Date().toISOString().slice(0, 10)}`}
              load={() => exportPackages(found)}
              failure={consoleFailureText.loadPrizePackages}
            />
          )}
          <Button
            variant="line"
            size="sm"
            className={shrinks}
            title="Assign Prize"
            icon={<Gift className="icon" aria-hidden="true" />}
            onClick={() => setTask({ kind: 'assign' })}
          >
            <HeadLabel>Assign Prize</HeadLabel>
          </Button>
          <Button
            data-create
            size="sm"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => panel.open({ kind: 'add' })}
          >
            <MainLabel>Add Package</MainLabel>
          </Button>
        </>
      }
    >
      {!only && (
        <>
          <Views views={VIEWS} current={found.view} onView={list.onFilter} counts={counts.data ?? {}} />
          <ListControls searched="Search packages, items and winners" text={list.search} onSearch={list.onSearch}>
            <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
          </ListControls>
        </>
      )}
      <p className="visually-hidden" role="status">
        {only || packages.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'package')} found`}
      </p>
      <WithPanel
        panel={panel}
        form={
          panel.id === undefined ? (
            <AddDialog panel={panel} />
          ) : edited ? (
            <PackageForm key={`${panel.id} ${part}`} prizePackage={edited} part={part} panel={panel} />
          ) : (
            <PanelNotice panel={panel} title="Edit package" query={one} missing="There is no such package." />
          )
        }
      >
        <PackageList
          packages={packages}
          onClear={!only && list.isNarrowed ? list.onClear : undefined}
          itemId={(only && params.get('item')) || undefined}
          openId={panel.id}
          onEdit={({ id }) => panel.open({ kind: 'edit', id })}
          onAddItem={({ id }) => panel.open({ kind: 'edit', id, part: 'new' })}
          onEditItem={({ id }, item) => panel.open({ kind: 'edit', id, part: item.id })}
          onRemove={setTask}
        />
        {packages.data && (
          <Pager page={Math.min(list.page, pages)} pages={pages} onPage={list.onPage} label="Pages of packages" />
        )}
      </WithPanel>
      {isUuid(winnerId) && (
        <AssignTo key={winnerId} winnerId={winnerId} onClose={() => change({ winner: undefined })} />
      )}
      {task?.kind === 'assign' && <AssignDialog onClose={close} />}
      {task && task.kind !== 'assign' && <RemovalTask task={task} onRemoved={removed} onClose={close} />}
    </ConsolePage>
  )
}
