import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import { useSidePanel } from '../../../components/console/use-side-panel.ts'
import { Views } from '../../../components/console/views.tsx'
import { WithPanel } from '../../../components/console/with-panel.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useBadgeDeleteMutation } from '../../../data/badges/console-award-mutations.ts'
import { type Badge, badgesQuery } from '../../../data/badges/console-badges-query.ts'
import { useBadgesRealtime } from '../../../data/badges/realtime.ts'
import { BadgeNotFound } from '../../../data/badges/refusal.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { hasDraft } from '../../../lib/form/tab-draft.ts'
import { formatCount } from '../../../lib/format.ts'
import { BADGE_FORM } from '../badge-schema.ts'
import { useView, VIEWS } from '../use-view.ts'
import { AwardDialog, type AwardStart } from './award-dialog.tsx'
import { BadgeList } from './badge-list.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { Members } from './members.tsx'

/** The badges and their holders: creates, awards, edits and deletes badges. */
export function BadgesPage({ userId }: { userId: string }) {
  useBadgesRealtime()
  useUsersRealtime()
  const { view, onView } = useView()
  const { search, onSearch } = useListState({ sort: { key: 'name', dir: 'asc' }, sorts: [] })
  const badges = useQuery(badgesQuery())
  const [start, setStart] = useState<AwardStart>()
  const panel = useSidePanel({ reopens: hasDraft(userId, BADGE_FORM) })
  const create = () => panel.open({ kind: 'add' })
  const edited = useLastRow(
    panel.id,
    badges.data?.find(({ id }) => id === panel.id),
  )
  const [deleting, setDeleting] = useState<Badge>()

  return (
    <ConsolePage
      title="Badges"
      count={badges.data?.length}
      actions={
        <Button data-create size="sm" icon={<Plus className="icon" aria-hidden="true" />} onClick={create}>
          Create badge
        </Button>
      }
    >
      <Views views={VIEWS} current={view} onView={onView} />
      <WithPanel
        panel={panel}
        form={
          panel.id === undefined ? (
            <CreateDialog panel={panel} />
          ) : edited ? (
            <EditDialog key={panel.id} badge={edited} panel={panel} />
          ) : (
            <PanelNotice panel={panel} title="Edit badge" query={badges} missing="There is no such badge." />
          )
        }
      >
        {view === 'members' ? (
          <Members onAward={(user) => setStart({ user })} />
        ) : (
          <BadgeList
            badges={badges}
            openId={panel.id}
            text={search}
            onSearch={onSearch}
            onCreate={create}
            onAward={(badge) => setStart({ badge })}
            onEdit={({ id }) => panel.open({ kind: 'edit', id })}
            onDelete={setDeleting}
          />
        )}
      </WithPanel>
      <AwardDialog start={start} badges={badges.data ?? []} onClose={() => setStart(undefined)} />
      <DeleteDialog
        badge={deleting}
        onDeleted={(id) => panel.id === id && panel.close()}
        onClose={() => setDeleting(undefined)}
      />
    </ConsolePage>
  )
}

interface DeleteDialogProps {
  badge: Badge | undefined
  onDeleted: (id: string) => void
  onClose: () => void
}

function DeleteDialog({ badge, onDeleted, onClose }: DeleteDialogProps) {
  const toast = useToast()
  const remove = useBadgeDeleteMutation()
  const confirm = async () => {
    if (!badge) return
    await remove.mutateAsync(badge.id)
    onDeleted(badge.id)
    toast(`Badge ${badge.name} deleted.`)
  }
  return (
    <ConfirmAction
      open={badge !== undefined}
      title={`Delete ${badge?.name ?? ''}?`}
      text={
        badge?.holders
          ? `${formatCount(badge.holders, 'member')} will lose this badge. This cannot be undone.`
          : 'No member holds this badge. This cannot be undone.'
      }
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      failure={
        remove.error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.removeBadge
      }
    />
  )
}
