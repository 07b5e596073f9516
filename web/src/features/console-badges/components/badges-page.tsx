import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Views } from '../../../components/console/views.tsx'
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
  // Open again when its draft survived a reload.
  const [isCreating, setCreating] = useState(() => hasDraft(userId, BADGE_FORM))
  const [editing, setEditing] = useState<Badge>()
  const [deleting, setDeleting] = useState<Badge>()

  return (
    <ConsolePage
      title="Badges"
      count={badges.data?.length}
      actions={
        <Button
          data-create
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => setCreating(true)}
        >
          Create badge
        </Button>
      }
    >
      <Views views={VIEWS} current={view} onView={onView} />
      {view === 'members' ? (
        <Members onAward={(user) => setStart({ user })} />
      ) : (
        <BadgeList
          badges={badges}
          text={search}
          onSearch={onSearch}
          onCreate={() => setCreating(true)}
          onAward={(badge) => setStart({ badge })}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      <AwardDialog start={start} badges={badges.data ?? []} onClose={() => setStart(undefined)} />
      {editing && (
        <EditDialog
          badge={badges.data?.find(({ id }) => id === editing.id) ?? editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <DeleteDialog badge={deleting} onClose={() => setDeleting(undefined)} />
    </ConsolePage>
  )
}

function DeleteDialog({ badge, onClose }: { badge: Badge | undefined; onClose: () => void }) {
  const toast = useToast()
  const remove = useBadgeDeleteMutation()
  const confirm = async () => {
    if (!badge) return
    await remove.mutateAsync(badge.id)
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
