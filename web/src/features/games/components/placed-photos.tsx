import { MemberLink } from '../../../components/member/member-link.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { CompletedGame } from '../../../data/games/completed-games-query.ts'
import { formatPointsChange } from '../../../lib/format.ts'
import * as styles from '../results.module.css'
import { usePhotoReport } from '../use-photo-report.tsx'

/** The placed photos of a carp of the week, and below them who took them, each name on a line of its own. */
export function PlacedPhotos({ game }: { game: CompletedGame }) {
  const { reportOf, sheet } = usePhotoReport()
  if (game.winners.length === 0) return null
  const photos = game.winners.map(({ entryId, member, photoUrl, place }) => ({
    url: photoUrl ?? '',
    alt: `Photo by ${member.username}`,
    by: { id: member.id, username: member.username, avatar_url: member.avatarUrl },
    note: `Place ${place}`,
    caption: game.title,
    onReport: photoUrl ? reportOf(entryId, member.id) : undefined,
  }))
  return (
    <div>
      <div className={styles.podium}>
        {game.winners.slice(0, 3).map(({ entryId, member, photoUrl, place }, index) => (
          <figure key={entryId} className={index === 0 ? styles.first : undefined}>
            <PhotoButton title={`Photos of ${game.title}`} photos={photos} index={index}>
              <Photo
                url={photoUrl}
                alt={`Photo by ${member.username}`}
                width={index === 0 ? 480 : 240}
                height={index === 0 ? 300 : 150}
              />
            </PhotoButton>
            <Peg value={place} tone={placeTone(place)} what="Place" />
          </figure>
        ))}
      </div>
      <ol className={styles.placed}>
        {game.winners.map(({ entryId, member, place }) => (
          <li key={entryId}>
            <Peg value={place} tone={placeTone(place)} what="Place" />
            <bdi className={styles.name}>
              <MemberLink username={member.username} />
            </bdi>
            <span className="figure figure-md">{formatPointsChange(game.points[place - 1] ?? 0)}</span>
          </li>
        ))}
      </ol>
      {sheet}
    </div>
  )
}
