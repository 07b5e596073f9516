import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import type { Game, Winner } from '../../../data/games/game.ts'
import { formatPointsChange } from '../../../lib/format.ts'

/** One winner of a guessing game with the points won. */
export function WinnerRow({ game, winner }: { game: Game; winner: Winner }) {
  const { member, square, weight } = winner
  return (
    <div className="win-row">
      <Peg value={square ?? 1} tone="gold" what={square === null ? 'Place' : 'Square'} />
      <Avatar id={member.id} name={member.username} src={member.avatarUrl} />
      <div className="grow">
        <div className="strong ellipsis">
          <bdi>{member.username}</bdi>
        </div>
        <div className="small quiet">{weight === null ? 'Winning square' : `Guessed ${weight} ${game.unit}`}</div>
      </div>
      <span className="num num-md">{formatPointsChange(game.points[0] ?? 0)}</span>
    </div>
  )
}
