import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useGameCreateMutation } from '../../../data/games/console-game-save-mutation.ts'
import type { GameType } from '../../../data/games/game.ts'
import { clubDefaultsQuery } from '../../../data/site/club-defaults-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { GameForm } from './game-form.tsx'
import { newGame } from './game-schema.ts'
import { TypeCards } from './type-cards.tsx'

export interface AddGameProps {
  userId: string
  /** Undefined until one is chosen. */
  type: GameType | undefined
  onType: (type: GameType) => void
}

/** First the type of game, then its form; the input survives a reload. */
export function AddGame({ userId, type, onType }: AddGameProps) {
  const create = useGameCreateMutation()
  const toast = useToast()
  const navigate = useNavigate()
  const defaults = useQuery(clubDefaultsQuery())
  return (
    <>
      <TypeCards value={type} onChange={onType} />
      {type && !defaults.isPending && (
        <GameForm
          key={type}
          userId={userId}
          type={type}
          start={newGame(defaults.data?.weightUnit)}
          keep={`game-${type}`}
          submitLabel="Create game"
          action={consoleFailureText.createGame}
          save={create.mutateAsync}
          onSaved={({ title }) => {
            toast(`${title} was saved as a draft. Members will see it once it is activated.`)
            void navigate('/admin/games')
          }}
        />
      )}
    </>
  )
}
