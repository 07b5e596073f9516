import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { CompletedGame } from '../../../data/games/completed-games-query.ts'
import { formatPointsChange } from '../../../lib/format.ts'

/** The placed photos of a carp of the week. */
export function PlacedPhotos({ game }: { game: CompletedGame }) {
  if (game.winners.length === 0) return null
  return (
    <div className="trio">
      {game.winners.map(({ entryId, member, photoUrl, place }) => (
        <figure key={entryId}>
          <Photo url={photoUrl} alt={`Photo by ${member.username}`} width={240} height={240} />
          <Peg value={place} tone={placeTone(place)} what="Place" />
          <figcaption>
            <bdi>{member.username}</bdi>
            <br />
            <span className="num trio-points">{formatPointsChange(game.points[place - 1] ?? 0)}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
