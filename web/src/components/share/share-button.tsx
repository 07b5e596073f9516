import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { useToast } from '../feedback/toast.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { lateOnly } from '../ui/late.tsx'

const LinkSheet = lateOnly(() => import('./link-sheet.tsx'))

export interface ShareButtonProps {
  /** The address in the app. */
  path: string
  /** What is shared, as the share sheet names it. */
  title: string
  /** Name of the button, e.g. `Share post`. */
  label: string
  /** Shows the name; otherwise there is only the icon. */
  named?: boolean
}

/** Opens the device's share sheet, or copies the link where there is none, or shows it where that is not allowed. */
export function ShareButton({ path, title, label, named = false }: ShareButtonProps) {
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
  const props = { icon: <Share2 className="icon" aria-hidden="true" />, onClick: () => void share() }
  return (
    <>
      {named ? (
        <Button variant="line" {...props}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} {...props} />
      )}
      {shown && <LinkSheet url={shown} onClose={() => setShown('')} />}
    </>
  )
}
