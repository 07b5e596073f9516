import { type RefObject, useEffect, useRef, useState } from 'react'
import { POST_PHOTOS_MAX } from '../../../../contract/src/limits.ts'
import { followGone } from '../../data/newsfeed/gone-photos.ts'
import { dropPhotos, isInDraft, keepPhoto, keptPhoto } from '../../data/newsfeed/kept-photos.ts'
import { partsOfName, photoName } from '../../data/newsfeed/kept-record.ts'
import { holdPhotos, unusedElsewhere } from '../../data/newsfeed/kept-use.ts'
import type { Upload } from '../../hooks/use-photo-upload.ts'
import { newId } from '../../lib/new-id.ts'
import { checkPhoto } from '../../lib/photo/photo-check.ts'
import { needsAnother, PhotoError } from '../../lib/photo/photo-error.ts'
import { shrinkPhoto } from '../../lib/photo/photo-upload.ts'
import { useTouched } from './use-touched.ts'

/** Where a photo is on its way. */
export type PhotoStep =
  | { phase: 'checking' | 'queued' }
  /** `share` is undefined until the first byte has been sent. `waiting` is true while the line is lost. */
  | { phase: 'sending'; share: number | undefined; waiting: boolean }
  | { phase: 'failed'; error: unknown }
  | { phase: 'done'; url: string }

export interface QueuedPhoto {
  /** Also the ID by which it is kept on this device. */
  key: string
  /** Missing for a photo that was uploaded before this page was opened. */
  file: File | undefined
  /** Address of the chosen file, once it is known to be a photo. */
  preview: string | undefined
  step: PhotoStep
  /** It is kept on this device. */
  kept: boolean
  /** It comes from a share, and is not sent before the member has touched the page. */
  shared: boolean
}

/** A file to be added, which may be kept already. */
export type AddedPhoto = Pick<QueuedPhoto, 'key' | 'kept' | 'shared'> & { file: File }

export interface PhotoQueue {
  photos: readonly QueuedPhoto[]
  /** Takes what there is room for. @returns how many were left out. */
  add: (added: readonly AddedPhoto[]) => number
  /** Removes a photo; one that is being sent is cancelled. */
  remove: (key: string) => void
  /** Moves a photo by one place, -1 to the left and 1 to the right. */
  move: (key: string, by: -1 | 1) => void
  retry: (key: string) => void
  /** Retries a failed photo, scaled down. */
  shrinkAndRetry: (key: string) => void
}

/** How long an upload waits for its photo to be kept, in milliseconds. */
const KEEP_MS = 1_000

/** A file that has just been chosen. */
export const chosen = (file: File): AddedPhoto => ({ key: newId(), file, kept: false, shared: false })

/** How the draft names a photo; undefined for one that a reload forgets. */
export function nameOf({ key, kept, step }: QueuedPhoto): string | undefined {
  const id = kept ? key : undefined
  if (step.phase === 'done') return photoName(step.url, id)
  return id && photoName('', id)
}

function named(name: string): QueuedPhoto {
  const { url, id } = partsOfName(name)
  const step: PhotoStep = url === '' ? { phase: 'checking' } : { phase: 'done', url }
  return { key: id ?? name, file: undefined, preview: undefined, step, kept: id !== undefined, shared: false }
}

/**
 * Several photos in an order, uploaded one after the other: a weak line is not shared, and a failed photo holds up no other.
 * Each is kept on this device until its post has been sent. Unmounting cancels what is being sent.
 * @param start names of the photos in the draft of this tab.
 * @param place where the photos are shown, in the form of their post.
 */
