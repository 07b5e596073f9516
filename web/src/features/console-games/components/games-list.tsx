import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { SearchField } from '../../../components/console/search-field.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { type ConsoleGame, GAME_STATES } from '../../../data/games/console-game.ts'
import { CONSOLE_PAGE_SIZE, consoleGamesQuery } from '../../../data/games/console-games-query.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { prizeWords } from '../game-words.ts'
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

/** All games, newest first, and below them the entries of the one that was asked for. */
export function GamesList() {
  const list = useListState({ sort: { key: 'created_at', dir: 'desc' }, sorts: ['created_at'], filters: FILTERS })
  const state = GAME_STATES.find((known) => known === list.filter) ?? 'all'
  const games = useQuery(consoleGamesQuery({ text: list.search, state, page: list.page }))
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
  const pages = Math.ceil((games.data?.total ?? 0) / CONSOLE_PAGE_SIZE)

  return (
    <ConsolePage
      title="Games"
      count={games.data?.total}
      actions={
        <ButtonLink to="?add" size="sm" icon={<Plus className="i" aria-hidden="true" />}>
          Add Game
        </ButtonLink>
      }
    >
      <div className="adm-bar adm-bar2">
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
        entriesTo={addressWith}
        onAction={(action, game) => setAsked({ action, game })}
      />
      <div className="games-pager">
        <Pager label="Pages of games" page={list.page} pages={pages} onPage={list.onPage} />
      </div>
      {shown && <GameEntries gameId={shown} closeTo={addressWith(undefined)} />}
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

/** How a game that was just completed came out; it stays until dismissed, because a prize may need a hand. */
function Outcome({ game, onDismiss }: { game: ConsoleGame; onDismiss: () => void }) {
  const prize = prizeWords(game)
  return (
    <Banner tone={prize && !prize.given ? 'warn' : 'success'} className="games-outcome" onDismiss={onDismiss}>
      {game.title} is completed. {prize?.text}
    </Banner>
  )
}
