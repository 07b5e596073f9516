import { Banner } from '../../../components/feedback/banner.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { hasShareSheet } from '../../../components/share/use-share.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { CopyField } from '../../../components/ui/copy-field.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import type { ClubLink } from '../../../data/invitations/console-links-query.ts'
import { useClubName } from '../../../lib/club.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import * as styles from '../invitations.module.css'
import { linkPath } from '../link-path.ts'
import { LinkCode } from './link-code.tsx'

export interface MadeLinkProps {
  title: string
  link: ClubLink
  /** An earlier attempt, whose answer was lost, had made it with other values. */
  isEarlier?: boolean
  onClose: () => void
}

/** A link of the club, to be copied, shared, or photographed as a QR code. */
export function MadeLink({ title, link, isEarlier = false, onClose }: MadeLinkProps) {
  const { note, code, places, expiresAt } = link
  const path = linkPath(code)
  const address = `${window.location.origin}${path}`
  const clubName = useClubName()
  return (
    <Sheet open onClose={onClose} title={title} className={styles.made}>
      {isEarlier && (
        <Banner className={styles.notice}>
          It had already been made, with what you typed first. End it and make another if you need other values.
        </Banner>
      )}
      <p>
        <bdi className="strong">{note}</bdi>: for {formatCount(places, 'new member')}, until {formatDay(expiresAt)}.
      </p>
      <CopyField label="Link to register" value={address} />
      <LinkCode address={address} />
      <div className="sheet-actions">
        {hasShareSheet() && <ShareButton named path={path} title={`Join ${clubName}`} label="Share" />}
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </div>
    </Sheet>
  )
}
