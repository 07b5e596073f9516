import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { type PackageItem, type PrizePackage, packagesQuery } from '../../../data/prizes/console-packages-query.ts'
import { useConsolePrizesRealtime } from '../../../data/prizes/console-realtime.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { hasDraft } from '../../../lib/form/tab-draft.ts'
import { isUuid } from '../../../lib/is-uuid.ts'
import { PACKAGE_FORM } from '../prize-schema.ts'
import { AddDialog } from './add-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { AddItemDialog, EditItemDialog } from './item-dialog.tsx'
import { PackageList } from './package-list.tsx'
import { type Removal, RemovalTask } from './removals.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const

type Task =
  | { kind: 'add' }
  | { kind: 'assign' }
  | { kind: 'edit'; packageId: string }
  | { kind: 'add-item'; prizePackage: PrizePackage }
  | { kind: 'edit-item'; item: PackageItem }
  | Removal

const isRemoval = (task: Task): task is Removal =>
  task.kind === 'delete-package' || task.kind === 'delete-item' || task.kind === 'withdraw'

/** The prize packages with their actions. */
export function PrizesPage({ userId }: { userId: string }) {
  useConsolePrizesRealtime()
  const { page, onPage } = useListState({ sort: NEWEST, sorts: [] })
  const [params] = useSearchParams()
  const named = params.get('package') ?? undefined
  const only = isUuid(named) ? named : undefined
  const packages = useQuery(packagesQuery(page, only))
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
      count={only ? undefined : packages.data?.total}
      {...(only && { back: { to: '/admin/prizes', label: 'All packages' } })}
      actions={
        <>
          <Button variant="line" size="sm" onClick={() => setTask({ kind: 'assign' })}>
            Assign Prize
          </Button>
          <Button
            data-create
            size="sm"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => setTask({ kind: 'add' })}
          >
            Add Package
          </Button>
        </>
      }
    >
      <PackageList
        packages={packages}
        itemId={(only && params.get('item')) || undefined}
        onEdit={({ id }) => setTask({ kind: 'edit', packageId: id })}
        onAddItem={(prizePackage) => setTask({ kind: 'add-item', prizePackage })}
        onEditItem={(item) => setTask({ kind: 'edit-item', item })}
        onRemove={setTask}
      />
      {packages.data && (
        <Pager
          page={Math.min(page, packages.data.pages)}
          pages={packages.data.pages}
          onPage={onPage}
          label="Pages of packages"
        />
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
