import { gameTypeName } from '../../components/game/game-type.tsx'
import type { PointsGuide } from '../../data/points-guide/guide-query.ts'
import { formatCount, formatPoints } from '../../lib/format.ts'

/** One way to earn points. */
export interface Way {
  id: string
  title: string
  note: string
  /** How many points, in words; undefined where it is said elsewhere. */
  points: string | undefined
}

/** The ways to earn points again and again. */
export function waysOf({ games, friend }: Pick<PointsGuide, 'games' | 'friend'>): Way[] {
  const played = games.map(({ type, least, most }) => ({
    id: type,
    title: gameTypeName(type),
    note: type === 'carp_of_week' ? 'For the best three' : 'For the best answer',
    points: least === most ? formatCount(least, 'point') : `${formatPoints(least)} to ${formatCount(most, 'point')}`,
  }))
  const game = { id: 'game', title: 'Win a game', note: 'Each game says how many', points: undefined }
  return [
    ...(played.length > 0 ? played : [game]),
    ...(friend === 0
      ? []
      : [
          {
            id: 'friend',
            title: 'A friend joins with your link',
            note: 'Once you have approved the referral',
            points: friend === null ? undefined : formatCount(friend, 'point'),
          },
        ]),
    { id: 'prize', title: 'A prize of points', note: 'Yours when you claim it', points: undefined },
    { id: 'team', title: 'The team gives you some', note: 'For a match on the bank, for example', points: undefined },
  ]
}

/** The first steps that earn points, each once. */
export function firstWaysOf({ photo, hello, game }: Pick<PointsGuide, 'photo' | 'hello' | 'game'>): Way[] {
  const steps = [
    { id: 'photo', title: 'Add a photo of yourself', note: 'On your profile', points: photo },
    { id: 'hello', title: 'Say hello', note: 'With your first post or comment in News', points: hello },
    { id: 'first-game', title: 'Enter your first game', note: 'Whether you win or not', points: game },
  ]
  return steps
    .filter(({ points }) => points > 0)
    .map((step) => ({ ...step, points: formatCount(step.points, 'point') }))
}
