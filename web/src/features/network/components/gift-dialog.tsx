import { type FormEvent, useMemo, useRef, useState } from 'react'
import { LIMITS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useGiftMutation } from '../../../data/gifts/gift-mutation.ts'
import { giftRefusal } from '../../../data/gifts/refusal.ts'
import type { FoundMember } from '../../../data/network/members-query.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { castControl, castRing } from '../../../lib/cast-ring.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { giftAmount, giftErrors, messageLength } from '../gift-check.ts'
import { forgetGiftDraft, type GiftDraft, keepGiftDraft, readGiftDraft } from '../gift-draft.ts'

const QUICK = [25, 50, 100, 250]

export interface GiftDialogProps {
  userId: string
  /** Undefined keeps the dialog closed. */
  member: FoundMember | undefined
  onClose: () => void
}

/** Asks how many points to give to a member, with a message. */
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
  const amount = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const underway = useRef(false)
  const [draft, setDraft] = useState(() => readGiftDraft(userId, member.id))
  const [checked, setChecked] = useState(false)
  // While a gift is on its way the balance shown is already what will be left.
  const errors = checked && !gift.isPending ? giftErrors(draft.points, draft.message, own?.points) : {}

  const change = (part: Partial<GiftDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepGiftDraft(userId, member.id, next)
  }

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (underway.current) return
    setChecked(true)
    const wrong = giftErrors(draft.points, draft.message, own?.points)
    if (wrong.points) return amount.current?.focus()
    if (wrong.message) return text.current?.focus()
    underway.current = true
    const control = castControl()
    onSending(true)
    // Kept before it is sent: after a lost answer even a reload sends the same id.
    keepGiftDraft(userId, member.id, draft)
    gift.mutate(
      { id: draft.id, toUserId: member.id, points: giftAmount(draft.points), message: draft.message },
      {
        onSuccess: ({ points, earlier }) => {
          forgetGiftDraft(userId, member.id)
          castRing(control)
          const given = formatCount(points, 'point')
          toast(
            earlier
              ? `Your gift of ${given} to ${member.username} had arrived already.`
              : `You gave ${member.username} ${given}.`,
          )
          onClose()
        },
        onSettled: () => {
          underway.current = false
          onSending(false)
        },
      },
    )
  }

  return (
    <form onSubmit={send} noValidate>
      {gift.isError && <GiftFailure error={gift.error} onDismiss={gift.reset} />}
      <div className="row well gift-to">
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
          <div className="gift-balance">
            <div className="small quiet">You have</div>
            <div className="num num-md">{formatPoints(own.points)}</div>
          </div>
        )}
      </div>
      <Field id="gift-points" className="gift-field" label="Points" error={errors.points}>
        {(control) => (
          <TextInput
            {...control}
            ref={amount}
            className="num gift-amt"
            inputMode="numeric"
            autoComplete="off"
            value={draft.points}
            onChange={(event) => change({ points: event.target.value })}
            data-autofocus
          />
        )}
      </Field>
      <fieldset className="quick" aria-label="Quick amounts">
        {QUICK.map((points) => (
          <Button key={points} variant="line" size="sm" onClick={() => change({ points: String(points) })}>
            {points}
          </Button>
        ))}
      </fieldset>
      <Field
        id="gift-message"
        label="Message"
        note="optional"
        error={errors.message}
        counter={{ length: messageLength(draft.message), max: LIMITS.giftMessage }}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={text}
            className="gift-msg"
            rows={2}
            dir="auto"
            value={draft.message}
            onChange={(event) => change({ message: event.target.value })}
          />
        )}
      </Field>
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={gift.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="tip" icon={<PointsCoin className="i" />} busy={gift.isPending}>
          Gift Points
        </Button>
      </div>
    </form>
  )
}

function GiftFailure({ error, onDismiss }: { error: Error; onDismiss: () => void }) {
  const words = useMemo(() => bannerText('giftPoints', error), [error])
  // Without an answer it is not known whether the gift went through; the id makes another try safe, so it says so.
  const reason = giftRefusal(error) ?? 'You can try again: the points will not be given twice.'
  return (
    <Banner tone="danger" className="gift-failure" onDismiss={onDismiss}>
      {words}. <span className="small">{reason}</span>
    </Banner>
  )
}
