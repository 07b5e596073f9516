import ImagePlus from 'lucide-react/icons/image-plus'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { SHARED } from '../../../../../contract/src/share-target.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useFormField } from '../../../components/form/fields.tsx'
import { FailureBanner } from '../../../components/form/form.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { late } from '../../../components/ui/late.tsx'
import { useOwnPostId } from '../../../data/newsfeed/own-post.ts'
import { usePostCreateMutation } from '../../../data/newsfeed/post-create-mutation.ts'
import { refusalText } from '../../../data/newsfeed/refusal.ts'
import { useIsAdmin, useOwnSummary } from '../../../hooks/use-session.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { PHOTO_TYPES } from '../../../lib/photo/photo-types.ts'
import { takeReadyPost } from '../../../lib/ready-post.ts'
import * as styles from '../composer.module.css'
import { hasVisibleText } from '../has-visible-text.ts'
import { postSchema } from '../post-schema.ts'
import { useGrowing } from '../use-growing.ts'
import { useLostAnswer } from '../use-lost-answer.ts'
import * as writing from '../writing.module.css'
import { LateMentionList } from './late-thread.tsx'
import type { TrayState } from './photo-tray.tsx'

const PhotoTray = late(() => import('./photo-tray.tsx'))

/** ID of the field for a new post. */
export const NEW_POST = 'new-post'

// The counter appears near the limit.
const COUNTED_FROM = TEXT_LIMITS.post - 500

/** The address of an uploaded photo, of how the draft names it; see `data/newsfeed/kept-record.ts`. */
const urlOf = (name: string) => name.split('#')[0] ?? ''

/** Whether this is a phone or tablet, which takes photos itself. */
const hasCamera = () => matchMedia('(pointer: coarse)').matches

