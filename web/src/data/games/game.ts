import type { EntryData, MemberJson } from '../../../../contract/src/column-types.ts'
import type { BanksideClient, RowOf } from '../../lib/supabase.ts'
import type { WeightUnit } from '../../lib/weight.ts'

export const GAME_TYPES = ['pick_swim', 'guess_weight', 'carp_of_week'] as const
export type GameType = (typeof GAME_TYPES)[number]

/** The content of an entry; the kinds that its game does not use are null. */
export interface Pick {
  square: number | null
  /** In the unit of the game. */
  weight: number | null
  photoUrl: string | null
}

export interface OwnEntry extends Pick {
  id: string
  isWinner: boolean
  /** 1 to 3; null without a place. */
  place: number | null
  /** An entry of the club's team, which never wins. */
  byTeam: boolean
}

/** A member as entries show them. */
export interface Entrant {
  id: string
  username: string
  avatarUrl: string | null
}

/** A correction of a game after members had entered. */
export interface GameChange {
  at: string
  /** Names of the changed fields. */
  changed: readonly string[]
  /** The previous value, where it changed. */
  titleBefore: string | null
  endBefore: string | null
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
  /** Points of the first, second and third place; guessing games have only the first. */
  points: readonly number[]
  /** Name of the linked prize package. */
  prize: string | null
  /** Unit of the weights of a guess-the-weight game. */
  unit: WeightUnit
  entryCount: number
  /** The latest entrants, newest first, at most four. */
  latestEntrants: readonly Entrant[]
  /** The viewer's own entry. */
  own: OwnEntry | null
  /** Corrections of the game after members had entered, newest first. */
  changes: readonly GameChange[]
  /** The seal of the answer: its hash from the start in guessing games; answer and salt once the game is completed. */
  seal: { commitment: string | null; salt: string | null; square: number | null; weight: number | null }
}

export const ENTRY_COLUMNS = 'id, entry_data, photo_url, is_winner, winner_place, by_team'

/** All columns of a {@link Game}; restrict `own` to the viewer with `.eq('own.user_id', …)`. */
export const GAME_COLUMNS = `id, type, title, description, image_url, start_date, end_date, status, points_awarded,
  first_place_points, second_place_points, third_place_points, metadata, entry_count, latest_entrants,
  prize_package:prize_packages(name), own:game_entries(${ENTRY_COLUMNS}),
  changes:game_changes(created_at, changed, before)` as const

const games = (client: BanksideClient) => client.from('games').select(GAME_COLUMNS)
type GameRow = RowOf<typeof games>
type EntryRow = GameRow['own'][number]

/** The active games with the viewer's own entries; the one that closes first comes first. */
export const activeGames = (client: BanksideClient, userId: string) =>
  games(client).eq('status', 'active').eq('own.user_id', userId).order('end_date')

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
    changes: row.changes.map(readChange).sort((a, b) => b.at.localeCompare(a.at)),
    seal: {
      commitment: text(metadata.commitment),
      salt: text(metadata.salt),
      square: number(metadata.winning_square),
      weight: number(metadata.actual_weight),
    },
  }
}

export function readEntry(row: EntryRow): OwnEntry {
  return { id: row.id, isWinner: row.is_winner, place: row.winner_place, byTeam: row.by_team, ...readPick(row) }
}

function readChange({ created_at, changed, before }: GameRow['changes'][number]): GameChange {
  const was = fields(before)
  return { at: created_at, changed, titleBefore: text(was.title), endBefore: text(was.end_date) }
}

function readEntrant(json: MemberJson): Entrant {
  const { id, username, avatar_url } = fields(json)
  return { id: text(id) ?? '', username: text(username) ?? '', avatarUrl: text(avatar_url) }
}

/** The content of an entry, from its two columns. */
export function readPick({ entry_data, photo_url }: { entry_data: EntryData; photo_url: string | null }): Pick {
  const data = fields(entry_data)
  return { square: number(data.square), weight: number(data.weight), photoUrl: photo_url }
}

// One malformed row must not remove the others from the page.
const fields = <Fields extends object>(json: Fields | null): Partial<Fields> =>
  typeof json === 'object' && json !== null ? json : {}
const number = (json: unknown) => (typeof json === 'number' ? json : null)
const text = (json: unknown) => (typeof json === 'string' ? json : null)
