import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { FinalPlace, PastSeason } from '../../../data/leaderboard/seasons-query.ts'
import { formatPoints } from '../../../lib/numbers.ts'
import * as ranking from '../ranking.module.css'
import { seasonDays } from '../season-days.ts'
import * as styles from '../seasons.module.css'

export interface FinalTableProps {
  /** Undefined for an address without a final table. */
  season: PastSeason | undefined
  places: readonly FinalPlace[]
}

/** The places of a season as it ended. */
export function FinalTable({ season, places }: FinalTableProps) {
  if (!season) return <p className={styles.none}>There is no final table of this season.</p>
  return (
    <section aria-labelledby="final-table">
      <div className={styles.heading}>
        <h2 id="final-table">Season {season.name}</h2>
        <p className="small quiet">{seasonDays(season)}</p>
      </div>
      <ol className="card divide" aria-labelledby="final-table">
        {places.map((place, at) => (
          // Rows of deleted accounts have no name; a final table does not change its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is what a row is
          <RowBoundary key={at} of={place} as="li">
            <li className={ranking.entry}>
              <Peg value={place.rank} tone={placeTone(place.rank)} what="Rank" />
              {place.username === null ? (
                <Avatar id="" name="" />
              ) : (
                <MemberAvatar id={place.username} name={place.username} src={place.avatar_url} />
              )}
              <div className="grow">
                <div className={ranking.name}>
                  {place.username === null ? (
                    <span className="quiet">Former member</span>
                  ) : (
                    <span className="strong ellipsis" dir="auto" title={place.username}>
                      <MemberLink username={place.username} />
                    </span>
                  )}
                </div>
              </div>
              <span className="only-wide" />
              <span className="figure">
                {formatPoints(place.points)}
                <span className="visually-hidden"> points</span>
              </span>
            </li>
          </RowBoundary>
        ))}
      </ol>
    </section>
  )
}
