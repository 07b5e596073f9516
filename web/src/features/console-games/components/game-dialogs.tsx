import { useQuery } from '@tanstack/react-query'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { consoleWinnersQuery } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { prizeChoicesQuery, prizeObstacle } from '../../../data/games/console-packages-query.ts'
import {
  type MovedTo,
  useGameDeleteMutation,
  useGameStateMutation,
} from '../../../data/games/console-status-mutation.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatPointsChange } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { activationObstacle, activationText, cancellationText, completionText, deletionText } from '../game-text.ts'
import * as styles from '../games.module.css'
import type { GameAction } from './game-row.tsx'

export interface GameDialogsProps {
  /** The action to confirm, with the game as it was when the button was pressed. */
  asked: { action: GameAction; game: ConsoleGame } | undefined
  onClose: () => void
  onMoved: (game: ConsoleGame) => void
  onDeleted: (game: ConsoleGame) => void
}

/** The confirmations before a game is activated, completed, cancelled or deleted; each describes the effect. */
export function GameDialogs({ asked, onClose, onMoved, onDeleted }: GameDialogsProps) {
  const move = useGameStateMutation(useUserId())
  const remove = useGameDeleteMutation()
  if (!asked) return null
  const { action, game } = asked
  const to = (state: MovedTo) => async () => onMoved(await move.mutateAsync({ game, to: state }))
  const now = new Date(serverNow())
  if (action === 'activate') {
    const obstacle = activationObstacle(game, now)
    if (obstacle) return <NotReady game={game} obstacle={obstacle} onClose={onClose} />
    return (
      <ConfirmAction
        open
        title="Activate this game?"
        text={activationText(game, now).join(' ')}
        confirmLabel="Activate"
        tone="lake"
        failure={consoleFailureText.updateGameStatus}
        onConfirm={to('active')}
        onClose={onClose}
      />
    )
  }
  if (action === 'complete') {
    return (
      <ConfirmAction
        open
        title="Complete this game?"
        text={<Completion game={game} sentences={completionText(game, now)} />}
        confirmLabel="Complete"
        tone="lake"
        failure={consoleFailureText.updateGameStatus}
        onConfirm={to('completed')}
        onClose={onClose}
      />
    )
  }
  if (action === 'cancel') {
    return (
      <ConfirmAction
        open
        title="Cancel this game?"
        text={cancellationText(game)}
        confirmLabel="Cancel the game"
        failure={consoleFailureText.updateGameStatus}
        onConfirm={to('cancelled')}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmAction
      open
      title="Delete this game?"
      text={deletionText(game)}
      confirmLabel="Delete"
      failure={consoleFailureText.deleteGame}
      onConfirm={async () => {
        await remove.mutateAsync(game.id)
        onDeleted(game)
      }}
      onClose={onClose}
    />
  )
}

function NotReady({ game, obstacle, onClose }: { game: ConsoleGame; obstacle: string; onClose: () => void }) {
  return (
    <Sheet open title="This game is not ready" onClose={onClose}>
      <p>{obstacle}</p>
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <ButtonLink to={`?edit=${game.id}`}>Edit</ButtonLink>
      </div>
    </Sheet>
  )
}

function Completion({ game, sentences }: { game: ConsoleGame; sentences: readonly string[] }) {
  return (
    <span className={styles.completion}>
      <span>{sentences.join(' ')}</span>
      {game.type === 'carp_of_week' && game.entryCount > 0 && <ChosenPlaces game={game} />}
      {game.packageId !== null && game.entryCount > 0 && <PrizeAtStake game={game} packageId={game.packageId} />}
    </span>
  )
}

const PLACES = ['First', 'Second', 'Third'] as const

function ChosenPlaces({ game }: { game: ConsoleGame }) {
  const chosen = useQuery({ ...consoleWinnersQuery(game.id), refetchOnMount: 'always' })
  if (!chosen.data) return null
  return PLACES.map((name, index) => {
    const winner = chosen.data.find(({ place }) => place === index + 1)
    return (
      <span key={name}>
        {name} place: <b>{winner ? <bdi>{winner.member.username}</bdi> : 'nobody'}</b>
        {winner && `, ${formatPointsChange(game.placePoints[index] ?? 0)}`}
      </span>
    )
  })
}

function PrizeAtStake({ game, packageId }: { game: ConsoleGame; packageId: string }) {
  const packages = useQuery({ ...prizeChoicesQuery(), refetchOnMount: 'always' })
  const choice = packages.data?.find(({ id }) => id === packageId)
  const obstacle = choice && prizeObstacle(choice)
  return (
    <span>
      {obstacle
        ? `${obstacle} The game can be completed, but the prize will not be awarded.`
        : `The prize package ${game.packageName ?? ''} goes to the first-placed member with the earliest entry.`}
    </span>
  )
}
