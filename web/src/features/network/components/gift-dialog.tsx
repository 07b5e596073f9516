import { useState } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField, TextField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { useGiftMutation } from '../../../data/gifts/gift-mutation.ts'
import { giftRefusal } from '../../../data/gifts/refusal.ts'
import type { FoundMember } from '../../../data/network/members-query.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { castControl, castRing } from '../../../lib/cast-ring.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import * as styles from '../gift-dialog.module.css'
import { giftSchema } from '../gift-schema.ts'

const QUICK = [25, 50, 100, 250]

export interface GiftDialogProps {
  userId: string
  /** Undefined keeps the dialog closed. */
  member: FoundMember | undefined
  onClose: () => void
}

/** Sends points and a message to a member. */
export function GiftDialog({ userId, member, onClose }: GiftDialogProps) {
  const [sending, setSending] = useState(false)
  return (
    <Sheet open={member !== undefined} onClose={onClose} title="Gift Points" dismissable={!sending}>
      {member && <GiftForm userId={userId} member={member} onClose={onClose} onSending={setSending} />}
    </Sheet>
  )
}

interface GiftFormProps {
  userId: string
  member: FoundMember
  onClose: () => void
  onSending: (sending: boolean) => void
}

function GiftForm({ userId, member, onClose, onSending }: GiftFormProps) {
  const toast = useToast()
  const own = useOwnSummary()
  const gift = useGiftMutation(userId)
  const form = useAppForm({
    schema: giftSchema(own?.points),
    start: { points: '', message: '' },
    writer: userId,
    keep: `gift-${member.id}`,
    send: async (values, { request }) => {
      const control = castControl()
      onSending(true)
      try {
        const given = await gift.mutateAsync({ ...values, requestId: request, toUserId: member.id })
        castRing(control)
        return given
      } finally {
        onSending(false)
      }
    },
    done: ({ points, earlier }) => {
      const given = formatCount(points, 'point')
      toast(
        earlier
          ? `Your gift of ${given} to ${member.username} was already made.`
          : `You gave ${member.username} ${given}.`,
      )
      onClose()
    },
    action: 'giftPoints',
    reason: giftRefusal,
    unanswered: 'You can try again: the points will not be given twice.',
  })

  return (
    <Form form={form}>
      <div className={`cluster well ${styles.recipient}`}>
        <Avatar id={member.id} name={member.username} src={member.avatar_url} />
        <div className="grow">
          <div className="strong ellipsis" dir="auto">
            {member.username}
          </div>
          <div className="small quiet ellipsis" dir="auto">
            {member.fishing_area}
          </div>
        </div>
        {own && (
          <div className={styles.balance}>
            <div className="small quiet">You have</div>
            <div className="figure figure-md">{formatPoints(own.points)}</div>
          </div>
        )}
      </div>
      <TextField
        form={form}
        name="points"
        label="Points"
        fieldClass={styles.points}
        className={`figure ${styles.amount}`}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      <fieldset className={styles.quick} aria-label="Quick amounts">
        {QUICK.map((points) => (
          <Button key={points} variant="line" size="sm" onClick={() => form.change({ points: String(points) })}>
            {points}
          </Button>
        ))}
      </fieldset>
      <AreaField
        form={form}
        name="message"
        label="Message"
        note="optional"
        counted
        className={styles.message}
        rows={2}
      />
      <Failure form={form} />
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="tip" icon={<PointsCoin className="icon" />}>
          Gift Points
        </SendButton>
      </div>
    </Form>
  )
}
