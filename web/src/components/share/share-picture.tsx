import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import { useRef, useState } from 'react'
import { bannerText } from '../../lib/failure-text.ts'
import { NoPicture, pictureFailureText } from '../../lib/picture-failure-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useToast } from '../feedback/toast.tsx'
import { Button } from '../ui/button.tsx'
import type { ButtonVariant } from '../ui/button-class.ts'
import { IconButton } from '../ui/icon-button.tsx'

const TYPE = 'image/jpeg'

export interface SharePictureProps {
  /** Has the picture made: a JPEG. */
  make: () => Promise<Blob>
  /** Name of the file, without its ending. */
  fileName: string
  /** What is shared, as the share sheet names it. */
  title: string
  /** Follows the button's name for screen readers, where a page has several: `of your level`. */
  of?: string
  variant?: ButtonVariant
  /** Shows the icon only. */
  iconOnly?: boolean
  className?: string
}

/** Hands a picture to the device's share sheet, or saves it where the browser cannot share files. */
export function SharePicture(props: SharePictureProps) {
  const { make, fileName, title, of, variant = 'line', iconOnly = false, className } = props
  const toast = useToast()
  const [shares] = useState(canShareFiles)
  const [isBusy, setBusy] = useState(false)
  const ready = useRef<File>(undefined)
  const name = shares ? 'Share picture' : 'Save picture'

  const save = (file: File) => {
    saveFile(file.name, file, TYPE)
    toast('Picture saved.')
  }
  const share = async (file: File, isLastTry: boolean) => {
    try {
      await navigator.share({ files: [file], title })
    } catch (error) {
      const { name: reason } = error as Error
      if (reason === 'AbortError') return
      if (reason !== 'NotAllowedError' || isLastTry) return save(file)
      // Making it took longer than the browser lets a press count.
      ready.current = file
      toast('The picture is ready. Press the button again to share it.')
    }
  }
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    const made = ready.current
    ready.current = undefined
    try {
      const file = made ?? new File([await make()], `${fileName}.jpg`, { type: TYPE })
      if (shares) await share(file, made !== undefined)
      else save(file)
    } catch (error) {
      toast(error instanceof NoPicture ? error.message : bannerText(pictureFailureText.makePicture, error), true)
    } finally {
      setBusy(false)
    }
  }

  const Icon = shares ? Share2 : Download
  const icon = <Icon className="icon" aria-hidden="true" />
  const label = of === undefined ? name : `${name} ${of}`
  const look = { className, onClick: () => void press() }
  if (iconOnly)
    return (
      <IconButton
        {...look}
        label={label}
        aria-disabled={isBusy || undefined}
        icon={isBusy ? <span className="spin" aria-hidden="true" /> : icon}
      />
    )
  return (
    <Button {...look} variant={variant} busy={isBusy} icon={icon} aria-label={of === undefined ? undefined : label}>
      {name}
    </Button>
  )
}

function canShareFiles(): boolean {
  try {
    return navigator.canShare?.({ files: [new File(['x'], 'picture.jpg', { type: TYPE })] }) === true
  } catch {
    return false
  }
}
