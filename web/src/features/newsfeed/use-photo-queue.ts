import { useEffect, useRef, useState } from 'react'
import { POST_PHOTOS_MAX } from '../../../../contract/src/limits.ts'
import type { Upload } from '../../hooks/use-photo-upload.ts'
import { newId } from '../../lib/new-id.ts'
import { checkPhoto } from '../../lib/photo/photo-check.ts'
import { shrinkPhoto } from '../../lib/photo/photo-upload.ts'

/** Where a photo is on its way. */
export type PhotoStep =
  | { phase: 'checking' | 'queued' }
  /** `share` is undefined until the first byte has been sent. `waiting` is true while the line is lost. */
  | { phase: 'sending'; share: number | undefined; waiting: boolean }
  | { phase: 'failed'; error: unknown }
  | { phase: 'done'; url: string }

export interface QueuedPhoto {
  key: string
  /** Missing for a photo that was uploaded before this page was opened. */
  file: File | undefined
  /** Address of the chosen file, once it is known to be a photo. */
  preview: string | undefined
  step: PhotoStep
}

export interface PhotoQueue {
  photos: readonly QueuedPhoto[]
  /** Takes what there is room for. @returns how many were left out. */
  add: (files: readonly File[]) => number
  /** Removes a photo; one that is being sent is cancelled. */
  remove: (key: string) => void
  /** Moves a photo by one place, -1 to the left and 1 to the right. */
  move: (key: string, by: -1 | 1) => void
  retry: (key: string) => void
  /** Retries a failed photo, scaled down. */
  shrinkAndRetry: (key: string) => void
}

const uploaded = (url: string): QueuedPhoto => ({
  key: url,
  file: undefined,
  preview: undefined,
  step: { phase: 'done', url },
})

/**
 * Several photos in an order, uploaded one after the other: a weak line is not shared, and a failed photo holds up no other.
 * Unmounting cancels what is being sent.
 * @param start addresses of photos that are uploaded already.
 */
export function usePhotoQueue(upload: Upload, start: readonly string[]): PhotoQueue {
  const [photos, setPhotos] = useState(() => start.map(uploaded))
  const running = useRef<{ key: string; control: AbortController }>(undefined)
  const previews = useRef(new Map<string, string>())

  useEffect(() => {
    const made = previews.current
    return () => {
      running.current?.control.abort()
      for (const preview of made.values()) URL.revokeObjectURL(preview)
      made.clear()
    }
  }, [])

  const patch = (key: string, change: (photo: QueuedPhoto) => QueuedPhoto) =>
    setPhotos((all) => all.map((photo) => (photo.key === key ? change(photo) : photo)))
  const toStep = (key: string, step: PhotoStep) => patch(key, (photo) => ({ ...photo, step }))

  /** Checks a file at once, so that a wrong one is named before the others have been sent. */
  const queue = async (key: string, prepared: File | Promise<File>) => {
    try {
      const file = await prepared
      await checkPhoto(file)
      const preview = previews.current.get(key) ?? URL.createObjectURL(file)
      previews.current.set(key, preview)
      patch(key, (photo) => ({ ...photo, file, preview, step: { phase: 'queued' } }))
    } catch (error) {
      toStep(key, { phase: 'failed', error })
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

  const next = photos.some(({ step }) => step.phase === 'sending')
    ? undefined
    : photos.find(({ step }) => step.phase === 'queued')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is sent once
  useEffect(() => {
    if (next) void send(next)
  }, [next?.key])

  const again = (key: string, prepare: (file: File) => File | Promise<File>) => {
    const file = photos.find((photo) => photo.key === key)?.file
    if (!file) return
    toStep(key, { phase: 'checking' })
    void queue(key, prepare(file))
  }

  return {
    photos,
    add: (files) => {
      const taken = files.slice(0, Math.max(0, POST_PHOTOS_MAX - photos.length))
      const added = taken.map((file) => ({
        key: newId(),
        file,
        preview: undefined,
        step: { phase: 'checking' as const },
      }))
      setPhotos((all) => [...all, ...added])
      for (const { key, file } of added) void queue(key, file)
      return files.length - taken.length
    },
    remove: (key) => {
      if (running.current?.key === key) running.current.control.abort()
      setPhotos((all) => all.filter((photo) => photo.key !== key))
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
    retry: (key) => again(key, (file) => file),
    shrinkAndRetry: (key) => again(key, shrinkPhoto),
  }
}
