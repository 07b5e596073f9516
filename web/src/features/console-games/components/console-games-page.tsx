import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useSearchParams } from 'react-router'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { GAME_TYPES } from '../../../data/games/game.ts'
import { AddGame } from '../forms/add-game.tsx'
import { EditGame } from '../forms/edit-game.tsx'
import { GamesList } from './games-list.tsx'
import '../console-games.css'

const back = (
  <ButtonLink to="/admin/games" variant="ghost" size="sm" icon={<ArrowLeft className="i" aria-hidden="true" />}>
    Back to games
  </ButtonLink>
)

/** The games in every state; `?add` makes one, `?edit=<id>` changes a draft, `?entries=<id>` shows who entered. */
export function ConsoleGamesPage({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams()
  const edited = params.get('edit')
  if (params.has('add')) {
    return (
      <ConsolePage key="add" title="Add Game" actions={back}>
        <AddGame
          userId={userId}
          type={GAME_TYPES.find((type) => type === params.get('add'))}
          onType={(type) => setParams({ add: type }, { replace: true, preventScrollReset: true })}
        />
      </ConsolePage>
    )
  }
  if (edited) {
    return (
      <ConsolePage key="edit" title="Edit Game" actions={back}>
        <EditGame key={edited} userId={userId} gameId={edited} />
      </ConsolePage>
    )
  }
  return <GamesList />
}
