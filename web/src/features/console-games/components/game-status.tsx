import { Pill, type PillTone } from '../../../components/ui/pill.tsx'
import type { GameState } from '../../../data/games/console-game.ts'

const LOOK: Record<GameState, { name: string; tone: PillTone }> = {
  draft: { name: 'Draft', tone: 'grey' },
  active: { name: 'Active', tone: 'ok' },
  completed: { name: 'Completed', tone: 'lake' },
  cancelled: { name: 'Cancelled', tone: 'grey' },
}

/** `Draft`, `Active`, `Completed` or `Cancelled`. */
export const gameStateName = (state: GameState): string => LOOK[state].name

export function GameStatus({ state }: { state: GameState }) {
  const { name, tone } = LOOK[state]
  return (
    <Pill tone={tone} dot>
      {name}
    </Pill>
  )
}
