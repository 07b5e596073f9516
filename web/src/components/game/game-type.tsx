import { CarpIcon, WeighIcon } from '../ui/icons.tsx'
import { Pill } from '../ui/pill.tsx'
import { SwimIcon } from '../ui/swim-icon.tsx'

const TYPES = {
  pick_swim: { name: 'Pick a swim', invitation: 'Pick your swim', Icon: SwimIcon },
  guess_weight: { name: 'Guess the weight', invitation: 'Make your guess', Icon: WeighIcon },
  carp_of_week: { name: 'Carp of the week', invitation: 'Enter your carp', Icon: CarpIcon },
} as const

export type GameTypeName = keyof typeof TYPES

/** The name of a kind of game, e.g. `Pick a swim`. */
export const gameTypeName = (type: GameTypeName): string => TYPES[type].name

/** What the button of an open game says to a member who has not entered it. */
export const gameInvitation = (type: GameTypeName): string => TYPES[type].invitation

/** The drawing of a kind of game. */
export function TypeIcon({ type }: { type: GameTypeName }) {
  const { Icon } = TYPES[type]
  return <Icon className="icon" aria-hidden="true" />
}

/** What kind of game it is. */
export function GameTypePill({ type, quiet = false }: { type: GameTypeName; quiet?: boolean }) {
  const { name, Icon } = TYPES[type]
  return (
    <Pill tone={quiet ? 'grey' : 'lake'} icon={<Icon className="icon" aria-hidden="true" />}>
      {name}
    </Pill>
  )
}
