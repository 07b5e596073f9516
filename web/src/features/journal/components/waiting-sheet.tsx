import { useState } from 'react'
import { varietyNoun } from '../../../components/catch/varieties.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { deleteWaiting } from '../../../data/catches/waiting-queue.ts'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import type { SendNow } from '../send-and-tell.ts'
import { useHeld } from '../use-held.ts'
import * as styles from '../waiting.module.css'
import { notKeptReason, refusalOf } from '../waiting-words.ts'
import { WaitingForm } from './waiting-form.tsx'

export interface WaitingSheetProps {
  one: WaitingCatch
  unit: WeightUnit
  userId: string
  /** Sends what waits; called after a change when there is a line. */
  onSend: SendNow | undefined
  onClose: () => void
}

/** What its deletion here means for the journal. */
function inJournal({ refusal }: WaitingCatch): string {
  if (refusal === 'CT003') return 'The catch in your journal stays.'
  return 'If it has reached your journal already, it is deleted there, too.'
}

/**
 * A catch that waits on this device: it can be changed and deleted, and one that was refused says why. It is not sent while
 * it is open here, also while its deletion is asked.
 */
export function WaitingSheet({ one, unit, userId, onSend, onClose }: WaitingSheetProps) {
  const [mode, setMode] = useState<'edit' | 'delete'>('edit')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  useHeld(userId, one.requestId)
  const reason = refusalOf(one)
  const noun = `${formatGrams(one.fields.grams, unit)} ${varietyNoun(one.fields.variety)}`
  const confirmed = async () => {
    setBusy(true)
    try {
      await deleteWaiting(userId, one.requestId)
      toast('Catch deleted.')
      onClose()
      // What may have been stored by an attempt without an answer is deleted, too.
      if (navigator.onLine) void onSend?.()
    } catch (error) {
      setFailure(notKeptReason(error) ?? bannerText(journalFailureText.deleteCatch, error))
    } finally {
      setBusy(false)
    }
  }
  if (mode === 'delete')
    return (
      <ConfirmDialog
        open
        title="Delete this catch?"
        text={`Your ${noun} leaves this device for good, with its photo. ${inJournal(one)}`}
        failure={failure !== undefined && <Banner tone="danger">{failure}</Banner>}
        confirmLabel="Delete"
        busy={isBusy}
        onConfirm={() => void confirmed()}
        onCancel={() => {
          setFailure(undefined)
          setMode('edit')
        }}
      />
    )
  return (
    <Sheet open onClose={onClose} title={reason === undefined ? 'Waiting to be sent' : 'Not accepted'}>
      {reason !== undefined && (
        <Banner tone="warn" className={styles.reason}>
          {reason}
        </Banner>
      )}
      <WaitingForm
        userId={userId}
        one={one}
        unit={unit}
        onDone={() => {
          toast('Saved on this device.')
          onClose()
          if (navigator.onLine) void onSend?.()
        }}
        onDelete={() => setMode('delete')}
      />
    </Sheet>
  )
}
