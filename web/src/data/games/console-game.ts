import type { GameMetadata } from '../../../../contract/src/column-types.ts'
import type { BanksideClient, RowOf } from '../../lib/supabase.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import { GAME_TYPES, type GameType } from './game.ts'

export const GAME_STATES = ['draft', 'active', 'completed', 'cancelled'] as const
export type GameState = (typeof GAME_STATES)[number]

/** One game as the console sees it, in any state. */
export interface ConsoleGame {
  id: string
  type: GameType
  title: string
  description: string
  imageUrl: string | null
  startDate: string
  endDate: string
  state: GameState
  /** Points of a guessing game's winners. */
  winnerPoints: number
  /** Points of first, second and third place of a carp of the week. */
  placePoints: readonly [number, number, number]
  packageId: string | null
  /** Name of the linked package. */
  packageName: string | null
  unit: WeightUnit
  /** Hash of the sealed answer; null while there is no answer. */
  commitment: string | null
  /** The outcome of the linked package: `awarded`, or the obstacle; null until the game is completed. */
  prize: string | null
  entryCount: number
  /** Version of the row: a change names it and matches no row after another change. */
  updatedAt: string
}

/** All columns of a {@link ConsoleGame}. */
export const CONSOLE_GAME_COLUMNS = `id, type, title, description, image_url, start_date, end_date, status,
  points_awarded, first_place_points, second_place_points, third_place_points, prize_package_id, metadata, entry_count,
  updated_at, prize_package:prize_packages(name)` as const

export const consoleGames = (client: BanksideClient, counting?: { count: 'exact'; head: boolean }) =>
  client.from('games').select(CONSOLE_GAME_COLUMNS, counting)

export type ConsoleGameRow = RowOf<typeof consoleGames>

export function readConsoleGame(row: ConsoleGameRow): ConsoleGame {
  const metadata = (row.metadata ?? {}) satisfies GameMetadata
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    id: row.id,
    type: GAME_TYPES.find((known) => known === row.type) ?? 'carp_of_week',
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    startDate: row.start_date,
    endDate: row.end_date,
    state: GAME_STATES.find((known) => known === row.status) ?? 'cancelled',
    winnerPoints: row.points_awarded,
    placePoints: [row.first_place_points, row.second_place_points, row.third_place_points],
    packageId: row.prize_package_id,
    packageName: row.prize_package?.name ?? null,
    unit: metadata.unit === 'lbs' ? 'lbs' : 'kg',
    commitment: text(metadata.commitment),
    prize: text(metadata.prize),
    entryCount: row.entry_count,
    updatedAt: row.updated_at,
  }
}
