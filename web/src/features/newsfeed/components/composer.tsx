import ImagePlus from 'lucide-react/icons/image-plus'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { usePostCreateMutation } from '../../../data/newsfeed/post-create-mutation.ts'
import { useIsAdmin, useOwnSummary } from '../../../hooks/use-session.ts'
import { uploadPhoto } from '../../../lib/photo/photo-upload.ts'
import '../composer.css'
import { EMPTY_POST, keepPostDraft, type PostDraft, readPostDraft } from '../draft-store.ts'
import { hasWords } from '../has-words.ts'
import { WriteFailure } from './write-failure.tsx'

// The counter appears when it begins to matter.
const COUNTED_FROM = TEXT_LIMITS.post - 500

/** Writes a post. What is not yet posted survives a reload and a failed attempt. */
export function Composer({ userId, onForbidden }: { userId: string; onForbidden: (error: unknown) => void }) {
  const own = useOwnSummary()
  const isAdmin = useIsAdmin()
  const toast = useToast()
  const create = usePostCreateMutation(userId)
  const [draft, setDraft] = useState(() => readPostDraft(userId))
  const [photoOpen, setPhotoOpen] = useState(draft.imageUrl !== null)
  const [uploads, setUploads] = useState(0)
  const photoId = useId()
  const written = hasWords(draft.content)

  const change = (part: Partial<PostDraft>) =>
    setDraft((before) => {
      const after = { ...before, ...part }
      keepPostDraft(userId, after)
      return after
    })
  const post = () => {
    if (!written || create.isPending || uploads > 0) return
    create.mutate(
      { content: draft.content.trim(), image_url: draft.imageUrl, is_announcement: isAdmin && draft.announcement },
      {
        onSuccess: () => {
          change(EMPTY_POST)
          setPhotoOpen(false)
          toast('Posted')
        },
        onError: onForbidden,
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    post()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post()
  }
  const upload: Parameters<typeof PhotoDrop>[0]['upload'] = async (file, options) => {
    setUploads((count) => count + 1)
    try {
      return await uploadPhoto({ bucket: 'newsfeed-images', file, userId, ...options })
    } finally {
      setUploads((count) => count - 1)
    }
  }

  return (
    <form className="card composer" aria-label="New post" onSubmit={submit}>
      {create.isError && <WriteFailure action="createPost" error={create.error} onDismiss={create.reset} />}
      <div className="composer-text">
        <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} />
        <textarea
          className="feed-grow"
          aria-label="Write a post"
          placeholder="How is the session going?"
          rows={2}
          maxLength={TEXT_LIMITS.post}
          dir="auto"
          value={draft.content}
          readOnly={create.isPending}
          onChange={(event) => change({ content: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </div>
      {photoOpen && (
        <div className="composer-photo" id={photoId}>
          <PhotoDrop
            label="Photo"
            action="uploadNewsfeedImage"
            value={draft.imageUrl}
            disabled={create.isPending}
            onChange={(imageUrl) => change({ imageUrl })}
            upload={upload}
          />
          {draft.imageUrl !== null && !written && <p className="hint">Say something about it before you post.</p>}
        </div>
      )}
      <div className="composer-foot">
        <Button
          variant="ghost"
          size="sm"
          icon={<ImagePlus className="i" aria-hidden="true" />}
          aria-expanded={photoOpen}
          aria-controls={photoOpen ? photoId : undefined}
          disabled={draft.imageUrl !== null || uploads > 0}
          onClick={() => setPhotoOpen(!photoOpen)}
        >
          Photo
        </Button>
        {isAdmin && (
          <Checkbox
            label="Announcement"
            checked={draft.announcement}
            disabled={create.isPending}
            onChange={(event) => change({ announcement: event.target.checked })}
          />
        )}
        <div className="composer-send">
          {draft.content.length >= COUNTED_FROM && (
            <span className="counter">
              {draft.content.length} / {TEXT_LIMITS.post}
            </span>
          )}
          <Button type="submit" size="sm" busy={create.isPending} disabled={!written || uploads > 0}>
            Post
          </Button>
        </div>
      </div>
    </form>
  )
}
