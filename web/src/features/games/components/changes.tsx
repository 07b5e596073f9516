import type { GameChange } from '../../../data/games/game.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { changeText } from '../change-text.ts'

/** The corrections of a game after members had entered; nothing when there are none. */
export function Changes({ changes }: { changes: readonly GameChange[] }) {
  const now = useNow()
  return changes.map((change) => (
    <p key={change.at} className="small muted" dir="auto">
      {changeText(change, now)}
    </p>
  ))
}
