import type { WeightUnit } from '../../lib/weight.ts'

export const GAME_TYPES = ['pick_swim', 'guess_weight', 'carp_of_week'] as const
export type GameType = (typeof GAME_TYPES)[number]

/** What an entry says; the one that its game does not ask for is null. */
export interface Pick {
  square: number | null
  /** In the unit of the game. */
  weight: number | null
  photoUrl: string | null
}

export interface OwnEntry extends Pick {
  id: string
  isWinner: boolean
  /** 1 to 3, null for everyone who was not placed. */
  place: number | null
}

/** A member as entries show them. */
export interface Entrant {
  id: string
  username: string
  avatarUrl: string | null
}

export interface Winner extends Pick {
  entryId: string
  place: number
  member: Entrant
}

/** One game as a member sees it. */
export interface Game {
  id: string
  type: GameType
  title: string
  description: string
  imageUrl: string | null
  startDate: string
  endDate: string
  status: 'active' | 'completed'
  /** Points of the first, second and third place; guessing games have the first only. */
  points: readonly number[]
  /** Name of the linked prize package. */
  prize: string | null
  /** Of the weights of a guess-the-weight game. */
  unit: WeightUnit
  entryCount: number
  /** Up to four who entered last, newest first. */
  latestEntrants: readonly Entrant[]
  /** The viewer's own entry. */
  own: OwnEntry | null
  /** The sealed answer: known from the start for guessing games, with answer and salt once completed. */
  seal: { commitment: string | null; salt: string | null; square: number | null; weight: number | null }
}

/** A row of `games` as the queries of this room select it. */
export interface GameRow {
  id: string
  type: string
  title: string
  description: string
  image_url: string | null
  start_date: string
  end_date: string
  status: string
  points_awarded: number
  first_place_points: number
  second_place_points: number
  third_place_points: number
  metadata: unknown
  entry_count: number
  latest_entrants: unknown
  prize_package: { name: string } | null
  own: EntryRow[]
}

export interface EntryRow {
  id: string
  entry_data: unknown
  photo_url: string | null
  is_winner: boolean
  winner_place: number | null
}

export const ENTRY_COLUMNS = 'id, entry_data, photo_url, is_winner, winner_place'

/** Everything of {@link GameRow}; narrow `own` to the viewer with `.eq('own.user_id', …)`. */
export const GAME_COLUMNS = `id, type, title, description, image_url, start_date, end_date, status, points_awarded,
  first_place_points, second_place_points, third_place_points, metadata, entry_count, latest_entrants,
  prize_package:prize_packages(name), own:game_entries(${ENTRY_COLUMNS})`

export function readGame(row: GameRow): Game {
  const type = GAME_TYPES.find((known) => known === row.type) ?? 'carp_of_week'
  const metadata = fields(row.metadata)
  const own = row.own[0]
  return {
    id: row.id,
    type,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    startDate: row.start_date,
    endDate: row.end_date,
    status: row.status === 'completed' ? 'completed' : 'active',
    points:
      type === 'carp_of_week'
        ? [row.first_place_points, row.second_place_points, row.third_place_points]
        : [row.points_awarded],
    prize: row.prize_package?.name ?? null,
    unit: metadata.unit === 'lbs' ? 'lbs' : 'kg',
    entryCount: row.entry_count,
    latestEntrants: Array.isArray(row.latest_entrants) ? row.latest_entrants.map(readEntrant) : [],
    own: own ? readEntry(own) : null,
    seal: {
      commitment: text(metadata.commitment),
      salt: text(metadata.salt),
      square: number(metadata.winning_square),
      weight: number(metadata.actual_weight),
    },
  }
}

export function readEntry(row: EntryRow): OwnEntry {
  return { id: row.id, isWinner: row.is_winner, place: row.winner_place, ...readPick(row) }
}

function readEntrant(json: unknown): Entrant {
  const { id, username, avatar_url } = fields(json)
  return { id: text(id) ?? '', username: text(username) ?? '', avatarUrl: text(avatar_url) }
}

/** What an entry says, from its two columns. */
export function readPick({ entry_data, photo_url }: { entry_data: unknown; photo_url: string | null }): Pick {
  const data = fields(entry_data)
  return { square: number(data.square), weight: number(data.weight), photoUrl: photo_url }
}

const fields = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
const number = (json: unknown) => (typeof json === 'number' ? json : null)
const text = (json: unknown) => (typeof json === 'string' ? json : null)
