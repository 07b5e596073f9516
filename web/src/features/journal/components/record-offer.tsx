import { Link } from 'react-router'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import {
  offerRefusal,
  useOfferRecordMutation,
  useWithdrawRecordMutation,
} from '../../../data/catches/offer-mutations.ts'
import type { RecordOffer as Offer } from '../../../data/catches/offers-query.ts'
import type { Catch } from '../../../data/catches/pages-query.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import * as styles from '../catch-sheet.module.css'
import { offerText } from '../record-words.ts'

export interface RecordOfferProps {
  one: Pick<Catch, 'id' | 'visibility' | 'photo_path'>
  /** What became of its offer; undefined for a catch that is not offered. */
  offer: Offer | undefined
  /** A suspended angler only reads it. */
  mayChange: boolean
}

/** Of a catch of one's own: whether it is offered for the club records, and the button that offers it or takes it back. */
export function RecordOffer({ one, offer, mayChange }: RecordOfferProps) {
  const toast = useToast()
  const give = useOfferRecordMutation()
  const takeBack = useWithdrawRecordMutation()
  const failed = [give, takeBack].find(({ error }) => error)
  const send = async (change: typeof give, done: string) => {
    try {
      await change.mutateAsync(one.id)
      toast(done)
    } catch {
      // The banner says why.
    }
  }
  const mayOffer = one.visibility === 'members' && one.photo_path !== null
  return (
    <section className={styles.offer} aria-label="Club record">
      <p>
        {offerText(offer?.state, mayOffer)}
        {offer?.state === 'verified' && (
          <>
            {' '}
            <Link to="/records">Club records</Link>
          </>
        )}
      </p>
      {offer?.state === 'declined' && (
        <blockquote className={styles.reason} dir="auto">
          {offer.reason}
        </blockquote>
      )}
      {failed && (
        <RefusalBanner
          action={journalFailureText.offerCatch}
          error={failed.error}
          reason={offerRefusal(failed.error)}
          onDismiss={failed.reset}
        />
      )}
      {mayChange && !offer && mayOffer && (
        <Button
          variant="line"
          busy={give.isPending}
          onClick={() => void send(give, 'Offered for the record. The team looks at it.')}
        >
          Offer for the record
        </Button>
      )}
      {mayChange && offer?.state === 'waiting' && (
        <Button variant="line" busy={takeBack.isPending} onClick={() => void send(takeBack, 'Taken back.')}>
          Take the offer back
        </Button>
      )}
    </section>
  )
}