export function usePhotoQueue(
  userId: string,
  upload: Upload,
  start: readonly string[],
  place: RefObject<Element | null>,
): PhotoQueue {
  const [photos, setPhotos] = useState(() => start.map(named))
  const running = useRef<{ key: string; control: AbortController }>(undefined)
  const previews = useRef(new Map<string, string>())
  // One after the other: the pixels of a photo take many times the room of its file.
  const shrinking = useRef<Promise<unknown>>(Promise.resolve())
  const isOpen = useRef(true)
  const removed = useRef(new Set<string>())
  const [isRestored, setRestored] = useState(() => photos.every(({ step }) => step.phase === 'done'))
  const touched = useTouched(place)

  useEffect(() => {
    isOpen.current = true
    const made = previews.current
    return () => {
      isOpen.current = false
      running.current?.control.abort()
      for (const preview of made.values()) URL.revokeObjectURL(preview)
      made.clear()
    }
  }, [])

  const patch = (key: string, change: (photo: QueuedPhoto) => QueuedPhoto) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? change(photo) : photo)))
  const toStep = (key: string, step: PhotoStep) => patch(key, (photo) => ({ ...photo, step }))

  const keep = async (key: string, file: File, drawn: boolean, shared: boolean) => {
    const kept = await keepPhoto({ userId, id: key, file, drawn, shared })
    const isWanted = isOpen.current ? !removed.current.has(key) : isInDraft(userId, key)
    if (!isWanted) return void dropPhotos(userId, [key])
    // Of an uploaded one the name stays: another name would make another request of a post whose answer was lost.
    if (kept) patch(key, (photo) => (photo.step.phase === 'done' ? photo : { ...photo, kept }))
  }

  /** Checks a file at once, so that a wrong one is named before the others have been sent. */
  const queue = async (
    { key, file: given, shared }: Omit<AddedPhoto, 'kept'>,
    prepared: File | Promise<File> = given,
  ) => {
    try {
      const file = await prepared
      await checkPhoto(file)
      const preview = previews.current.get(key) ?? URL.createObjectURL(file)
      previews.current.set(key, preview)
      patch(key, (photo) => ({ ...photo, file, preview }))
      const drawing = shrinking.current.then(() => shrinkPhoto(file))
      shrinking.current = drawing.catch(() => {})
      const drawn = await drawing
      // A storage that does not answer holds up no upload.
      await Promise.race([keep(key, drawn, true, shared), new Promise((resolve) => setTimeout(resolve, KEEP_MS))])
      patch(key, (photo) => ({ ...photo, file: drawn, step: { phase: 'queued' } }))
    } catch (error) {
      patch(key, (photo) => ({ ...photo, file: photo.file ?? given, step: { phase: 'failed', error } }))
      if (needsAnother(error)) {
        // One that was shared with the app is kept already.
        patch(key, (photo) => ({ ...photo, kept: false }))
        void dropPhotos(userId, [key])
      }
      // It may be shrunk after a reload, too.
      else void keep(key, given, false, shared)
    }
  }

  const send = async ({ key, file }: QueuedPhoto) => {
    if (!file) return
    const control = new AbortController()
    running.current = { key, control }
    const { signal } = control
    const note = (change: { share: number } | { waiting: boolean }) =>
      patch(key, (photo) =>
        !signal.aborted && photo.step.phase === 'sending' ? { ...photo, step: { ...photo.step, ...change } } : photo,
      )
    toStep(key, { phase: 'sending', share: undefined, waiting: false })
    try {
      const onProgress = (share: number) => note({ share })
      const url = await upload(file, { signal, onProgress, onWait: (waiting) => note({ waiting }) })
      if (!signal.aborted) toStep(key, { phase: 'done', url })
    } catch (error) {
      if (!signal.aborted) toStep(key, { phase: 'failed', error })
    }
  }

  // What the draft names and the device keeps.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const unsent = photos.filter(({ step }) => step.phase === 'checking').map(({ key }) => key)
    const restore = async () => {
      const free = await unusedElsewhere(unsent)
      setPhotos((all) => all.filter(({ key }) => !unsent.includes(key) || free.includes(key)))
      for (const key of free) {
        const read = await keptPhoto(userId, key)
        if (!read) {
          toStep(key, { phase: 'failed', error: new PhotoError('gone') })
          continue
        }
        patch(key, (photo) => ({ ...photo, shared: read.shared }))
        void queue({ key, ...read })
      }
      setRestored(true)
    }
    if (unsent.length > 0) void restore()
  }, [])
  // The service no longer has an uploaded photo: what the device keeps is sent again when the member asks for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are those of the moment
  useEffect(
    () =>
      followGone(async (urls) => {
        const gone = photos.filter(({ step }) => step.phase === 'done' && urls.includes(step.url))
        for (const { key } of gone) {
          const read = await keptPhoto(userId, key)
          patch(key, (photo) => ({
            ...photo,
            file: read?.file ?? photo.file,
            step: { phase: 'failed', error: new PhotoError('gone') },
          }))
        }
      }),
    [photos],
  )
  const ids = photos.filter(({ kept }) => kept).map(({ key }) => key)
  const last = useRef<readonly string[]>([])
  // Not before: of two tabs that are opened together, each would leave them to the other.
  const inUse = isRestored ? ids.join() : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it contains
  useEffect(() => holdPhotos(isRestored ? ids : []), [inUse])
  useEffect(() => {
    last.current = photos.map(({ key }) => key)
  })
  useEffect(
    () => () => {
      // A post that has been sent has no draft any more; one whose page was left has.
      const done = last.current.filter((id) => !isInDraft(userId, id))
      void dropPhotos(userId, done)
    },
    [userId],
  )

  const isSending = photos.some(({ step }) => step.phase === 'sending')
  const next = isSending
    ? undefined
    : photos.find(({ step, shared }) => step.phase === 'queued' && (touched || !shared))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is sent once
  useEffect(() => {
    if (next) void send(next)
  }, [next?.key])

  const again = (key: string, prepare?: (file: File) => Promise<File>) => {
    const photo = photos.find((photo) => photo.key === key)
    if (!photo?.file) return
    toStep(key, { phase: 'checking' })
    const { file, shared } = photo
    void queue({ key, file, shared }, prepare?.(file))
  }

  return {
    photos,
    add: (added) => {
      const room = Math.max(0, POST_PHOTOS_MAX - photos.length)
      const taken = added.slice(0, room)
      setPhotos((all) => [
        ...all,
        ...taken.map((one) => ({ ...one, preview: undefined, step: { phase: 'checking' as const } })),
      ])
      for (const one of taken) void queue(one)
      const left = added.slice(room)
      void dropPhotos(
        userId,
        left.filter(({ kept }) => kept).map(({ key }) => key),
      )
      return left.length
    },
    remove: (key) => {
      if (running.current?.key === key) running.current.control.abort()
      setPhotos((all) => all.filter((photo) => photo.key !== key))
      removed.current.add(key)
      void dropPhotos(userId, [key])
      const preview = previews.current.get(key)
      if (preview) URL.revokeObjectURL(preview)
      previews.current.delete(key)
    },
    move: (key, by) =>
      setPhotos((all) => {
        const at = all.findIndex((photo) => photo.key === key)
        const photo = all[at]
        if (!photo || at + by < 0 || at + by >= all.length) return all
        return all.toSpliced(at, 1).toSpliced(at + by, 0, photo)
      }),
    retry: (key) => again(key),
    shrinkAndRetry: (key) => again(key, shrinkPhoto),
  }
}
