import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import type { PrizePackage } from '../../../data/prizes/console-packages-query.ts'
import { EditDialog } from './edit-dialog.tsx'
import { AddItemDialog, EditItemDialog } from './item-dialog.tsx'

export interface PackageFormProps {
  /** The package as it is now. One that was deleted stays: saving reports that. */
  prizePackage: PrizePackage
  /** ID of the item that is corrected, or `new`; undefined for the package itself. */
  part: string | undefined
  panel: SidePanel
}

/** The form of a package or of one of its items. */
export function PackageForm({ prizePackage, part, panel }: PackageFormProps) {
  const now = prizePackage.items.find(({ id }) => id === part)
  const item = useLastRow(part, now)
  if (part === 'new') return <AddItemDialog prizePackage={prizePackage} panel={panel} />
  if (part === undefined) return <EditDialog prizePackage={prizePackage} panel={panel} />
  if (item) return <EditItemDialog item={item} panel={panel} />
  return <PanelNotice panel={panel} title="Edit item" query={LOADED} missing="There is no such item." />
}

// Items come with their package.
const LOADED = { isPending: false, error: null, refetch: () => Promise.resolve() }
