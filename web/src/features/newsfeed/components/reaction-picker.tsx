import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { REACTIONS, type Reaction, type ReactionState } from '../../../data/newsfeed/reaction.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../actions.module.css'
import { LOOK } from './reaction-look.tsx'

export interface ReactionPickerProps {
  state: ReactionState
  onChoose: (reaction: Reaction) => void
  onClose: () => void
}

const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** The five reactions in place of the row. Arrow keys move between them, Enter chooses, Escape closes. */
export function ReactionPicker({ state, onChoose, onClose }: ReactionPickerProps) {
  const group = useRef<HTMLDivElement>(null)
  const first = Math.max(0, state.my_reaction ? REACTIONS.indexOf(state.my_reaction) : 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the reactions appear
  useEffect(() => group.current?.querySelectorAll('button')[first]?.focus(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose()
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const step = STEP[event.key]
    const to =
      step !== undefined ? at + step : event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : undefined
    if (to === undefined) return
    event.preventDefault()
    buttons.at(to % buttons.length)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.picker} role="group" aria-label="React" ref={group} onKeyDown={onKeyDown}>
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          className={styles.action}
          aria-pressed={state.my_reaction === reaction}
          aria-label={`${LOOK[reaction].name}, ${formatPoints(state.reaction_counts[reaction] ?? 0)}`}
          onClick={() => onChoose(reaction)}
        >
          {LOOK[reaction].icon}
        </button>
      ))}
      <IconButton label="Close reactions" icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
    </div>
  )
}
