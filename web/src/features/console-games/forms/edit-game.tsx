import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { consoleGameQuery, type GameAnswer, gameAnswerQuery } from '../../../data/games/console-game-query.ts'
import { useGameUpdateMutation } from '../../../data/games/console-game-save-mutation.ts'
import { draftOf } from './game-draft.ts'
import { GameForm } from './game-form.tsx'
import { readStoredDraft, storeDraft } from './stored-draft.ts'

/** A draft's form, filled with what is stored now. */
export function EditGame({ userId, gameId }: { userId: string; gameId: string }) {
  const [round, setRound] = useState(0)
  return <Loading key={round} userId={userId} gameId={gameId} onReload={() => setRound(round + 1)} />
}

interface LoadingProps {
  userId: string
  gameId: string
  onReload: () => void
}

function Loading({ userId, gameId, onReload }: LoadingProps) {
  const game = useQuery({ ...consoleGameQuery(gameId), refetchOnMount: 'always' })
  const answer = useQuery({ ...gameAnswerQuery(gameId), refetchOnMount: 'always' })
  // What an earlier visit left in the cache may be of another version than the one to be changed.
  const fresh = game.isFetchedAfterMount && answer.isFetchedAfterMount
  const failed = game.error ?? answer.error
  if (failed && !game.isFetching && !answer.isFetching)
    return <ErrorBanner action="loadGames" error={failed} onRetry={() => void [game.refetch(), answer.refetch()]} />
  if (!fresh || game.data === undefined || answer.data === undefined) {
    return (
      <SkeletonGroup label="Loading the game">
        <Skeleton height={420} />
      </SkeletonGroup>
    )
  }
  if (game.data?.state !== 'draft') {
    const why = game.data
      ? 'This game is no longer a draft, so it cannot be edited.'
      : 'This game is not there any more.'
    return (
      <div className="card">
        <Empty title={why} action={<ButtonLink to="/admin/games">Back to games</ButtonLink>} />
      </div>
    )
  }
  return <DraftForm userId={userId} game={game.data} answer={answer.data} onReload={onReload} />
}

interface DraftFormProps {
  userId: string
  game: ConsoleGame
  answer: GameAnswer
  onReload: () => void
}

function DraftForm({ userId, game, answer, onReload }: DraftFormProps) {
  // As it was when the form opened: a later look at the server must not pass its version off as the one edited here.
  const [seen] = useState(game)
  const what = `${seen.id} ${seen.updatedAt}`
  const [initial] = useState(() => readStoredDraft(userId, what, draftOf(game, answer)))
  const update = useGameUpdateMutation(seen.id)
  const toast = useToast()
  const navigate = useNavigate()
  return (
    <>
      <p className="muted edit-kind">{gameTypeName(seen.type)}</p>
      <GameForm
        userId={userId}
        initial={initial}
        sealed={seen.commitment !== null}
        submitLabel="Save game"
        action="updateGame"
        onReload={() => {
          storeDraft(userId, what, undefined)
          onReload()
        }}
        onDraft={(draft) => storeDraft(userId, what, draft)}
        save={async (fields) => {
          await update.mutateAsync({ fields, updatedAt: seen.updatedAt })
          storeDraft(userId, what, undefined)
          toast(`${fields.title} is saved.`)
          await navigate('/admin/games')
        }}
        cancel={
          <ButtonLink to="/admin/games" variant="ghost" size="sm" onClick={() => storeDraft(userId, what, undefined)}>
            Cancel
          </ButtonLink>
        }
      />
    </>
  )
}
