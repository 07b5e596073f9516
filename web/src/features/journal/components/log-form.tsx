import { useEffect, useState } from 'react'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Card } from '../../../components/ui/card.tsx'
import type { CatchFields as Fields, LoggedCatch } from '../../../data/catches/catch-mutations.ts'
import { uploadOrHold } from '../../../data/catches/photo-hold.ts'
import { catchRefusal, isSpent } from '../../../data/catches/refusal.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import { today } from '../../../lib/day.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../catch-form.module.css'
import { catchSchema, newCatch } from '../catch-schema.ts'
import { type KEPT, useLogOrKeep } from '../use-log-or-keep.ts'
import { notKeptReason } from '../waiting-words.ts'
import { CatchFields } from './catch-fields.tsx'

/** ID of the heading, to which "Log a catch" leads. */
export const LOG_HEADING = 'log-a-catch'

export interface LogFormProps {
  userId: string
  unit: WeightUnit
  best: number | undefined
  onLogged: (answer: LoggedCatch | typeof KEPT, fields: Fields) => void
}

/**
 * Logs a catch. The draft survives a reload and a failed attempt, and is logged once however often it is sent. Without a line
 * it is kept on this device.
 */
export function LogForm({ userId, unit, best, onLogged }: LogFormProps) {
  const logOrKeep = useLogOrKeep(userId)
  const [uploads, setUploads] = useState(0)
  const day = useToday()
  const online = useOnline()
  const form = useAppForm({
    schema: catchSchema,
    start: newCatch(unit),
    writer: userId,
    keep: 'catch',
    send: (fields, { request }) => logOrKeep(request, fields),
    next: 'blank',
    done: onLogged,
    action: journalFailureText.saveCatch,
    reason: (error) => notKeptReason(error) ?? catchRefusal(error),
    spent: isSpent,
    unanswered: 'You can try again: the catch will not be logged twice.',
  })
  // The installed app stays open overnight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a new day
  useEffect(() => {
    if (!form.dirty && form.values.caughtOn !== day) form.discard()
  }, [day])
  return (
    <Card as="section" pad aria-labelledby={LOG_HEADING}>
      <h2 id={LOG_HEADING} className={styles.heading} tabIndex={-1}>
        Log a catch
      </h2>
      <Form form={form} aria-labelledby={LOG_HEADING} restores>
        <CatchFields
          userId={userId}
          form={form}
          best={best}
          onUpload={(change) => setUploads((count) => count + change)}
          take={uploadOrHold}
        />
        <Failure form={form} />
        <SendButton form={form} className={styles.save} variant="tip" block disabled={uploads > 0}>
          Save catch
        </SendButton>
        <p className={`hint ${styles.promise}`}>
          There is no field for a place. A journal keeps what and when, never where.
        </p>
        {!online && (
          <p className={`hint ${styles.promise}`}>
            You are offline. What you save waits on this device and is sent when there is a connection.
          </p>
        )}
      </Form>
    </Card>
  )
}

/** Today, looked at again whenever the page is shown. */
function useToday() {
  const [day, setDay] = useState(() => today())
  useEffect(() => {
    const look = () => setDay(today())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return day
}
