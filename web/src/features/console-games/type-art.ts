import chart from '../../assets/art/chart.svg'
import type { GameType } from '../../data/games/game.ts'
import mat from './art/mat.svg'
import underwater from './art/underwater.svg'

/** A picture for each type of game, for games without their own. */
export const TYPE_ART: Record<GameType, string> = { guess_weight: mat, carp_of_week: underwater, pick_swim: chart }
