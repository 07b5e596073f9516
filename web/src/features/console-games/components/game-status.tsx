import { Pill, type PillTone } from '../../../components/ui/pill.tsx'
import type { ConsoleGame, GameState } from '../../../data/games/console-game.ts'
import { deadlineState } from '../../../lib/deadline.ts'

const LOOK: Record<GameState, { name: string; tone: PillTone }> = {
  draft: { name: 'Draft', tone: 'grey' },
  active: { name: 'Active', tone: 'ok' },
  completed: { name: 'Completed', tone: 'lake' },
  cancelled: { name: 'Cancelled', tone: 'grey' },
}
const ENDED = { name: 'Ended, not completed', tone: 'warn' } as const

/** The state of a game; an active game that has ended must be completed by an admin. */
export function GameStatus({ game, now }: { game: Pick<ConsoleGame, 'state' | 'endDate'>; now: Date }) {
  const ended = game.state === 'active' && deadlineState(game.endDate, now) === 'expired'
  const { name, tone } = ended ? ENDED : LOOK[game.state]
  return (
    <Pill tone={tone} dot>
      {name}
    </Pill>
  )
}
