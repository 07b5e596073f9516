import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { TeamMark } from '../../../components/game/team-mark.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { type ConsoleEntry, consoleEntriesQuery } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { consoleGameQuery } from '../../../data/games/console-game-query.ts'
import { useConsoleEntriesRealtime } from '../../../data/games/console-realtime.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatMoment, formatPoints } from '../../../lib/format.ts'
import * as styles from '../entries.module.css'
import { prizeText } from '../game-text.ts'
import { EntryPhotos } from './entry-photos.tsx'
import { GameStatus } from './game-status.tsx'
import { SealedAnswer } from './sealed-answer.tsx'
import { Winners } from './winners.tsx'

/** The entries, winners and prize outcome of one game. */
export function GameEntries({ gameId, closeTo }: { gameId: string; closeTo: string }) {
  useConsoleEntriesRealtime()
  const game = useQuery(consoleGameQuery(gameId))
  useReadHere(game.data ? `/admin/games?entries=${gameId}` : undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useShown(heading, gameId)
  return (
    <section className={styles.entries} aria-labelledby="entries">
      <div className="section-head">
        <h2 id="entries" ref={heading} tabIndex={-1} dir="auto">
          Entries{game.data && `, ${game.data.title}`}
        </h2>
        {game.data && <span className="count">{formatPoints(game.data.entryCount)}</span>}
        <Link className="icon-button to-end" to={closeTo} preventScrollReset aria-label="Close the entries">
          <X className="icon" aria-hidden="true" />
        </Link>
      </div>
      {game.data ? (
        <Entries game={game.data} />
      ) : game.data === null ? (
        <p className={styles.note}>This game no longer exists.</p>
      ) : game.isError ? (
        <div className={styles.note}>
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
  const now = useNow(game.endDate)
  const prize = prizeText(game)
  const list = entries.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <div className={`cluster wrap ${styles.facts}`}>
        <GameStatus game={game} now={now} />
        {game.type !== 'carp_of_week' && <SealedAnswer key={`${game.id} ${game.state}`} game={game} />}
      </div>
      {prize && (
        <div className={styles.note}>
          <Banner tone={prize.given ? 'success' : 'warn'}>{prize.text}</Banner>
        </div>
      )}
      {game.entryCount > 0 && (game.state === 'completed' || game.type === 'carp_of_week') && <Winners game={game} />}
      {list ? (
        list.length === 0 ? (
          <p className={styles.note}>No entries yet.</p>
        ) : game.type === 'carp_of_week' ? (
          <EntryPhotos game={game} entries={list} />
        ) : (
          <EntryList game={game} entries={list} />
        )
      ) : entries.isError ? (
        <div className={styles.note}>
          <ErrorBanner action="loadGames" error={entries.error} onRetry={() => void entries.refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
      {entries.hasNextPage && (
        <div className={styles.note}>
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
    <ul className={`divide ${styles.entryList}`}>
      {entries.map((entry) => (
        <RowBoundary key={entry.id} of={entry} as="li">
          <EntryRow game={game} entry={entry} />
        </RowBoundary>
      ))}
    </ul>
  )
}

function EntryRow({ game, entry }: { game: ConsoleGame; entry: ConsoleEntry }) {
  return (
    <li className="cluster">
      <Avatar id={entry.member.id} name={entry.member.username} src={entry.member.avatarUrl} size={32} />
      <span className="grow">
        <bdi className="strong">{entry.member.username}</bdi>
        <span className={`quiet ${styles.moment}`}>{formatMoment(entry.enteredAt)}</span>
      </span>
      {entry.byTeam && <TeamMark />}
      {entry.isWinner && <Pill tone="gold">Winner</Pill>}
      <span className="figure figure-md">
        {entry.square === null ? `${entry.weight ?? ''} ${game.unit}` : `Square ${entry.square}`}
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label="Loading entries">
      <div className={styles.note}>
        <Skeleton height={120} />
      </div>
    </SkeletonGroup>
  )
}

/** Moves focus and view to the entries, with their game visible above. */
function useShown(heading: RefObject<HTMLElement | null>, gameId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another game's entries are shown
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [heading, gameId])
}
