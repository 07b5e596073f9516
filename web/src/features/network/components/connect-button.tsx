import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import type { Standing } from '../../../data/network/connections-query.ts'
import * as styles from '../network.module.css'

export interface ConnectButtonProps {
  username: string
  standing: Standing | undefined
  onConnect: () => void
  /** Takes the focus when it appears, if no other control has it. */
  takesFocus?: boolean
}

/**
 * Asks a member for a connection, or accepts theirs. The button keeps its place and focus when done, so it is not
 * disabled but ignores presses.
 */
export function ConnectButton({ username, standing, onConnect, takesFocus = false }: ConnectButtonProps) {
  const done = standing === 'connected' || standing === 'requested'
  const label = standing === 'connected' ? 'Connected' : standing === 'requested' ? 'Requested' : 'Connect'
  const Icon = standing === 'connected' ? Check : standing === 'requested' ? Clock : UserPlus
  const button = useRef<HTMLButtonElement>(null)
  const atFirst = useRef(takesFocus)
  useEffect(() => {
    if (atFirst.current && document.activeElement === document.body) button.current?.focus()
  }, [])
  return (
    <Button
      ref={button}
      size="sm"
      icon={<Icon className="icon" aria-hidden="true" />}
      className={done ? styles.settled : ''}
      aria-disabled={done || undefined}
      aria-label={done ? `${label}: ${username}` : `${label} with ${username}`}
      onClick={() => !done && onConnect()}
    >
      {label}
    </Button>
  )
}