/** Writes a post. The draft survives a reload and a failed attempt. */
export function Composer({ userId, onForbidden }: { userId: string; onForbidden: (error: unknown) => void }) {
  const own = useOwnSummary()
  const isAdmin = useIsAdmin()
  const toast = useToast()
  const navigate = useNavigate()
  const create = usePostCreateMutation(userId)
  const form = useAppForm({
    schema: postSchema,
    start: { content: '', photos: [] as string[], announcement: false },
    writer: userId,
    keep: 'post',
    requests: 'text',
    send: ({ content, photos, announcement }, { request }) => {
      const [first = null, ...more_images] = photos.map(urlOf)
      return create.mutateAsync({
        content,
        image_url: first,
        more_images,
        is_announcement: isAdmin && announcement,
        requestId: request,
      })
    },
    next: 'blank',
    done: ({ earlier, post: stored }) => {
      closePhoto()
      // Keyboard only: the button is now disabled and would lose the focus. On touch no keyboard must open.
      if (form.ref.current?.querySelector('button:focus-visible')) form.ref.current.querySelector('textarea')?.focus()
      toast(
        <span className={styles.posted}>
          <span>{earlier ? 'Your post was already published.' : 'Posted'}</span>
          {/* Below announcements, a new post is out of sight on a phone. */}
          {stored && (
            <Button variant="tip" size="sm" onClick={() => navigate(`/newsfeed/${stored.id}`)}>
              View
            </Button>
          )}
        </span>,
      )
    },
    onError: onForbidden,
    action: 'createPost',
    reason: refusalText,
  })
  const content = useFormField<string>(form, 'content')
  const { photos, announcement } = form.values
  // The tray takes what a phone has shared.
  const [photoOpen, setPhotoOpen] = useState(photos.length > 0 || location.search.includes(`${SHARED}=`))
  const [files, setFiles] = useState<readonly File[]>([])
  // Undefined until its code has been loaded.
  const [tray, setTray] = useState<TrayState>()
  const picker = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const [entered, setEntered] = useState(false)
  const photoId = useId()
  const written = hasVisibleText(content.value)
  const text = content.value.replaceAll('\u2060', '').trim()
  useLostAnswer(form, text, useOwnPostId(userId, text))
  useGrowing(area, content.value)
  // What comes from elsewhere is put after what is written here.
  const append = (words: string) => {
    content.change([area.current?.value, words].filter(Boolean).join('\n\n'))
    area.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once
  useEffect(() => {
    const ready = takeReadyPost(userId)
    if (!ready) return
    append(ready.words)
    if (ready.photo && photos.length === 0) openPhotos([ready.photo])
  }, [])

  useEffect(() => {
    if (photoOpen || !returns.current) return
    returns.current = false
    opener.current?.focus()
  }, [photoOpen])
  const noteTray = (next: TrayState) => {
    form.change({ photos: next.names })
    if (next.count > 0 || !tray?.count) return setTray(next)
    // The last photo has been removed, and its button with it.
    closePhoto()
    returns.current = true
  }
  const openPhotos = (chosen: readonly File[]) => {
    setFiles(chosen)
    setPhotoOpen(true)
  }
  const unfinished = photoOpen && (tray ? tray.pending || tray.failed : files.length > 0 || !photos.every(urlOf))
  const post = (event?: FormEvent) => {
    event?.preventDefault()
    if (written && !unfinished) void form.submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post()
  }
  const closePhoto = () => {
    setPhotoOpen(false)
    setFiles([])
    setTray(undefined)
  }

  return (
    <form
      className={`card ${styles.composer}`}
      aria-label="New post"
      onSubmit={post}
      ref={form.ref}
      onFocus={() => setEntered(true)}
      // One line until it is used, and then open for good: closing it when a press begins elsewhere would move the
      // pressed element.
      data-used={
        entered || content.value !== '' || photoOpen || announcement || form.failure !== undefined || undefined
      }
    >
      <div className={styles.text}>
        <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} />
        <textarea
          ref={area}
          id={NEW_POST}
          className={writing.growing}
          aria-label="Write a post"
          placeholder="How is the session going?"
          rows={1}
          maxLength={TEXT_LIMITS.post}
          dir="auto"
          value={content.value}
          readOnly={form.busy}
          onChange={(event) => content.change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <LateMentionList field={area} value={content.value} onChange={content.change} />
        <IconButton
          label="Photo"
          icon={<ImagePlus className="icon" aria-hidden="true" />}
          aria-expanded={photoOpen}
          aria-controls={photoOpen ? photoId : undefined}
          ref={opener}
          disabled={photoOpen && (tray?.count ?? photos.length) > 0}
          onClick={() => (photoOpen ? closePhoto() : hasCamera() ? openPhotos([]) : picker.current?.click())}
        />
        {!photoOpen && (
          <input
            ref={picker}
            type="file"
            accept={PHOTO_TYPES}
            multiple
            hidden
            aria-label="Photo"
            onChange={({ target }) => target.files?.[0] && openPhotos([...target.files])}
          />
        )}
      </div>
      {photoOpen && (
        <div className={styles.photo} id={photoId}>
          <Suspense fallback={<Skeleton height={132} />}>
            <PhotoTray
              userId={userId}
              first={files}
              start={photos}
              disabled={form.busy}
              camera={hasCamera()}
              onState={noteTray}
              onShared={(words, isEmpty) => {
                append(words)
                if (isEmpty) closePhoto()
              }}
            />
          </Suspense>
          {photos.length > 0 && !written && <p className="hint">Write something about the photo before you post.</p>}
        </div>
      )}
      <FailureBanner form={form} />
      <div className={styles.foot}>
        {isAdmin && (
          <Checkbox
            label="Announcement"
            checked={announcement}
            disabled={form.busy}
            onChange={(event) => form.change({ announcement: event.target.checked })}
          />
        )}
        <div className={styles.send}>
          {content.value.length >= COUNTED_FROM && (
            <span className="counter">
              {content.value.length} / {TEXT_LIMITS.post}
            </span>
          )}
          <Button type="submit" size="sm" busy={form.busy} disabled={!written || unfinished}>
            Post
          </Button>
        </div>
      </div>
    </form>
  )
}
