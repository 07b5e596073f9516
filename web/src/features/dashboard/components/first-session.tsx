import Camera from 'lucide-react/icons/camera'
import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleUser from 'lucide-react/icons/circle-user'
import Clock from 'lucide-react/icons/clock'
import MessageCircle from 'lucide-react/icons/message-circle'
import UserPlus from 'lucide-react/icons/user-plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FirstSession as Session } from '../../../../../contract/src/column-types.ts'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { countdownInMinutes } from '../../../components/game/countdown.ts'
import { type GameTypeName, gameInvitation, TypeIcon } from '../../../components/game/game-type.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Game } from '../../../data/games/game.ts'
import { formatCount, formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../first-session.module.css'
import { FIRST_STEPS, type FirstStep } from '../first-steps.ts'

const PICTURE = { width: 480, height: 300 }

const HOW: Record<GameTypeName, string> = {
  pick_swim: 'One square each. No rod needed.',
  guess_weight: 'One guess each, closest wins. No rod needed.',
  carp_of_week: 'Send a photo of your carp. The best three win.',
}

interface RowText {
  icon: ReactNode
  title: string
  note: string
  done: string
  to: string
}

const ROWS: Record<FirstStep, RowText> = {
  game: {
    icon: <TypeIcon type="guess_weight" />,
    title: 'Play your first game',
    note: '',
    done: 'First game entered',
    to: '/games',
  },
  photo: {
    icon: <Camera className="icon" aria-hidden="true" />,
    title: 'Add a photo of yourself',
    note: 'So people know who they are talking to',
    done: 'Photo added',
    to: '/profile',
  },
  hello: {
    icon: <MessageCircle className="icon" aria-hidden="true" />,
    title: 'Say hello in News',
    note: 'Where you fish and what for. That is plenty',
    done: 'Said hello',
    to: '/newsfeed',
  },
  friend: {
    icon: <UserPlus className="icon" aria-hidden="true" />,
    title: 'Invite a friend',
    note: 'You earn points when they join with your link',
    done: 'Friend invited',
    to: '/profile#referral',
  },
  join: {
    icon: <CircleUser className="icon" aria-hidden="true" />,
    title: 'Join the club',
    note: '',
    done: 'Joined the club',
    to: '/profile',
  },
}

/** In place of the first game, while none is open. */
const FIRST_CATCH: RowText = {
  icon: <TypeIcon type="carp_of_week" />,
  title: 'Log your first catch',
  note: 'No game is open right now. Your journal is yours alone, unless you share it',
  done: 'First catch logged',
  to: '/journal',
}

export interface FirstSessionProps {
  username: string | undefined
  session: Session
  taken: ReadonlySet<FirstStep>
  /** The open game that closes first; undefined when none is open. */
  game: Game | undefined
  /** The first catch takes the place of the first game. */
  isCatch: boolean
  now: Date
  /** Another button on the page is more urgent, and the only orange one. */
  calm: boolean
  onHide: () => void
}

/** What most new members do first: an open game, then smaller steps, with those that have been taken. */
export function FirstSession({ username, session, taken, game, isCatch, now, calm, onHide }: FirstSessionProps) {
  const shown = taken.has('game') ? undefined : game
  // What is left to do comes first.
  const rows = FIRST_STEPS.filter((step) => !(step === 'game' && shown)).sort(
    (a, b) => Number(taken.has(a)) - Number(taken.has(b)),
  )
  const textOf = (step: FirstStep): RowText => {
    if (step === 'join' && session.is_proved) return { ...ROWS.join, done: 'Email confirmed' }
    return step === 'game' && isCatch ? FIRST_CATCH : ROWS[step]
  }
  return (
    <section className={`deep on-deep ${styles.panel}`} aria-labelledby="first-session">
      <div className={styles.head}>
        <h2 id="first-session">Your first session</h2>
        <IconButton
          className={styles.close}
          label="Hide your first session"
          icon={<X className="icon" aria-hidden="true" />}
          onClick={onHide}
        />
      </div>
      <p className={styles.lead} dir="auto">
        Good to have you on the bank{username && `, ${username}`}. Five small things, in any order.
      </p>
      <div className={styles.pips}>
        {FIRST_STEPS.map((step, index) => (
          <i key={step} className={joinClasses(index < taken.size && styles.full)} aria-hidden="true" />
        ))}
        <span>
          {taken.size} of {FIRST_STEPS.length}
          <span className="visually-hidden"> done</span>
        </span>
        <Link className={`tap-line ${styles.guide}`} to="/points">
          How points are earned
        </Link>
      </div>
      {shown && <FirstGame game={shown} now={now} earns={session.game} calm={calm} />}
      <ul className={styles.steps}>
        {rows.map((step) => (
          <li key={step}>
            <Step
              text={textOf(step)}
              done={taken.has(step)}
              earns={step === 'join' || (step === 'game' && isCatch) ? 0 : session[step]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FirstGame({ game, now, earns, calm }: { game: Game; now: Date; earns: number; calm: boolean }) {
  const most = Math.max(0, ...game.points)
  return (
    <div className={styles.game}>
      {game.imageUrl && (
        <div className={`media ${styles.picture}`}>
          <Photo url={game.imageUrl} alt="" {...PICTURE} />
        </div>
      )}
      <div className={styles.task}>
        <div className={styles.facts}>
          <span className="pill pill-tip">
            <Clock className="icon" aria-hidden="true" />
            {countdownInMinutes(game.endDate, now)} left
          </span>
          {most > 0 && (
            <span className={styles.most}>
              <PointsCoin />
              Up to {formatPoints(most)}
              <span className="visually-hidden"> points</span>
            </span>
          )}
        </div>
        <h3 dir="auto">{game.title}</h3>
        <p>
          {HOW[game.type]}
          {earns > 0 && ` Your first entry earns ${formatCount(earns, 'point')}.`}
        </p>
        <ButtonLink to={`/games/${game.id}`} variant={calm ? 'lake' : 'tip'} block>
          {gameInvitation(game.type)}
        </ButtonLink>
      </div>
    </div>
  )
}

function Step({ text: { icon, title, note, done: past, to }, done, earns }: StepProps) {
  if (done)
    return (
      <div className={`${styles.step} ${styles.done}`}>
        <span className={styles.disc}>
          <Check className="icon" aria-hidden="true" />
        </span>
        <span>
          {past}
          <span className="visually-hidden"> (done)</span>
        </span>
      </div>
    )
  return (
    <Link className={styles.step} to={to}>
      <span className={styles.disc}>{icon}</span>
      <span>
        <b>{title}</b>
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.earns}>
        {earns > 0 && (
          <>
            <PointsCoin />
            {formatPointsChange(earns)}
            <span className="visually-hidden"> points</span>
          </>
        )}
        <ChevronRight className="icon" aria-hidden="true" />
      </span>
    </Link>
  )
}

interface StepProps {
  text: RowText
  done: boolean
  /** Points; 0 for nothing. */
  earns: number
}

/** Stands in for it while it is loading. */
export function FirstSessionShape() {
  return (
    <div className={`deep on-deep ${styles.panel} ${styles.waiting}`}>
      <SkeletonGroup label="Loading statistics">
        <Skeleton width="60%" height={30} />
        <Skeleton width="90%" />
        <Skeleton height={180} />
        <div className={styles.steps}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={68} />
          ))}
        </div>
      </SkeletonGroup>
    </div>
  )
}
