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
import { consoleGameQuery } from '../../../data/games/console-game-query.ts'
import { useGameCreateMutation } from '../../../data/games/console-game-save-mutation.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import * as styles from './game-form.module.css'
import { GameForm } from './game-form.tsx'
import { valuesOfNext } from './game-schema.ts'

/** The form of a new game, filled with the values of another one and its next dates. */
export function CopyGame({ userId, gameId }: { userId: string; gameId: string }) {
  const game = useQuery(consoleGameQuery(gameId))
  if (game.data) return <Form userId={userId} game={game.data} />
  if (game.error && !game.isFetching)
    return <ErrorBanner action="loadGames" error={game.error} onRetry={() => void game.refetch()} />
  if (game.data === null)
    return (
      <div className="card">
        <Empty title="This game no longer exists." action={<ButtonLink to="/admin/games">Back to games</ButtonLink>} />
      </div>
    )
  return (
    <SkeletonGroup label="Loading the game">
      <Skeleton height={420} />
    </SkeletonGroup>
  )
}

function Form({ userId, game }: { userId: string; game: ConsoleGame }) {
  // The start values of a form stay as they were when it opened.
  const [start] = useState(() => valuesOfNext(game, new Date(serverNow())))
  const create = useGameCreateMutation()
  const toast = useToast()
  const navigate = useNavigate()
  const sealed = game.type !== 'carp_of_week'
  return (
    <>
      <p className={`muted ${styles.kind}`}>
        {gameTypeName(game.type)}. Entries {sealed ? 'and the answer are' : 'are'} not copied.
      </p>
      <GameForm
        userId={userId}
        type={game.type}
        start={start}
        keep={`game-copy-${game.id}`}
        submitLabel="Create game"
        action={consoleFailureText.createGame}
        save={create.mutateAsync}
        onSaved={({ title }) => {
          toast(`${title} was saved as a draft. Members will see it once it is activated.`)
          void navigate('/admin/games')
        }}
      />
    </>
  )
}
