import { CarpIcon, SwimIcon, WeighIcon } from '../../../components/ui/icons.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { GameType } from '../../../data/games/game.ts'

const TYPES = {
  pick_swim: { name: 'Pick a swim', Icon: SwimIcon },
  guess_weight: { name: 'Guess the weight', Icon: WeighIcon },
  carp_of_week: { name: 'Carp of the week', Icon: CarpIcon },
} as const

/** What kind of game it is. */
export function GameTypePill({ type, quiet = false }: { type: GameType; quiet?: boolean }) {
  const { name, Icon } = TYPES[type]
  return (
    <Pill tone={quiet ? 'grey' : 'lake'} icon={<Icon className="i" aria-hidden="true" />}>
      {name}
    </Pill>
  )
}
