import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { GAME_TYPES } from '../../../data/games/game.ts'
import { AddGame } from '../forms/add-game.tsx'
import { CopyGame } from '../forms/copy-game.tsx'
import { EditGame } from '../forms/edit-game.tsx'
import { useListAddress } from '../use-list-address.ts'
import { GamesList } from './games-list.tsx'

/** All games; `?add` creates one, `?copy=<id>` creates one like another, `?edit=<id>` edits one, `?entries=<id>` shows its entries. */
export function ConsoleGamesPage({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams()
  const back = { to: useListAddress(), label: 'Back to games' }
  const edited = params.get('edit')
  const copied = params.get('copy')
  if (params.has('add')) {
    return (
      <ConsolePage key="add" title="Add Game" back={back}>
        <AddGame
          userId={userId}
          type={GAME_TYPES.find((type) => type === params.get('add'))}
          onType={(type) => setParams({ add: type }, { replace: true, preventScrollReset: true })}
        />
      </ConsolePage>
    )
  }
  if (copied) {
    return (
      <ConsolePage key="copy" title="Duplicate game" back={back}>
        <CopyGame key={copied} userId={userId} gameId={copied} />
      </ConsolePage>
    )
  }
  if (edited) {
    return (
      <ConsolePage key="edit" title="Edit game" back={back}>
        <EditGame key={edited} userId={userId} gameId={edited} />
      </ConsolePage>
    )
  }
  return <GamesList />
}
