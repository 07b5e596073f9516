import EyeOff from 'lucide-react/icons/eye-off'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { BulkAction } from '../../../components/console/bulk-bar.tsx'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { SelectionBar } from '../../../components/console/selection-bar.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useConsolePostsDeleteMutation, useHidePostsMutation } from '../../../data/newsfeed/console-post-mutations.ts'
import type { Selection } from '../../../hooks/use-selection.ts'
import { formatCount } from '../../../lib/format.ts'
import { deletedText, hiddenText } from '../hidden-text.ts'

/** What can be done with the selected posts. */
export function BulkPosts({ selection }: { selection: Selection }) {
  const toast = useToast()
  const hide = useHidePostsMutation()
  const remove = useConsolePostsDeleteMutation()
  // What was selected when it opened: the same posts for every attempt.
  const [asked, setAsked] = useState<{ action: 'hide' | 'delete'; ids: readonly string[] }>()
  const ids = asked?.ids ?? []
  const posts = formatCount(ids.length, 'post')
  const ask = (action: 'hide' | 'delete') => setAsked({ action, ids: selection.items.map(({ id }) => id) })
  const done = (text: string) => {
    selection.remove(ids)
    toast(text)
  }
  return (
    <>
      <SelectionBar selection={selection} one="post">
        <BulkAction icon={<EyeOff className="icon" aria-hidden="true" />} onClick={() => ask('hide')}>
          Hide
        </BulkAction>
        <BulkAction icon={<Trash2 className="icon" aria-hidden="true" />} onClick={() => ask('delete')}>
          Delete
        </BulkAction>
      </SelectionBar>
      <ConfirmAction
        open={asked?.action === 'hide'}
        title={`Hide ${posts}?`}
        text="Nobody sees them any longer. Each one can be shown again in Moderation for 90 days."
        confirmLabel="Hide"
        onConfirm={async () => {
          const outcomes = await hide.mutateAsync(ids)
          done(hiddenText(outcomes.map(({ outcome }) => outcome)))
        }}
        onClose={() => setAsked(undefined)}
        failure="updatePost"
      />
      <ConfirmAction
        open={asked?.action === 'delete'}
        title={`Delete ${posts}?`}
        text="They are deleted with their comments and reactions. This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={async () => done(deletedText(await remove.mutateAsync(ids), ids.length))}
        onClose={() => setAsked(undefined)}
        failure="deletePost"
      />
    </>
  )
}
