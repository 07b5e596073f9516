import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { TeamMark } from '../../../components/game/team-mark.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import type { ViewedPhoto } from '../../../components/photo-viewer/viewed-photo.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { entrantsQuery, entriesQuery } from '../../../data/games/entries-query.ts'
import type { Game } from '../../../data/games/game.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../games.module.css'
import { usePhotoReport } from '../use-photo-report.tsx'

/** The number of entries, and when opened the list of them with squares and photos while the game is active. */
export function WhoEntered({ game }: { game: Game }) {
  const [open, setOpen] = useState(false)
  if (game.entryCount === 0) return <p className="small quiet">No entries yet.</p>
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.entries}>
        {game.latestEntrants.map(({ id, username, avatarUrl }) => (
          <Avatar key={id} id={id} name={username} src={avatarUrl} size={32} />
        ))}
        <span className="small muted">{formatCount(game.entryCount, 'entry', 'entries')}</span>
      </summary>
      {open && (game.type === 'guess_weight' ? <Names gameId={game.id} /> : <Shown gameId={game.id} />)}
    </details>
  )
}

function Names({ gameId }: { gameId: string }) {
  const entrants = useQuery(entrantsQuery(gameId))
  if (entrants.isPending) return <Skeleton height={44} />
  if (!entrants.data)
    return <ErrorBanner action="loadGames" error={entrants.error} onRetry={() => void entrants.refetch()} />
  return (
    <ul className={styles.entrants}>
      {entrants.data.map((member) => (
        <li key={member.id}>
          <MemberAvatar id={member.id} name={member.username} src={member.avatarUrl} size={32} />
          <bdi className="grow">
            <MemberLink username={member.username} />
          </bdi>
          {member.byTeam && <TeamMark />}
        </li>
      ))}
    </ul>
  )
}

function Shown({ gameId }: { gameId: string }) {
  const entries = useInfiniteQuery(entriesQuery(gameId))
  const { reportOf, sheet } = usePhotoReport()
  if (entries.isPending) return <Skeleton height={44} />
  if (!entries.data)
    return <ErrorBanner action="loadGames" error={entries.error} onRetry={() => void entries.refetch()} />
  const all = entries.data.pages.flatMap((page) => page.entries)
  const photos = all.flatMap(({ id, member, photoUrl }) =>
    photoUrl ? { ...viewedPhoto(id, member, photoUrl), onReport: reportOf(id, member.id) } : [],
  )
  return (
    <>
      <ul className={styles.entrants}>
        {all.map(({ id, member, square, photoUrl, byTeam }) => (
          <li key={id}>
            <MemberAvatar id={member.id} name={member.username} src={member.avatarUrl} size={32} />
            <bdi className="grow">
              <MemberLink username={member.username} />
            </bdi>
            {byTeam && <TeamMark />}
            {square !== null && <span className="figure">Square {square}</span>}
            {photoUrl && (
              <PhotoButton title="Entries" photos={photos} index={photos.findIndex((photo) => photo.id === id)}>
                <Photo url={photoUrl} alt={`Photo by ${member.username}`} width={96} height={72} />
              </PhotoButton>
            )}
          </li>
        ))}
      </ul>
      {entries.hasNextPage && (
        <Button variant="line" size="sm" busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          Show more
        </Button>
      )}
      {sheet}
    </>
  )
}

const viewedPhoto = (
  id: string,
  member: { id: string; username: string; avatarUrl: string | null },
  url: string,
): ViewedPhoto & { id: string } => ({
  id,
  url,
  alt: `Photo by ${member.username}`,
  by: { id: member.id, username: member.username, avatar_url: member.avatarUrl },
})
