import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ChoiceChip } from '../../../components/console/choice-chip.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { Views } from '../../../components/console/views.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { CONSOLE_PAGE_SIZE, consoleGamesQuery, gameCountsQuery } from '../../../data/games/console-games-query.ts'
import {
  GAME_SORTS,
  GAME_VIEWS,
  type GameSort,
  type GamesFound,
  type GameView,
} from '../../../data/games/console-games-search.ts'
import { useConsoleGamesRealtime } from '../../../data/games/console-realtime.ts'
import { GAME_TYPES } from '../../../data/games/game.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { formatCount } from '../../../lib/format.ts'
import { prizeText } from '../game-text.ts'
import { VIEWS } from '../game-views.ts'
import * as styles from '../games.module.css'
import { exportGames } from '../games-export.ts'
import { GameDialogs } from './game-dialogs.tsx'
import { GameEntries } from './game-entries.tsx'
import type { GameAction } from './game-row.tsx'
import { GameRows } from './game-rows.tsx'

const NEWEST = { key: 'created', dir: 'desc' } as const
const SORTS = [
  { sort: NEWEST, label: 'Newest first' },
  { sort: { key: 'created', dir: 'asc' }, label: 'Oldest first' },
  { sort: { key: 'end', dir: 'asc' }, label: 'First to end' },
  { sort: { key: 'end', dir: 'desc' }, label: 'Last to end' },
  { sort: { key: 'title', dir: 'asc' }, label: 'Title, A to Z' },
] as const
const TYPE_NAMES = {
  guess_weight: gameTypeName('guess_weight'),
  carp_of_week: gameTypeName('carp_of_week'),
  pick_swim: gameTypeName('pick_swim'),
}
const DONE = {
  draft: 'is a draft',
  active: 'is active. Members can see it',
  completed: 'is completed. The results are shown to all members',
  cancelled: 'is cancelled',
} as const

/** All games in views by their state, with one game's entries below it. What is shown is in the address. */
export function GamesList() {
  const list = useListState({ sort: NEWEST, sorts: GAME_SORTS, filters: GAME_VIEWS, choices: { type: GAME_TYPES } })
  const found: GamesFound = {
    text: list.search,
    view: list.filter as GameView,
    type: GAME_TYPES.find((type) => type === list.chosen('type')),
  }
  const games = useQuery(
    consoleGamesQuery({
      ...found,
      sort: list.sort.key as GameSort,
      descending: list.sort.dir === 'desc',
      page: list.page,
    }),
  )
  const counts = useQuery(gameCountsQuery())
  useConsoleGamesRealtime()
  const [params] = useSearchParams()
  const toast = useToast()
  const [asked, setAsked] = useState<{ action: GameAction; game: ConsoleGame }>()
  const [done, setDone] = useState<ConsoleGame>()
  const shown = params.get('entries')
  const addressWith = (name: 'entries' | 'edit' | 'copy', gameId: string | undefined) => {
    const next = new URLSearchParams(params)
    if (gameId === undefined) next.delete(name)
    else next.set(name, gameId)
    return `?${next}`
  }
  const entries = shown && <GameEntries gameId={shown} closeTo={addressWith('entries', undefined)} />
  const listed = games.data?.games.some(({ id }) => id === shown)
  const { pages } = usePages(list, {
    total: games.data?.total,
    size: CONSOLE_PAGE_SIZE,
    isCurrent: games.isSuccess && !games.isPlaceholderData,
  })

  return (
    <ConsolePage
      title="Games"
      count={games.data?.total}
      actions={
        <>
          <ExportButton
            label={list.isNarrowed ? 'Export found' : 'Export CSV'}
            fileName={`games-${new Date().toISOString().slice(0, 10)}`}
            load={() => exportGames(found)}
            failure="loadGames"
          />
          <ButtonLink data-create to="?add" size="sm" icon={<Plus className="icon" aria-hidden="true" />}>
            Add Game
          </ButtonLink>
        </>
      }
    >
      <Views views={VIEWS} current={found.view} onView={list.onFilter} counts={counts.data ?? {}} />
      <ListControls searched="Search games by title" text={list.search} onSearch={list.onSearch}>
        <ChoiceChip
          name="Type"
          values={GAME_TYPES}
          names={TYPE_NAMES}
          value={found.type}
          onChoose={(type) => list.onChoose('type', type)}
        />
        <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
      </ListControls>
      <p className="visually-hidden" role="status">
        {games.isPlaceholderData || !games.data ? '' : `${formatCount(games.data.total, 'game')} found`}
      </p>
      {done && <Outcome game={done} onDismiss={() => setDone(undefined)} />}
      <GameRows
        games={games}
        onClear={list.isNarrowed ? list.onClear : undefined}
        shown={shown}
        entries={entries}
        addressOf={addressWith}
        onAction={(action, game) => setAsked({ action, game })}
      />
      <div className={styles.pager}>
        <Pager label="Pages of games" page={list.page} pages={pages} onPage={list.onPage} />
      </div>
      {/* A game on another page, or outside the search results. */}
      {entries && !listed && <div className="card">{entries}</div>}
      <GameDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        onMoved={(game) => {
          toast(`${game.title} ${DONE[game.state]}.`)
          setDone(game.state === 'completed' ? game : undefined)
        }}
        onDeleted={(game) => toast(`${game.title} is deleted.`)}
      />
    </ConsolePage>
  )
}

/** The outcome of a game that was just completed; it stays until dismissed, because an admin may need to act on it. */
function Outcome({ game, onDismiss }: { game: ConsoleGame; onDismiss: () => void }) {
  const prize = prizeText(game)
  return (
    <Banner tone={prize && !prize.given ? 'warn' : 'success'} className={styles.outcome} onDismiss={onDismiss}>
      {game.title} is completed. {prize?.text}
    </Banner>
  )
}
