import { Banner } from '../feedback/banner.tsx'
import { Button } from './button.tsx'

/** Says that a form's unsaved input was restored, and offers to discard it. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Banner
      action={
        <Button variant="line" size="sm" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      Your unsaved changes have been restored.
    </Banner>
  )
}
