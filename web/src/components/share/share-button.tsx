import Share2 from 'lucide-react/icons/share-2'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { type Shared, useShare } from './use-share.tsx'

export interface ShareButtonProps extends Shared {
  /** Name of the button, e.g. `Share post`. */
  label: string
  /** Shows the name; otherwise there is only the icon. */
  named?: boolean
}

/** Opens the device's share sheet, or copies the link where there is none, or shows it where that is not allowed. */
export function ShareButton({ label, named = false, ...shared }: ShareButtonProps) {
  const [share, sheet] = useShare(shared)
  const props = { icon: <Share2 className="icon" aria-hidden="true" />, onClick: share }
  return (
    <>
      {named ? (
        <Button variant="line" {...props}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} {...props} />
      )}
      {sheet}
    </>
  )
}
