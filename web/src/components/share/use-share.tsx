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

/**
 * Shares an address. @returns a function that opens the device's share sheet, or copies the link where there is none, and
 * the sheet that shows the link where copying is not allowed.
 */
export function useShare({ path, title }: Shared): [share: () => void, sheet: ReactNode] {
  const toast = useToast()
  const [shown, setShown] = useState('')
  const share = async () => {
    const url = new URL(path, window.location.origin).href
    if (typeof navigator.share === 'function') {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    if (await copyText(url, null)) toast('Link copied')
    else setShown(url)
  }
  return [() => void share(), shown && <LinkSheet url={shown} onClose={() => setShown('')} />]
}
