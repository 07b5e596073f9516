import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { membersQuery } from '../../../data/search/members-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { type Mention, mentionAt, type Person, peopleFor, withMention } from '../mention-at.ts'
import * as styles from '../mention-list.module.css'

const REST_MS = 150

export interface MentionListProps {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  /** Members who are suggested before a letter is typed. */
  people?: readonly Person[]
}

const NOBODY: readonly Person[] = []

/**
 * The members whose names begin with the text after `@`. The focus stays in the field: arrows choose, Enter
 * and Tab accept, Escape closes.
 */
export function MentionList({ field, value, onChange, people = NOBODY }: MentionListProps) {
  const id = useId()
  const mention = useMention(field)
  const [refused, setRefused] = useState<number>()
  const [chosen, setChosen] = useState({ name: '', index: 0 })
  const name = mention?.name ?? ''
  const asked = useRested(name)
  const found = useQuery(membersQuery(asked)).data
  const offered =
    mention && mention.start !== refused ? peopleFor(name, people, name && found ? found : NOBODY) : NOBODY
  const open = offered.length > 0
  const active = chosen.name === name ? Math.min(chosen.index, offered.length - 1) : 0

  const accept = (person: Person | undefined) => {
    const area = field.current
    if (!area || !mention || !person) return
    const next = withMention(value, mention, person.username)
    // Rendered at once: letters that are typed before the caret has been placed would stand behind the later ones.
    flushSync(() => onChange(next.text))
    area.setSelectionRange(next.caret, next.caret)
    setRefused(mention.start)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen({ name, index: (active + step + offered.length) % offered.length })
    else if (event.key === 'Enter' || event.key === 'Tab') accept(offered[active])
    else if (event.key === 'Escape') setRefused(mention?.start)
    else return
    event.preventDefault()
    // The field's own keys send or cancel.
    event.stopPropagation()
  }
  useEffect(() => {
    const area = field.current
    area?.addEventListener('keydown', onKeyDown)
    return () => area?.removeEventListener('keydown', onKeyDown)
  })
  useCombobox(field, open ? { list: id, option: `${id}-${active}` } : undefined)

  return (
    <>
      <span className="visually-hidden" role="status">
        {open ? `${formatCount(offered.length, 'member')} to mention. Up and down to choose, Enter to accept.` : ''}
      </span>
      {open && (
        <TopLayerList id={id} field={field} key={offered.length}>
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field, where the focus stays
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={joinClasses(styles.person, index === active && styles.active)}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => accept(person)}
            >
              <Avatar id={person.id} name={person.username} src={person.avatar_url} size={32} />
              <span className={styles.name} dir="auto">
                {person.username}
              </span>
            </div>
          ))}
        </TopLayerList>
      )}
    </>
  )
}

/** The name at the caret of a focused field. */
function useMention(field: RefObject<HTMLTextAreaElement | null>): Mention | undefined {
  const [mention, setMention] = useState<Mention>()
  useEffect(() => {
    const look = () => {
      const area = field.current
      const writing = area && document.activeElement === area && area.selectionStart === area.selectionEnd
      const next = writing ? mentionAt(area.value, area.selectionStart) : undefined
      setMention((last) => (last?.start === next?.start && last?.name === next?.name ? last : next))
    }
    const area = field.current
    look()
    document.addEventListener('selectionchange', look)
    area?.addEventListener('input', look)
    area?.addEventListener('blur', look)
    return () => {
      document.removeEventListener('selectionchange', look)
      area?.removeEventListener('input', look)
      area?.removeEventListener('blur', look)
    }
  }, [field])
  return mention
}

/** The text once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Tells assistive technology which option of which list the keys of the field move to. */
function useCombobox(field: RefObject<HTMLTextAreaElement | null>, at: { list: string; option: string } | undefined) {
  const { list, option } = at ?? {}
  useEffect(() => {
    const area = field.current
    if (!area || !list || !option) return
    area.setAttribute('aria-autocomplete', 'list')
    area.setAttribute('aria-controls', list)
    area.setAttribute('aria-activedescendant', option)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) area.removeAttribute(name)
    }
  }, [field, list, option])
}

const GAP = 4
const WIDTH_MAX = 380

interface TopLayerListProps extends Pick<MentionListProps, 'field'> {
  id: string
  children: ReactNode
}

/** A list in the top layer, below the field or, where there is no room, above it. */
function TopLayerList({ id, field, children }: TopLayerListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const screen = window.visualViewport
    const place = () => {
      const around = field.current?.getBoundingClientRect()
      if (!around || !list.current) return
      const { style } = list.current
      // As wide as a phone: names with a common beginning differ at their end.
      const across = document.documentElement.clientWidth
      const width = Math.min(WIDTH_MAX, across - 2 * GAP)
      style.left = `${Math.max(GAP, Math.min(around.left, across - GAP - width))}px`
      style.width = `${width}px`
      const height = list.current.offsetHeight
      const bottom = screen ? screen.offsetTop + screen.height : window.innerHeight
      const below = bottom - around.bottom - GAP >= height
      style.top = `${below ? around.bottom + GAP : Math.max(GAP, around.top - GAP - height)}px`
    }
    list.current?.showPopover?.()
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    screen?.addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      screen?.removeEventListener('resize', place)
    }
  }, [field])
  return (
    <div ref={list} id={id} className={styles.people} popover="manual" role="listbox" aria-label="Members to mention">
      {children}
    </div>
  )
}
