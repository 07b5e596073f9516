import { Banner } from '../feedback/banner.tsx'
import { Button } from '../ui/button.tsx'

export interface StaleNoticeProps {
  /** Who changed it, when known. */
  who?: string
  /** Loads the saved state into the form; unsaved input is lost. */
  onReload: () => void
}

/** Says that another admin saved first, and offers to load the saved version. */
export function StaleNotice({ who = 'Someone else', onReload }: StaleNoticeProps) {
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="line" size="sm" onClick={onReload}>
          Load latest version
        </Button>
      }
    >
      {who} changed this in the meantime, so your changes have not been saved. Copy anything you still need, then load
      the latest version.
    </Banner>
  )
}
