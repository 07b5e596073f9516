import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import type { Game, Winner } from '../../../data/games/game.ts'
import { formatPointsChange } from '../../../lib/format.ts'
import * as styles from '../results.module.css'

/** One winner of a guessing game with the points won. */
export function WinnerRow({ game, winner }: { game: Game; winner: Winner }) {
  const { member, square, weight } = winner
  return (
    <div className={styles.winner}>
      <Peg value={square ?? 1} tone="gold" what={square === null ? 'Place' : 'Square'} />
      <MemberAvatar id={member.id} name={member.username} src={member.avatarUrl} />
      <div>
        <bdi className={styles.name}>
          <MemberLink username={member.username} />
        </bdi>
        <div className="small quiet">{weight === null ? 'Winning square' : `Guessed ${weight} ${game.unit}`}</div>
      </div>
      <span className="figure figure-md">{formatPointsChange(game.points[0] ?? 0)}</span>
    </div>
  )
}
