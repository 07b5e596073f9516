import { useQuery } from '@tanstack/react-query'
import Gift from 'lucide-react/icons/gift'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { HeadLabel, MainLabel, shrinks } from '../../../components/console/head-label.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { Views } from '../../../components/console/views.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import {
  PACKAGES_PAGE_SIZE,
  type PackageItem,
  type PrizePackage,
  packageCountsQuery,
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
import { AssignDialog } from './assign-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { AddItemDialog, EditItemDialog } from './item-dialog.tsx'
import { PackageList } from './package-list.tsx'
import { type Removal, RemovalTask } from './removals.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const
const SORTS = [
  { sort: NEWEST, label: 'Newest first' },
  { sort: { key: 'created', dir: 'asc' }, label: 'Oldest first' },
  { sort: { key: 'name', dir: 'asc' }, label: 'Name, A to Z' },
  { sort: { key: 'left', dir: 'asc' }, label: 'Fewest left first' },
] as const

type Task =
  | { kind: 'add' }
  | { kind: 'assign' }
  | { kind: 'edit'; packageId: string }
  | { kind: 'add-item'; prizePackage: PrizePackage }
  | { kind: 'edit-item'; item: PackageItem }
  | Removal

const isRemoval = (task: Task): task is Removal =>
  task.kind === 'delete-package' || task.kind === 'delete-item' || task.kind === 'withdraw'

/** The prize packages in views by their stock, with their actions. What is shown is in the address. */
export function PrizesPage({ userId }: { userId: string }) {
  useConsolePrizesRealtime()
  const list = useListState({ sort: NEWEST, sorts: PACKAGE_SORTS, filters: PACKAGE_VIEWS })
  const found: PackagesFound = { text: list.search, view: list.filter as PackageView }
  const [params] = useSearchParams()
  const named = params.get('package') ?? undefined
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
  // Reopens the dialog of a package whose draft survived a reload.
  const [task, setTask] = useState<Task | undefined>(() =>
    hasDraft(userId, PACKAGE_FORM) ? { kind: 'add' } : undefined,
  )
  const close = () => setTask(undefined)
  const items = packages.data?.packages.flatMap((box) => box.items) ?? []
  const edited = task?.kind === 'edit' ? packages.data?.packages.find(({ id }) => id === task.packageId) : undefined
  const [lastEdited, setLastEdited] = useState(edited)
  if (edited && edited !== lastEdited) setLastEdited(edited)

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
            onClick={() => setTask({ kind: 'add' })}
          >
            <MainLabel>Add Package</MainLabel>
          </Button>
        </>
      }
    >
      {!only && (
        <>
          <Views views={VIEWS} current={found.view} onView={list.onFilter} counts={counts.data ?? {}} />
          <ListControls searched="Search packages" text={list.search} onSearch={list.onSearch}>
            <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
          </ListControls>
        </>
      )}
      <p className="visually-hidden" role="status">
        {only || packages.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'package')} found`}
      </p>
      <PackageList
        packages={packages}
        onClear={!only && list.isNarrowed ? list.onClear : undefined}
        itemId={(only && params.get('item')) || undefined}
        onEdit={({ id }) => setTask({ kind: 'edit', packageId: id })}
        onAddItem={(prizePackage) => setTask({ kind: 'add-item', prizePackage })}
        onEditItem={(item) => setTask({ kind: 'edit-item', item })}
        onRemove={setTask}
      />
      {packages.data && (
        <Pager page={Math.min(list.page, pages)} pages={pages} onPage={list.onPage} label="Pages of packages" />
      )}
      {task?.kind === 'add' && <AddDialog onClose={close} />}
      {task?.kind === 'assign' && <AssignDialog onClose={close} />}
      {task?.kind === 'edit' && lastEdited?.id === task.packageId && (
        // The dialog stays open when the package disappears from the list: saving then reports that it was deleted.
        <EditDialog key={task.packageId} prizePackage={edited ?? lastEdited} onClose={close} />
      )}
      {task?.kind === 'add-item' && <AddItemDialog prizePackage={task.prizePackage} onClose={close} />}
      {task?.kind === 'edit-item' && (
        // The item as the list has it now; when it was deleted, saving reports that.
        <EditItemDialog item={items.find(({ id }) => id === task.item.id) ?? task.item} onClose={close} />
      )}
      {task && isRemoval(task) && <RemovalTask task={task} onClose={close} />}
    </ConsolePage>
  )
}
