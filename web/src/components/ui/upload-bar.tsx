import { Button } from './button.tsx'

export interface UploadBarProps {
  /** Share that is sent, 0 to 1; undefined while nobody can tell. */
  share: number | undefined
  onCancel: () => void
}

/** How far an upload is, with the way out. */
export function UploadBar({ share, onCancel }: UploadBarProps) {
  // All sent is not yet all done: the service still has to read and keep the photo.
  const known = share !== undefined && share < 1
  return (
    <div className="drop-bar">
      <progress aria-label="Uploading" {...(known && { value: share })} />
      <Button variant="line" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
