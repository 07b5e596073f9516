import Heart from 'lucide-react/icons/heart'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { CarpIcon, RodIcon } from '../../../components/ui/icons.tsx'
import { REACTIONS, type Reaction, type ReactionState } from '../../../data/newsfeed/reaction.ts'
import { formatPoints } from '../../../lib/format.ts'
import { numberFormat } from '../../../lib/formatters.ts'

const LOOK: Record<Reaction, { name: string; icon: ReactNode }> = {
  heart: { name: 'Heart', icon: <Heart className="i" aria-hidden="true" /> },
  thumbs_up: { name: 'Thumbs up', icon: <ThumbsUp className="i" aria-hidden="true" /> },
  fishing_rod: { name: 'Fishing rod', icon: <RodIcon /> },
  fish: { name: 'Fish', icon: <CarpIcon /> },
  trophy: { name: 'Trophy', icon: <Trophy className="i" aria-hidden="true" /> },
}

// Intl takes its time to get ready, and few posts have a thousand.
const compact = (count: number) =>
  count < 1000 ? String(count) : numberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }).format(count)

export interface ReactionBarProps {
  state: ReactionState
  onChoose: (reaction: Reaction) => void
}

/** The five reactions of a post; the reader's own one is pressed. */
export function ReactionBar({ state, onChoose }: ReactionBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div className="reacts" role="group" aria-label="Reactions">
      {REACTIONS.map((reaction) => {
        const count = state.reaction_counts[reaction] ?? 0
        const { name, icon } = LOOK[reaction]
        return (
          <button
            key={reaction}
            type="button"
            className="rx"
            aria-pressed={state.my_reaction === reaction}
            aria-label={`${name}, ${formatPoints(count)}`}
            onClick={() => onChoose(reaction)}
          >
            {icon}
            {count > 0 && <span>{compact(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
