import { useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameCard } from '../../../components/game/game-card.tsx'
import { gamePhase } from '../../../components/game/game-phase.ts'
import type { Game } from '../../../data/games/game.ts'
import { useAfterFirstDraw } from '../../../hooks/use-after-first-draw.ts'
import { useIsTeam } from '../../../hooks/use-session.ts'
import * as styles from '../games.module.css'
import { Changes } from './changes.tsx'
import { EnteredPanel } from './entered-panel.tsx'
import { PhotoEntry } from './photo-entry.tsx'
import { PhotoWall } from './photo-wall.tsx'
import { ShareGame } from './share-game.tsx'
import { SwimEntry } from './swim-entry.tsx'
import { WeightEntry } from './weight-entry.tsx'
import { WhoEntered } from './who-entered.tsx'

export interface ActiveGameProps {
  game: Game
  userId: string
  now: Date
  /** The game to play after this one. */
  next?: Game | undefined
  /** The first game on the screen. */
  priority?: boolean
  /** The title leads to the game's own page. */
  linked?: boolean
}

/** One game that takes entries: its description, the viewer's entry or the controls for it, and who entered. */
export function ActiveGame({ game, userId, now, next, priority = false, linked = false }: ActiveGameProps) {
  // At the top of the screen the picture and the controls come first.
  const rest = useAfterFirstDraw(priority)
  const [sending, setSending] = useState(false)
  const isTeam = useIsTeam()
  const play = { game, userId, priority, onSending: setSending }
  const open = gamePhase(game, now) === 'open'
  const note = isTeam && open && !game.own && <p className="small muted">{TEAM_NOTE}</p>
  const controls = game.own ? (
    <EnteredPanel game={game} now={now} fresh={sending} {...(next && { next })} />
  ) : open ? (
    game.type === 'guess_weight' ? (
      <WeightEntry {...play} />
    ) : (
      <PhotoEntry {...play} />
    )
  ) : null
  return (
    <GameCard
      id={`game-${game.id}`}
      game={game}
      now={now}
      priority={priority}
      share={<ShareGame game={game} />}
      to={linked ? `/games/${game.id}` : undefined}
      media={game.type === 'carp_of_week' && <PhotoWall game={game} priority={priority} load={rest} />}
      notes={
        <>
          <Changes changes={game.changes} />
          {note}
        </>
      }
      foot={rest && <WhoEntered game={game} />}
    >
      {game.type !== 'pick_swim' ? (
        controls
      ) : open && !game.own ? (
        <SwimEntry {...play} />
      ) : (
        <>
          <SwimBoard photoUrl={game.imageUrl ?? ''} value={game.own?.square ?? null} readOnly priority={priority} />
          <div className={styles.boardResult}>{controls}</div>
        </>
      )}
    </GameCard>
  )
}

const TEAM_NOTE = 'You are on the club team, so your entry is marked “Club team” and cannot win.'
