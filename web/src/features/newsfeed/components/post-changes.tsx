import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import { usePostDeleteMutation } from '../../../data/newsfeed/post-delete-mutation.ts'
import { usePostUpdateMutation } from '../../../data/newsfeed/post-update-mutation.ts'
import { EditForm } from './edit-form.tsx'

/** Changes the text of a post in place. */
export function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const update = usePostUpdateMutation(post.id)
  return (
    <EditForm
      label="Edit post"
      text={post.content}
      max={TEXT_LIMITS.post}
      save={update.mutateAsync}
      action="updatePost"
      onClose={onClose}
    />
  )
}

export interface DeletePostProps {
  postId: string
  onClose: () => void
  onDeleted: (() => void) | undefined
  onError: (error: unknown) => void
}

/** Asks whether to delete a post, and deletes it. */
export function DeletePost({ postId, onClose, onDeleted, onError }: DeletePostProps) {
  const remove = usePostDeleteMutation(postId)
  const toast = useToast()
  // The card is removed with its post, so the callback must not depend on it.
  const confirm = async () => {
    const failure = await remove.mutateAsync().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    onClose()
    if (failure) return onError(failure.error)
    toast('Post deleted')
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      open
      title="Delete post"
      text="Are you sure you want to delete this post?"
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
