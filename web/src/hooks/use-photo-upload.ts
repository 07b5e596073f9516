import { useEffect, useRef, useState } from 'react'
import { checkPhoto } from '../lib/photo/photo-check.ts'
import { shrinkPhoto, type UploadWatch } from '../lib/photo/photo-upload.ts'

/** Uploads a file and returns its public address. */
export type Upload = (file: File, watch: UploadWatch) => Promise<string>

export type UploadState =
  | { phase: 'idle' }
  /**
   * `preview` is undefined until the file is known to be a photo, `share` until the first byte has been sent. `waiting`
   * is true while the line is lost.
   */
  | { phase: 'sending'; file: File; preview: string | undefined; share: number | undefined; waiting: boolean }
  | { phase: 'failed'; file: File; error: unknown }

export interface PhotoUploading {
  state: UploadState
  /** Uploads a file; a running upload is cancelled. */
  start: (file: File) => void
  cancel: () => void
  /** Retries the failed file. */
  retry: () => void
  /** Retries the failed file, scaled down. */
  shrinkAndRetry: () => void
}

const IDLE: UploadState = { phase: 'idle' }

/**
 * One upload at a time with its progress, cancel and retry. Unmounting cancels a running upload.
 * @param onDone called with the public address.
 */
export function usePhotoUpload(upload: Upload, onDone: (url: string) => void): PhotoUploading {
  const [state, setState] = useState<UploadState>(IDLE)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const preview = state.phase === 'sending' ? state.preview : undefined
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview)
  }, [preview])

  const send = async (file: File, prepare: (file: File) => Promise<File>) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const isCurrent = () => running.current === own && !own.signal.aborted
    setState({ phase: 'sending', file, preview: undefined, share: undefined, waiting: false })
    const note = (change: { share: number } | { waiting: boolean }) =>
      setState((last) => (isCurrent() && last.phase === 'sending' ? { ...last, ...change } : last))
    const onProgress = (share: number) => note({ share })
    const onWait = (waiting: boolean) => note({ waiting })
    try {
      const photo = await prepare(file)
      await checkPhoto(photo)
      if (!isCurrent()) return
      setState({ phase: 'sending', file, preview: URL.createObjectURL(photo), share: undefined, waiting: false })
      const url = await upload(photo, { signal: own.signal, onProgress, onWait })
      if (!isCurrent()) return
      setState(IDLE)
      onDone(url)
    } catch (error) {
      if (isCurrent()) setState({ phase: 'failed', file, error })
    }
  }

  const asItIs = async (file: File) => file
  return {
    state,
    start: (file) => void send(file, asItIs),
    cancel: () => {
      running.current?.abort()
      setState(IDLE)
    },
    retry: () => state.phase === 'failed' && void send(state.file, asItIs),
    shrinkAndRetry: () => state.phase === 'failed' && void send(state.file, shrinkPhoto),
  }
}
