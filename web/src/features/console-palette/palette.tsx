import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Sheet } from '../../components/ui/sheet.tsx'
import { useIsModerator } from '../../hooks/use-is-moderator.ts'
import { formatCount } from '../../lib/format.ts'
import { Keys } from './keys.tsx'
import * as styles from './palette.module.css'
import { type PaletteEntry, partsOf } from './palette-entries.ts'
import { type PaletteContent, usePaletteGroups } from './use-palette-groups.ts'

export interface PaletteProps extends PaletteContent {
  open: boolean
  onClose: () => void
}

/** Finds members, games, sections and actions by their names. */
export function Palette({ open, onClose, ...content }: PaletteProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Search or jump to" className={styles.palette}>
      <Finder {...content} onClose={onClose} />
    </Sheet>
  )
}

/** Pause in the typing before the search runs, in milliseconds. */
const REST_MS = 200

function Finder({ onClose, ...content }: PaletteContent & { onClose: () => void }) {
  const navigate = useNavigate()
  const isModerator = useIsModerator()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { groups, isLoading, isFailed } = usePaletteGroups(text, content)
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(at, entries.length - 1)

  const openEntry = ({ to }: PaletteEntry, inNewTab: boolean) => {
    if (inNewTab) return window.open(to, '_blank', 'noopener')
    onClose()
    // It returns a promise only with the data router, which this app does not use.
    return void navigate(to)
  }
  const move = (to: number) => {
    setAt(to)
    list.current?.querySelectorAll('[role="option"]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[current]
    if (entries.length === 0 || entry === undefined || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move((current + step + entries.length) % entries.length)
    else if (event.key === 'Enter') openEntry(entry, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <>
      <div className={styles.field}>
        <Search className="icon" aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          placeholder={isModerator ? 'A member, section or action' : 'A member, game, section or action'}
          autoComplete="off"
          enterKeyHint="go"
          dir="auto"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.results}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={name} role="group" aria-label={name}>
            <div className={styles.group} aria-hidden="true">
              {name}
            </div>
            {entries.map((entry) => {
              index += 1
              const place = index
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={`${entry.to} ${entry.label}`}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === current}
                  className={styles.option}
                  onClick={(event) => openEntry(entry, event.ctrlKey || event.metaKey)}
                  onPointerMove={() => setAt(place)}
                >
                  <entry.Icon className="icon" aria-hidden="true" />
                  <span dir="auto">
                    <Found label={entry.label} text={text} />
                  </span>
                  {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
                  {entry.keys && <Keys keys={entry.keys} />}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && !isLoading && !isFailed && (
        <p className={styles.nothing}>No results found matching your search.</p>
      )}
      {isFailed && (
        <p className={styles.nothing}>
          {isModerator ? 'Members' : 'Members and games'} could not be searched. Please try again.
        </p>
      )}
      <p className="visually-hidden" role="status">
        {text !== '' && !isLoading && formatCount(entries.length, 'result')}
      </p>
    </>
  )
}

function Found({ label, text }: { label: string; text: string }) {
  const [before, found, after] = partsOf(label, text)
  return (
    <>
      {before}
      {found && <mark>{found}</mark>}
      {after}
    </>
  )
}
