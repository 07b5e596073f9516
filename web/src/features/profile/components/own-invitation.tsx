import { useRef, useState } from 'react'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { invitationRefusal, useInvitationMutation } from '../../../data/referrals/invitation-mutation.ts'
import type { Invitation } from '../../../data/referrals/invitation-query.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../referrals.module.css'
import { LinkField } from './link-field.tsx'

export interface OwnInvitationProps {
  userId: string
  invitation: Invitation
}

/** The link by which the member invites others, or the button that makes one. */
export function OwnInvitation({ userId, invitation: { code, places, taken, expires_at } }: OwnInvitationProps) {
  const toast = useToast()
  const make = useInvitationMutation(userId)
  const [asked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const left = (places ?? 0) - (taken ?? 0)
  const send = () => {
    if (make.isPending) return
    make.mutate(code, {
      onSuccess: () => toast(code === null ? 'Your link is ready.' : 'Your new link is ready. The old one has ended.'),
      onSettled: () => {
        setAsked(false)
        button.current?.focus()
      },
    })
  }
  return (
    <div className={styles.invitation}>
      {code !== null && expires_at !== null ? (
        <>
          <LinkField path={`/register?ref=${userId}&invite=${code}`} />
          <p className="small quiet">
            The club takes new members by invitation. This link works until {formatDay(expires_at)} for {left}{' '}
            {left === 1 ? 'more member' : 'more members'}.
          </p>
        </>
      ) : (
        <p className="quiet">
          The club takes new members by invitation. A link works for 30 days and up to 20 new members.
        </p>
      )}
      {make.isError && (
        <RefusalBanner
          action="makeInvitation"
          error={make.error}
          reason={invitationRefusal(make.error)}
          onDismiss={make.reset}
        />
      )}
      <Button
        ref={button}
        variant={code === null ? 'lake' : 'line'}
        size="sm"
        busy={make.isPending && !asked}
        onClick={() => (code === null ? send() : setAsked(true))}
      >
        {code === null ? 'Make an invitation link' : 'Replace link'}
      </Button>
      <ConfirmDialog
        open={asked}
        title="Replace your invitation link?"
        text="Nobody can register with the old link any more. Those who have registered stay."
        confirmLabel="Replace link"
        busy={make.isPending}
        onConfirm={send}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
