import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { recordDecisionRefusal, useRecordUndoMutation } from '../../../data/records/console-decision-mutations.ts'
import type { OfferedCatch } from '../../../data/records/console-offers-query.ts'
import { useIsAdmin } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../offers.module.css'

/** What was decided and by whom. An admin can undo it. */
export function Decided({ offer: { id, username, decision, reason, decided_by, is_own } }: { offer: OfferedCatch }) {
  const isAdmin = useIsAdmin()
  const toast = useToast()
  const undo = useRecordUndoMutation()
  const isVerified = decision === 'verify'
  const Icon = isVerified ? ShieldCheck : ShieldX
  const press = async () => {
    try {
      await undo.mutateAsync(id)
      toast('The decision is undone, and the catch waits again.')
      // The card is about to go.
      document.querySelector<HTMLElement>('h1')?.focus()
    } catch {
      // The banner says why.
    }
  }
  return (
    <>
      <Pill tone={isVerified ? 'ok' : 'warn'} icon={<Icon className="icon" aria-hidden="true" />}>
        {isVerified ? 'Verified' : 'Declined'}
      </Pill>
      <p className="quiet">
        By <bdi>{decided_by ?? 'a former member'}</bdi>
      </p>
      {reason !== '' && (
        <p className={styles.words} dir="auto">
          {reason}
        </p>
      )}
      {undo.error && (
        <RefusalBanner
          action={consoleFailureText.decideRecord}
          error={undo.error}
          reason={recordDecisionRefusal(undo.error)}
          onDismiss={undo.reset}
        />
      )}
      {isAdmin && !is_own && (
        <Button variant="line" busy={undo.isPending} aria-label={`Undo: ${username}`} onClick={() => void press()}>
          Undo
        </Button>
      )}
    </>
  )
}
