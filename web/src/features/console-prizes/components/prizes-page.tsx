import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { packagesQuery } from '../../../data/prizes/console-packages-query.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import '../console-prizes.css'
import { readPackageDraft } from '../draft-store.ts'
import { hasWords } from '../package-draft.ts'
import { AddDialog } from './add-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PackageList } from './package-list.tsx'
import { type Removal, RemovalTask } from './removals.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const

type Task = { kind: 'add' } | { kind: 'assign' } | { kind: 'edit'; packageId: string } | Removal

const isRemoval = (task: Task): task is Removal =>
  task.kind === 'delete-package' || task.kind === 'delete-item' || task.kind === 'withdraw'

/** The packages that can be won, and what is done with them. */
export function PrizesPage({ userId }: { userId: string }) {
  const { page, onPage } = useListState({ sort: NEWEST, sorts: [] })
  const packages = useQuery(packagesQuery(page))
  // A package that was being made before a reload goes on.
  const [task, setTask] = useState<Task | undefined>(() =>
    hasWords(readPackageDraft(userId)) ? { kind: 'add' } : undefined,
  )
  const close = () => setTask(undefined)
  const edited = task?.kind === 'edit' ? packages.data?.packages.find(({ id }) => id === task.packageId) : undefined
  const [lastEdited, setLastEdited] = useState(edited)
  if (edited && edited !== lastEdited) setLastEdited(edited)

  return (
    <ConsolePage
      title="Prizes"
      count={packages.data?.total}
      actions={
        <>
          <Button variant="line" size="sm" onClick={() => setTask({ kind: 'assign' })}>
            Assign Prize
          </Button>
          <Button size="sm" icon={<Plus className="i" aria-hidden="true" />} onClick={() => setTask({ kind: 'add' })}>
            Add Package
          </Button>
        </>
      }
    >
      <PackageList
        packages={packages}
        onEdit={({ id }) => setTask({ kind: 'edit', packageId: id })}
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
      {task?.kind === 'add' && <AddDialog userId={userId} onClose={close} />}
      {task?.kind === 'assign' && <AssignDialog onClose={close} />}
      {task?.kind === 'edit' && lastEdited?.id === task.packageId && (
        // The dialog stays when the package vanishes from the list: saving then says that it is gone.
        <EditDialog key={task.packageId} prizePackage={edited ?? lastEdited} onClose={close} />
      )}
      {task && isRemoval(task) && <RemovalTask task={task} onClose={close} />}
    </ConsolePage>
  )
}
