import Copy from 'lucide-react/icons/copy'
import Link2Off from 'lucide-react/icons/link-2-off'
import QrCode from 'lucide-react/icons/qr-code'
import Share2 from 'lucide-react/icons/share-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { hasShareSheet, useCopyLink, useShare } from '../../../components/share/use-share.tsx'
import { Pill, type PillTone } from '../../../components/ui/pill.tsx'
import type { ClubLink } from '../../../data/invitations/console-links-query.ts'
import { useClubName } from '../../../lib/club.ts'
import { formatDay } from '../../../lib/format.ts'
import { LINK_STATES, type LinkState } from '../invitation-text.ts'
import * as styles from '../invitations.module.css'
import { linkPath } from '../link-path.ts'

/** What a link is for, by whom it was made and when. */
export function LinkCell({ link: { note, madeBy, createdAt } }: { link: ClubLink }) {
  return (
    <>
      <span className="strong" dir="auto">
        {note}
      </span>
      <span className={styles.second}>
        {madeBy === null ? (
          'by a former member'
        ) : (
          <>
            by <bdi>{madeBy}</bdi>
          </>
        )}
        , {formatDay(createdAt)}
      </span>
    </>
  )
}

const TONES: Record<LinkState, PillTone> = { active: 'ok', full: 'lake', ended: 'grey', expired: 'grey' }

export const LinkPill = ({ state }: { state: LinkState }) => <Pill tone={TONES[state]}>{LINK_STATES[state]}</Pill>

export interface LinkActionsProps {
  link: ClubLink
  onShow: () => void
  onEnd: () => void
}

/** The buttons of a link that counts. Sharing only where the device has a share sheet: otherwise it would copy. */
export function LinkActions({ link, onShow, onEnd }: LinkActionsProps) {
  const { note, code } = link
  const path = linkPath(code)
  const [copy, copySheet] = useCopyLink(path)
  const [share, shareSheet] = useShare({ path, title: `Join ${useClubName()}` })
  return (
    <RowActions className={styles.actions}>
      <RowAction
        text="Copy link"
        label={`Copy link: ${note}`}
        icon={<Copy className="icon" aria-hidden="true" />}
        onClick={copy}
      />
      {hasShareSheet() && (
        <RowAction
          text="Share"
          label={`Share: ${note}`}
          icon={<Share2 className="icon" aria-hidden="true" />}
          onClick={share}
        />
      )}
      <RowAction
        text="QR code"
        label={`QR code: ${note}`}
        icon={<QrCode className="icon" aria-hidden="true" />}
        onClick={onShow}
      />
      <RowAction
        danger
        text="End link"
        label={`End link: ${note}`}
        icon={<Link2Off className="icon" aria-hidden="true" />}
        onClick={onEnd}
      />
      {copySheet}
      {shareSheet}
    </RowActions>
  )
}
