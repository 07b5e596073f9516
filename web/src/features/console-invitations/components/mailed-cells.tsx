import MailX from 'lucide-react/icons/mail-x'
import type { InvitationState } from '../../../../../contract/src/column-types.ts'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { Pill, type PillTone } from '../../../components/ui/pill.tsx'
import type { MailedInvitation } from '../../../data/invitations/console-mailed-query.ts'
import { formatDay } from '../../../lib/format.ts'
import { importedText, STATE_NAMES } from '../invitation-text.ts'
import * as styles from '../invitations.module.css'

const TONES: Record<InvitationState, PillTone> = {
  waiting: 'info',
  sent: 'lake',
  failed: 'bad',
  accepted: 'ok',
  expired: 'grey',
  withdrawn: 'grey',
}

export const StatePill = ({ state }: { state: InvitationState }) => (
  <Pill tone={TONES[state]}>{STATE_NAMES[state]}</Pill>
)

/** The address, what was imported with it, and why no mail has reached it. */
export function AddressCell({ invitation }: { invitation: MailedInvitation }) {
  const { address, state, error } = invitation
  const imported = importedText(invitation)
  const failed = (state === 'failed' || state === 'waiting') && error
  return (
    <>
      <bdi className="strong">{address}</bdi>
      {imported !== '' && (
        <span className={styles.second}>
          <bdi>{imported}</bdi>
        </span>
      )}
      {failed && <span className={styles.second}>{error}</span>}
    </>
  )
}

/** When and by whom an address was invited, and until when the link counts. */
export function InvitedCell({ invitation }: { invitation: MailedInvitation }) {
  const { createdAt, expiresAt, invitedBy, state } = invitation
  return (
    <>
      <span className="nowrap">{formatDay(createdAt)}</span>
      <span className={styles.second}>
        by {invitedBy === null ? 'a former member' : <bdi>{invitedBy}</bdi>}
        {(state === 'waiting' || state === 'sent') && (
          <>
            , <span className="nowrap">until {formatDay(expiresAt)}</span>
          </>
        )}
      </span>
    </>
  )
}

export interface MailedActionsProps {
  invitation: MailedInvitation
  onWithdraw: () => void
}

/** What can be done with an invitation that may still be accepted. */
export function MailedActions({ invitation: { address, state }, onWithdraw }: MailedActionsProps) {
  if (state !== 'waiting' && state !== 'sent') return null
  return (
    <RowActions>
      <RowAction
        danger
        text="Withdraw"
        label={`Withdraw: ${address}`}
        icon={<MailX className="icon" aria-hidden="true" />}
        onClick={onWithdraw}
      />
    </RowActions>
  )
}
