import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import * as consoleList from '../../../components/console/list.module.css'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { type ConsoleGame, GAME_STATES } from '../../../data/games/console-game.ts'
import { CONSOLE_PAGE_SIZE, consoleGamesQuery } from '../../../data/games/console-games-query.ts'
import { useConsoleGamesRealtime } from '../../../data/games/console-realtime.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { prizeText } from '../game-text.ts'
import * as styles from '../games.module.css'
import { GameDialogs } from './game-dialogs.tsx'
import { GameEntries } from './game-entries.tsx'
import type { GameAction } from './game-row.tsx'
import { GameRows } from './game-rows.tsx'
import { gameStateName } from './game-status.tsx'

const FILTERS = ['all', ...GAME_STATES] as const
const DONE = {
  draft: 'is a draft',
  active: 'is active. Members can see it',
  completed: 'is completed. The results are shown to all members',
  cancelled: 'is cancelled',
} as const

/** All games, newest first, with one game's entries below it. */
export function GamesList() {
  const list = useListState({ sort: { key: 'created_at', dir: 'desc' }, sorts: ['created_at'], filters: FILTERS })
  const state = GAME_STATES.find((known) => known === list.filter) ?? 'all'
  const games = useQuery(consoleGamesQuery({ text: list.search, state, page: list.page }))
  useConsoleGamesRealtime()
  const [params] = useSearchParams()
  const toast = useToast()
  const [asked, setAsked] = useState<{ action: GameAction; game: ConsoleGame }>()
  const [done, setDone] = useState<ConsoleGame>()
  const shown = params.get('entries')
  const addressWith = (gameId: string | undefined) => {
    const next = new URLSearchParams(params)
    if (gameId === undefined) next.delete('entries')
    else next.set('entries', gameId)
    return `?${next}`
  }
  const entries = shown && <GameEntries gameId={shown} closeTo={addressWith(undefined)} />
  const listed = games.data?.games.some(({ id }) => id === shown)
  const pages = Math.ceil((games.data?.total ?? 0) / CONSOLE_PAGE_SIZE)

  return (
    <ConsolePage
      title="Games"
      count={games.data?.total}
      actions={
        <ButtonLink data-create to="?add" size="sm" icon={<Plus className="icon" aria-hidden="true" />}>
          Add Game
        </ButtonLink>
      }
    >
      <div className={`${consoleList.filters} ${consoleList.twoFilters}`}>
        <SearchField label="Search games by title" value={list.search} onChange={list.onSearch} />
        <select
          className="input"
          aria-label="State"
          value={list.filter}
          onChange={(event) => list.onFilter(event.target.value)}
        >
          <option value="all">All states</option>
          {GAME_STATES.map((known) => (
            <option key={known} value={known}>
              {gameStateName(known)}
            </option>
          ))}
        </select>
      </div>
      {done && <Outcome game={done} onDismiss={() => setDone(undefined)} />}
      <GameRows
        games={games}
        filtered={list.search !== '' || state !== 'all'}
        shown={shown}
        entries={entries}
        entriesTo={addressWith}
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
