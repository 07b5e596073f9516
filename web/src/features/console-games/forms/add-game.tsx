import { useNavigate } from 'react-router'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { useGameCreateMutation } from '../../../data/games/console-game-save-mutation.ts'
import type { GameType } from '../../../data/games/game.ts'
import { newDraft } from './game-draft.ts'
import { GameForm } from './game-form.tsx'
import { readStoredDraft, storeDraft } from './stored-draft.ts'
import { TypeCards } from './type-cards.tsx'

export interface AddGameProps {
  userId: string
  /** Undefined until one is chosen. */
  type: GameType | undefined
  onType: (type: GameType) => void
}

/** First the kind of game, then its form; what is typed survives a reload. */
export function AddGame({ userId, type, onType }: AddGameProps) {
  const create = useGameCreateMutation()
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <>
      <TypeCards value={type} onChange={onType} />
      {type && (
        <GameForm
          key={type}
          userId={userId}
          initial={readStoredDraft(userId, type, newDraft(type))}
          submitLabel="Create game"
          action="createGame"
          onDraft={(draft) => storeDraft(userId, type, draft)}
          save={async (fields) => {
            await create.mutateAsync(fields)
            storeDraft(userId, type, undefined)
            toast(`${fields.title} is a draft now. Members see it once it is activated.`)
            await navigate('/admin/games')
          }}
          cancel={
            <ButtonLink to="/admin/games" variant="ghost" size="sm" onClick={() => storeDraft(userId, type, undefined)}>
              Cancel
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
