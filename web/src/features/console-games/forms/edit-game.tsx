import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { consoleGameQuery } from '../../../data/games/console-game-query.ts'
import { useGameCorrectionMutation, useGameUpdateMutation } from '../../../data/games/console-game-save-mutation.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { SealedAnswer } from '../components/sealed-answer.tsx'
import { useListAddress } from '../use-list-address.ts'
import * as styles from './game-form.module.css'
import { GameForm } from './game-form.tsx'
import { valuesOf } from './game-schema.ts'

/** The form of a draft or active game, filled with the stored values. */
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
  // A failed refetch does not remove the form.
  const [opened, setOpened] = useState(false)
  if (game.isSuccess && game.isFetchedAfterMount && !opened) setOpened(true)
  if (game.error && !game.isFetching && !opened)
    return <ErrorBanner action="loadGames" error={game.error} onRetry={() => void game.refetch()} />
  // Refetched, because a cached game may be an older version than the one to edit.
  if (!game.isFetchedAfterMount || game.data === undefined) {
    return (
      <SkeletonGroup label="Loading the game">
        <Skeleton height={420} />
      </SkeletonGroup>
    )
  }
  if (game.data?.state !== 'draft' && game.data?.state !== 'active') {
    const why = game.data ? 'This game is over, so it cannot be edited.' : 'This game no longer exists.'
    return (
      <div className="card">
        <Empty title={why} action={<ButtonLink to="/admin/games">Back to games</ButtonLink>} />
      </div>
    )
  }
  return <Form userId={userId} game={game.data} onReload={onReload} />
}

interface FormProps {
  userId: string
  game: ConsoleGame
  onReload: () => void
}

function Form({ userId, game, onReload }: FormProps) {
  // The game as it was when the form opened: a later refetch must not replace the version that is being edited.
  const [seen] = useState(game)
  const running = seen.state === 'active'
  const update = useGameUpdateMutation(seen.id)
  const correct = useGameCorrectionMutation(seen.id)
  const toast = useToast()
  const navigate = useNavigate()
  const list = useListAddress()
  return (
    <>
      <p className={`muted ${styles.kind}`}>{gameTypeName(seen.type)}</p>
      {running && seen.entryCount > 0 && (
        <Banner tone="info" className={styles.notice}>
          This game is running and members have entered. You can correct the text and a picture, move the end to a later
          time, raise points and add a prize. The game’s card shows members what you changed.
        </Banner>
      )}
      {!running && seen.commitment !== null && (
        <div className={`cluster wrap ${styles.notice}`}>
          <SealedAnswer game={seen} />
        </div>
      )}
      <GameForm
        userId={userId}
        type={seen.type}
        start={valuesOf(seen)}
        keep={`game-${seen.id}-${seen.updatedAt}`}
        sealed={seen.commitment !== null}
        running={running ? seen : undefined}
        submitLabel="Save game"
        action={consoleFailureText.updateGame}
        onReload={onReload}
        save={({ fields }) => (running ? correct : update).mutateAsync({ fields, updatedAt: seen.updatedAt })}
        onSaved={({ title }) => {
          toast(`${title} is saved.`)
          void navigate(list)
        }}
      />
    </>
  )
}
