import Heart from 'lucide-react/icons/heart'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import Trophy from 'lucide-react/icons/trophy'
import type { ReactNode } from 'react'
import { CarpIcon, RodIcon } from '../../../components/ui/icons.tsx'
import type { Reaction } from '../../../data/newsfeed/reaction.ts'
import { numberFormat } from '../../../lib/formatters.ts'

/** Name and drawing of each reaction. */
export const LOOK: Record<Reaction, { name: string; icon: ReactNode }> = {
  heart: { name: 'Heart', icon: <Heart className="icon" aria-hidden="true" /> },
  thumbs_up: { name: 'Thumbs up', icon: <ThumbsUp className="icon" aria-hidden="true" /> },
  fishing_rod: { name: 'Fishing rod', icon: <RodIcon /> },
  fish: { name: 'Fish', icon: <CarpIcon /> },
  trophy: { name: 'Trophy', icon: <Trophy className="icon" aria-hidden="true" /> },
}

// Creating a formatter with Intl is slow, and few posts have a thousand reactions.
export const compact = (count: number) =>
  count < 1000 ? String(count) : numberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }).format(count)
