import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { type ConsoleEntry, consoleEntriesQuery } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { consoleGameQuery } from '../../../data/games/console-game-query.ts'
import { formatMoment, formatPoints } from '../../../lib/format.ts'
import { prizeWords } from '../game-words.ts'
import { EntryPhotos } from './entry-photos.tsx'
import { GameStatus } from './game-status.tsx'
import { SealedAnswer } from './sealed-answer.tsx'
import { Winners } from './winners.tsx'

/** Who entered one game and with what, its winners, and what became of its prize. */
export function GameEntries({ gameId, closeTo }: { gameId: string; closeTo: string }) {
  const game = useQuery(consoleGameQuery(gameId))
  const heading = useRef<HTMLHeadingElement>(null)
  useShown(heading, gameId)
  return (
    <section className="card game-entries" aria-labelledby="entries">
      <div className="sec-head">
        <h2 id="entries" ref={heading} tabIndex={-1} dir="auto">
          Entries{game.data && `, ${game.data.title}`}
        </h2>
        {game.data && <span className="count">{formatPoints(game.data.entryCount)}</span>}
        <Link className="icon-btn end" to={closeTo} preventScrollReset aria-label="Close the entries">
          <X className="i" aria-hidden="true" />
        </Link>
      </div>
      {game.data ? (
        <Entries game={game.data} />
      ) : game.data === null ? (
        <p className="entries-note">This game is not there any more.</p>
      ) : game.isError ? (
        <div className="entries-note">
          <ErrorBanner action="loadGames" error={game.error} onRetry={() => void game.refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Entries({ game }: { game: ConsoleGame }) {
  const entries = useInfiniteQuery(consoleEntriesQuery(game.id))
  const prize = prizeWords(game)
  const list = entries.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <div className="row wrap entries-facts">
        <GameStatus state={game.state} />
        {game.type !== 'carp_of_week' && <SealedAnswer key={`${game.id} ${game.state}`} game={game} />}
      </div>
      {prize && (
        <div className="entries-note">
          <Banner tone={prize.given ? 'success' : 'warn'}>{prize.text}</Banner>
        </div>
      )}
      {game.entryCount > 0 && (game.state === 'completed' || game.type === 'carp_of_week') && <Winners game={game} />}
      {list ? (
        list.length === 0 ? (
          <p className="entries-note">No entries yet.</p>
        ) : game.type === 'carp_of_week' ? (
          <EntryPhotos game={game} entries={list} />
        ) : (
          <EntryList game={game} entries={list} />
        )
      ) : entries.isError ? (
        <div className="entries-note">
          <ErrorBanner action="loadGames" error={entries.error} onRetry={() => void entries.refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
      {entries.hasNextPage && (
        <div className="entries-note">
          <Button
            variant="line"
            size="sm"
            busy={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function EntryList({ game, entries }: { game: ConsoleGame; entries: readonly ConsoleEntry[] }) {
  return (
    <ul className="divide entry-list">
      {entries.map((entry) => (
        <li key={entry.id} className="row">
          <Avatar id={entry.member.id} name={entry.member.username} src={entry.member.avatarUrl} size={32} />
          <span className="grow">
            <bdi className="strong">{entry.member.username}</bdi>
            <span className="quiet entry-when">{formatMoment(entry.enteredAt)}</span>
          </span>
          {entry.isWinner && <Pill tone="gold">Winner</Pill>}
          <span className="num num-md">
            {entry.square === null ? `${entry.weight ?? ''} ${game.unit}` : `Square ${entry.square}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading entries">
      <div className="entries-note">
        <Skeleton height={120} />
      </div>
    </SkeletonGroup>
  )
}

/** Whoever asks for entries lands on them: they open below a list that may be long. */
function useShown(heading: RefObject<HTMLElement | null>, gameId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another game's entries are shown anew
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [heading, gameId])
}
