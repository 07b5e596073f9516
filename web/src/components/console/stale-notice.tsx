import { Banner } from '../feedback/banner.tsx'
import { Button } from '../ui/button.tsx'

export interface StaleNoticeProps {
  /** Who changed it, when that is known. */
  who?: string
  /** Takes the saved state into the form; what stands in the form is lost. */
  onReload: () => void
}

/** Another admin was faster: nothing was saved, and this is the way on. */
export function StaleNotice({ who = 'Somebody else', onReload }: StaleNoticeProps) {
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="line" size="sm" onClick={onReload}>
          Load the latest
        </Button>
      }
    >
      {who} changed this meanwhile, so nothing was saved. Copy what you still need, then load the latest.
    </Banner>
  )
}
