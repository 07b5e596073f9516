import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { entrantsQuery, entriesQuery } from '../../../data/games/entries-query.ts'
import type { Game } from '../../../data/games/game.ts'
import { formatCount } from '../../../lib/format.ts'

/** How many entered and, when opened, who; with squares and photos, which are shown while the game is on. */
export function WhoEntered({ game }: { game: Game }) {
  const [open, setOpen] = useState(false)
  if (game.entryCount === 0) return <p className="small quiet">No entries yet.</p>
  return (
    <details className="who" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="entries">
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
    <ul className="who-list">
      {entrants.data.map((member) => (
        <li key={member.id}>
          <Avatar id={member.id} name={member.username} src={member.avatarUrl} size={32} />
          <bdi className="grow">{member.username}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Shown({ gameId }: { gameId: string }) {
  const entries = useInfiniteQuery(entriesQuery(gameId))
  if (entries.isPending) return <Skeleton height={44} />
  if (!entries.data)
    return <ErrorBanner action="loadGames" error={entries.error} onRetry={() => void entries.refetch()} />
  return (
    <>
      <ul className="who-list">
        {entries.data.pages
          .flatMap((page) => page.entries)
          .map(({ id, member, square, photoUrl }) => (
            <li key={id}>
              <Avatar id={member.id} name={member.username} src={member.avatarUrl} size={32} />
              <bdi className="grow">{member.username}</bdi>
              {square !== null && <span className="num">Square {square}</span>}
              {photoUrl && <Photo url={photoUrl} alt={`Photo by ${member.username}`} width={96} height={72} />}
            </li>
          ))}
      </ul>
      {entries.hasNextPage && (
        <Button variant="line" size="sm" busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
