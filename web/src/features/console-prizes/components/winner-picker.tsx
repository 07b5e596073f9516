import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { SearchInput } from '../../../components/ui/search-input.tsx'
import { type PossibleWinner, winnersQuery } from '../../../data/prizes/console-winners-query.ts'
import { useRested } from '../../../hooks/use-rested.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../prizes.module.css'

export interface WinnerPickerProps {
  value: PossibleWinner | undefined
  onChange: (winner: PossibleWinner | undefined) => void
}

/** Finds the winner of a prize by username or email. */
export function WinnerPicker({ value, onChange }: WinnerPickerProps) {
  const [typed, setTyped] = useState('')
  const [rested] = useRested(typed.trim())
  // An emptied field shows no results at once.
  const text = typed.trim() && rested
  const found = useQuery(winnersQuery(text))
  // The pressed element disappears on the press: the focus moves to its replacement.
  const moved = useRef(false)
  const takeFocus = (element: HTMLElement | null) => {
    if (moved.current) element?.focus()
    if (element) moved.current = false
  }
  const choose = (winner: PossibleWinner | undefined) => {
    moved.current = true
    onChange(winner)
  }
  if (value)
    return (
      <fieldset className="field">
        <legend className="label">User</legend>
        <div className={`cluster well ${styles.chosenWinner}`}>
          <WinnerName winner={value} />
          <Button variant="line" size="sm" ref={takeFocus} onClick={() => choose(undefined)}>
            Change
          </Button>
        </div>
      </fieldset>
    )
  return (
    <fieldset className="field">
      <legend className="label">User</legend>
      <SearchInput
        ref={takeFocus}
        label="Find a user"
        placeholder="Username or email"
        value={typed}
        onType={setTyped}
      />
      {text !== '' && found.isError && (
        <ErrorBanner action={consoleFailureText.loadUsers} error={found.error} onRetry={() => void found.refetch()} />
      )}
      <div aria-live="polite">
        {text !== '' && found.data?.winners.length === 0 && <p className="hint">No user found.</p>}
        {text !== '' && found.data?.more && (
          <p className="hint">There are more matches. Type more of the name or address.</p>
        )}
      </div>
      {text !== '' && found.data && found.data.winners.length > 0 && (
        <ul className={styles.winners} aria-label="Found users">
          {found.data.winners.map((winner) => (
            <li key={winner.id}>
              <button type="button" onClick={() => choose(winner)}>
                <WinnerName winner={winner} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function WinnerName({ winner }: { winner: PossibleWinner }) {
  return (
    <>
      <Avatar id={winner.id} name={winner.username} src={winner.avatarUrl} size={36} />
      <span className={`grow ${styles.winnerName}`}>
        <span className="strong ellipsis" dir="auto">
          {winner.username}
        </span>
        <span className="quiet ellipsis">{winner.email}</span>
      </span>
    </>
  )
}
