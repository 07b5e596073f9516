import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useToast } from '../feedback/toast.tsx'
import { lateOnly } from '../ui/late.tsx'

const LinkSheet = lateOnly(() => import('./link-sheet.tsx'))

export interface Shared {
  /** The address in the app. */
  path: string
  /** What is shared, as the share sheet names it. */
  title: string
}

const addressOf = (path: string) => new URL(path, window.location.origin).href

/** Whether the device has a share sheet. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function'

/** @returns a function that copies an address, and the sheet that shows it where copying is not allowed. */
export function useCopyLink(path: string): [copy: () => void, sheet: ReactNode] {
  const toast = useToast()
  const [shown, setShown] = useState('')
  const copy = async () => {
    const url = addressOf(path)
    if (await copyText(url, null)) toast('Link copied')
    else setShown(url)
  }
  return [() => void copy(), shown && <LinkSheet url={shown} onClose={() => setShown('')} />]
}

/**
 * Shares an address. @returns a function that opens the device's share sheet, or copies the link where there is none, and
 * the sheet that shows the link where copying is not allowed.
 */
export function useShare({ path, title }: Shared): [share: () => void, sheet: ReactNode] {
  const [copy, sheet] = useCopyLink(path)
  const share = async () => {
    if (hasShareSheet()) {
      try {
        return await navigator.share({ title, url: addressOf(path) })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    copy()
  }
  return [() => void share(), sheet]
}
