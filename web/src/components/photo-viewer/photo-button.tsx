import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { bannerText } from '../../lib/failure-text.ts'
import { useToast } from '../feedback/toast.tsx'
import type { PhotoViewerProps } from './photo-viewer.tsx'
import type { ViewedPhoto } from './viewed-photo.ts'

// The viewer is not part of any first screen.
const load = () => import('./photo-viewer.tsx')
const prefetch = () => void load().catch(() => {})

export interface PhotoButtonProps {
  /** Name of the viewer, e.g. `Photos of Tom_Withy`. */
  title: string
  photos: readonly ViewedPhoto[]
  /** The photo on the button, from 0. */
  index?: number
  /** Name of the button; without it, its content names it. */
  label?: string
  className?: string | undefined
  children: ReactNode
}

/** A thumbnail that opens the viewer. The viewer closes with it, when the photo is removed from the page. */
export function PhotoButton({ title, photos, index = 0, label, className, children }: PhotoButtonProps) {
  const [Viewer, setViewer] = useState<ComponentType<PhotoViewerProps>>()
  const button = useRef<HTMLButtonElement>(null)
  const toast = useToast()
  const opened = useRef(false)
  useEffect(() => {
    // Not earlier: the page behind the viewer cannot take the focus.
    if (!Viewer && opened.current) button.current?.focus({ preventScroll: true })
    opened.current = Viewer !== undefined
  }, [Viewer])

  const open = async () => {
    try {
      const { PhotoViewer, movePhoto, currentPhoto } = await load()
      const show = () => {
        // The library would return the focus by itself, and scroll to where it was.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        setViewer(() => PhotoViewer)
      }
      movePhoto(button.current?.querySelector('img'), show, currentPhoto)
    } catch (error) {
      toast(bannerText('loadData', error), true)
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void open()}
      >
        {children}
      </button>
      {Viewer && (
        <Viewer
          title={title}
          photos={photos}
          index={index}
          thumbnail={(at) => (at === index ? button.current?.querySelector('img') : undefined)}
          onClose={() => setViewer(undefined)}
        />
      )}
    </>
  )
}
