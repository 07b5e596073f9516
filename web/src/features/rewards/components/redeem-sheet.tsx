import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { type RedeemedAward, useRedeemMutation } from '../../../data/rewards/redeem-mutation.ts'
import { rewardRefusal } from '../../../data/rewards/refusal.ts'
import type { Reward } from '../../../data/rewards/rewards-query.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { codeOf } from '../../../lib/refusal.ts'
import { rewardFailureText } from '../../../lib/reward-failure-text.ts'
import * as styles from '../rewards.module.css'

export interface RedeemSheetProps {
  userId: string
  /** As it was when the member chose it; undefined keeps the sheet closed. */
  reward: Reward | undefined
  balance: number | undefined
  /** ID of the request for the reward, the same until it has been answered. */
  requestOf: (reward: Reward) => string
  onRedeemed: (awards: RedeemedAward[]) => void
  onClose: () => void
}

/** Says what a reward costs and what is left after it, and redeems it. */
export function RedeemSheet({ reward, onClose, ...rest }: RedeemSheetProps) {
  const [sending, setSending] = useState(false)
  return (
    <Sheet open={reward !== undefined} onClose={onClose} title="Redeem this reward?" dismissable={!sending}>
      {reward && <RedeemForm {...rest} reward={reward} onClose={onClose} onSending={setSending} />}
    </Sheet>
  )
}

// Nothing is typed; the form is the one way to send, with its failures and lost answers.
const nothing = z.object({})

interface RedeemFormProps extends RedeemSheetProps {
  reward: Reward
  onSending: (sending: boolean) => void
}

function RedeemForm({ userId, reward, balance, requestOf, onRedeemed, onClose, onSending }: RedeemFormProps) {
  const redeem = useRedeemMutation(userId)
  // The balance that the member saw: it falls before the sheet has closed.
  const [before] = useState(balance)
  const [hadBefore, setHadBefore] = useState(false)
  const { id, name, price, version, units, items } = reward
  const form = useAppForm({
    schema: nothing,
    start: {},
    send: async () => {
      onSending(true)
      setHadBefore(false)
      try {
        return await redeem.mutateAsync({ requestId: requestOf(reward), rewardId: id, price, version })
      } finally {
        onSending(false)
      }
    },
    done: onRedeemed,
    action: rewardFailureText.redeemReward,
    reason: rewardRefusal,
    onError: (error) => setHadBefore(['RW003', 'RW013'].includes(codeOf(error))),
    unanswered: 'You can try again: the points will not be taken twice.',
  })
  return (
    <Form form={form}>
      <div className={styles.chosen}>
        <div className="media ratio-3-2">
          <PrizeImage url={items[0]?.image_url ?? null} type={items[0]?.type ?? 'physical'} width={192} height={128} />
        </div>
        <div>
          <div className="strong" dir="auto">
            {name}
          </div>
          {units !== null && <div className="small quiet">{formatPoints(units)} left</div>}
        </div>
      </div>
      <dl className={styles.sums}>
        {before !== undefined && (
          <div>
            <dt>Your balance</dt>
            <dd className="figure">{formatPoints(before)}</dd>
          </div>
        )}
        <div>
          <dt>This reward</dt>
          <dd className={`figure ${styles.cost}`}>{formatPointsChange(-price)}</dd>
        </div>
        {before !== undefined && (
          <div>
            <dt className="strong">Left after</dt>
            <dd className="figure">{formatPoints(before - price)}</dd>
          </div>
        )}
      </dl>
      <p className="small quiet">
        Your rank and your level stay as they are. You then claim it like a prize. If you claim nothing of it in 30
        days, your points come back, but it counts for this season, and is closed to you for another 30 days.
      </p>
      <Failure form={form} />
      {hadBefore && (
        <p>
          <Link to="/prizes" className="tap-line">
            Your prizes, claimed and not claimed yet
          </Link>
        </p>
      )}
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={form.busy} data-autofocus>
          Cancel
        </Button>
        <SendButton form={form} variant="tip">
          Redeem for {formatPoints(price)}
        </SendButton>
      </div>
    </Form>
  )
}
