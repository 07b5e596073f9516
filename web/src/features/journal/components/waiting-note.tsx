import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import type { SendNow } from '../send-and-tell.ts'
import * as styles from '../waiting.module.css'
import { catches } from '../waiting-words.ts'

export interface WaitingNoteProps {
  /** At least one. */
  waiting: readonly WaitingCatch[]
  onSend: SendNow | undefined
}

/** How many catches wait on this device, and a button that sends them. No live region: saving and sending say it once. */
export function WaitingNote({ waiting, onSend }: WaitingNoteProps) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const refused = waiting.filter(({ refusal }) => refusal !== null).length
  const left = waiting.length - refused
  const send = async () => {
    setBusy(true)
    try {
      await onSend?.(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.note}>
      <p>
        {left > 0 && (
          <>
            <b>
              {catches(left)} {left === 1 ? 'waits' : 'wait'} on this device
            </b>
            {online ? ' to be sent. ' : ' until there is a connection. '}
          </>
        )}
        {refused > 0 && (
          <>
            <b>{catches(refused)} not accepted.</b> Open {refused === 1 ? 'it' : 'them'} to see why.{' '}
          </>
        )}
        The sums and bests do not count {waiting.length === 1 ? 'it' : 'them'} yet.
      </p>
      {online && left > 0 && onSend && (
        <Button variant="line" busy={isBusy} onClick={() => void send()}>
          Send now
        </Button>
      )}
    </div>
  )
}
