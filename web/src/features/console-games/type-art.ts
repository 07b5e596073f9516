import chart from '../../assets/art/chart.svg'
import type { GameType } from '../../data/games/game.ts'
import mat from './art/mat.svg'
import underwater from './art/underwater.svg'

/** A picture for each kind of game, where the game has none of its own. */
export const TYPE_ART: Record<GameType, string> = { guess_weight: mat, carp_of_week: underwater, pick_swim: chart }
