import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { type PossibleWinner, winnersQuery } from '../../../data/prizes/console-winners-query.ts'

const REST_MS = 250

export interface WinnerPickerProps {
  value: PossibleWinner | undefined
  onChange: (winner: PossibleWinner | undefined) => void
}

/** Finds the member who gets a prize by name or e-mail. */
export function WinnerPicker({ value, onChange }: WinnerPickerProps) {
  const [typed, setTyped] = useState('')
  const text = useRested(typed.trim())
  const found = useQuery(winnersQuery(text))
  // What was pressed goes away with the press: the focus follows to what takes its place.
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
      <fieldset className="field winner-picker">
        <legend className="label">User</legend>
        <div className="row well winner-chosen">
          <WinnerName winner={value} />
          <Button variant="line" size="sm" ref={takeFocus} onClick={() => choose(undefined)}>
            Change
          </Button>
        </div>
      </fieldset>
    )
  return (
    <fieldset className="field winner-picker">
      <legend className="label">User</legend>
      <TextInput
        ref={takeFocus}
        type="search"
        lead={<Search className="i" aria-hidden="true" />}
        aria-label="Find a user"
        placeholder="Username or e-mail"
        autoComplete="off"
        dir="auto"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {text !== '' && found.isError && (
        <ErrorBanner action="loadUsers" error={found.error} onRetry={() => void found.refetch()} />
      )}
      <div aria-live="polite">{text !== '' && found.data?.length === 0 && <p className="hint">No user found.</p>}</div>
      {text !== '' && found.data && found.data.length > 0 && (
        <ul className="winner-list" aria-label="Found users">
          {found.data.map((winner) => (
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

/** The text once the typing has rested. An empty one is empty at once. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text && rested
}

function WinnerName({ winner }: { winner: PossibleWinner }) {
  return (
    <>
      <Avatar id={winner.id} name={winner.username} src={winner.avatarUrl} size={36} />
      <span className="grow winner-name">
        <span className="strong ellipsis" dir="auto">
          {winner.username}
        </span>
        <span className="quiet ellipsis">{winner.email}</span>
      </span>
    </>
  )
}
