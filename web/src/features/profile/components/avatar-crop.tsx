import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../../../components/ui/button.tsx'
import { UploadBar } from '../../../components/ui/upload-bar.tsx'
import { PhotoError } from '../../../lib/photo/photo-error.ts'
import { type Area, decodePhoto, drawPhoto } from '../../../lib/photo/photo-shrink.ts'
import * as styles from '../photos.module.css'

/** Edge of the cropped avatar in pixels: the largest size at which it is shown, at double density, plus a margin. */
const EDGE = 512
const CENTRE = { x: 0, y: 0 }

export interface AvatarCropProps {
  file: File
  sending: { share: number | undefined; waiting: boolean } | undefined
  /** The upload's error, shown above the buttons. */
  failure: ReactNode
  onCut: (square: File) => void
  onCancel: () => void
  /** The browser cannot decode the file as a picture. */
  onUnreadable: (error: PhotoError) => void
}

/** Moves and zooms a picture under a circle and crops the square around it. Arrow keys move, the slider zooms. */
export function AvatarCrop({ file, sending, failure, onCut, onCancel, onUnreadable }: AvatarCropProps) {
  const id = useId()
  const [source, setSource] = useState<string>()
  const [crop, setCrop] = useState(CENTRE)
  const [zoom, setZoom] = useState(1)
  const area = useRef<Area>(undefined)
  const cutting = useRef(false)

  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])

  const cut = async () => {
    if (cutting.current) return
    cutting.current = true
    try {
      const picture = await decodePhoto(file)
      // A press may come before the picture is on the screen.
      const part = area.current ?? middle(picture)
      const edge = Math.max(1, Math.min(EDGE, Math.round(part.width)))
      onCut(await drawPhoto(picture, part, { width: edge, height: edge }))
      picture.close()
    } catch (cause) {
      onUnreadable(new PhotoError('damaged', { cause }))
    } finally {
      cutting.current = false
    }
  }

  return (
    <>
      <div className={styles.crop}>
        {source && (
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={8}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_share, pixels) => {
              area.current = pixels
            }}
            mediaProps={{ alt: '', onError: () => onUnreadable(new PhotoError('damaged')) }}
            cropperProps={{ 'aria-label': 'Part of the picture to use. Move it with the arrow keys.', role: 'group' }}
            disableAutomaticStylesInjection
          />
        )}
      </div>
      <label className={styles.zoom} htmlFor={`${id}-zoom`}>
        <span>Zoom</span>
        <input
          id={`${id}-zoom`}
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </label>
      {failure}
      {sending ? (
        <UploadBar share={sending.share} waiting={sending.waiting} onCancel={onCancel} />
      ) : (
        <div className="sheet-actions">
          <Button variant="line" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={() => void cut()} data-autofocus>
            Save avatar
          </Button>
        </div>
      )}
    </>
  )
}

/** The largest square in the middle, which is under the circle at first. */
function middle({ width, height }: ImageBitmap): Area {
  const edge = Math.min(width, height)
  return { x: (width - edge) / 2, y: (height - edge) / 2, width: edge, height: edge }
}
