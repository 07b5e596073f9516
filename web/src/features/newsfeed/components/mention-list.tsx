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
  const side = useRef<Side>(undefined)
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
        <TopLayerList id={id} field={field} start={mention?.start ?? 0} side={side}>
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
    // Above React's own listener: a render before it would set the field back to the text it had before.
    document.addEventListener('input', look)
    area?.addEventListener('blur', look)
    return () => {
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('input', look)
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
// Six members.
const HEIGHT_MAX = 304
// Two members.
const HEIGHT_MIN = 110

/** The side of the field on which a mention's list is. */
interface Side {
  /** Position of the mention's `@`. */
  start: number
  below: boolean
}

interface TopLayerListProps extends Pick<MentionListProps, 'field'> {
  id: string
  start: number
  /** Remembers the side while the list of the same mention closes and opens again. */
  side: RefObject<Side | undefined>
  children: ReactNode
}

/**
 * A list in the top layer: below the field's form, or above the field. The side is chosen by the greatest height that the
 * list may have, once for each mention, so that it stays where it is while letters leave fewer members.
 */
function TopLayerList({ id, field, start, side, children }: TopLayerListProps) {
  const list = useRef<HTMLDivElement>(null)
  const place = () => {
    const area = field.current
    if (!area || !list.current) return
    const screen = window.visualViewport
    const top = screen?.offsetTop ?? 0
    const bottom = top + (screen?.height ?? window.innerHeight)
    const around = area.getBoundingClientRect()
    // The form's buttons stay free.
    const under = (area.closest('form') ?? area).getBoundingClientRect().bottom
    const above = around.top - top - 2 * GAP
    const below = bottom - under - 2 * GAP
    const most = Math.min(HEIGHT_MAX, 0.6 * window.innerHeight)
    const last = side.current?.start === start ? side.current.below : undefined
    const lastRoom = last === undefined ? 0 : last ? below : above
    const isBelow = last !== undefined && lastRoom >= HEIGHT_MIN ? last : below >= most || below >= above
    side.current = { start, below: isBelow }

    const { style } = list.current
    // As wide as a phone: names with a common beginning differ at their end.
    const across = document.documentElement.clientWidth
    const width = Math.min(WIDTH_MAX, across - 2 * GAP)
    style.left = `${Math.max(GAP, Math.min(around.left, across - GAP - width))}px`
    style.width = `${width}px`
    style.maxHeight = `${Math.min(most, Math.max(HEIGHT_MIN, isBelow ? below : above))}px`
    style.top = `${isBelow ? under + GAP : Math.max(GAP, around.top - GAP - list.current.offsetHeight)}px`
  }
  useLayoutEffect(() => list.current?.showPopover?.(), [])
  // After each letter: other members may need another height, and the field may have grown.
  useLayoutEffect(place)
  useEffect(() => {
    // Without `field-sizing` the form grows in an effect of a component around this one.
    place()
    const screen = window.visualViewport
    addEventListener('scroll', place, { capture: true, passive: true })
    screen?.addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      screen?.removeEventListener('resize', place)
    }
  })
  return (
    <div ref={list} id={id} className={styles.people} popover="manual" role="listbox" aria-label="Members to mention">
      {children}
    </div>
  )
}
