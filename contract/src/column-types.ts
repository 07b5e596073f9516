// Types that the database catalogue does not state: the shape of a JSON column, the allowed values of a text column.
// `scripts/gen-types/known-types.ts` assigns them to columns.

export type PostType = 'post' | 'prize_award' | 'badge_award'
export type Reaction = 'heart' | 'thumbs_up' | 'fishing_rod' | 'fish' | 'trophy'
export type CardPlacement = 'home' | 'games' | 'newsfeed'
export type WeightUnit = 'kg' | 'lbs'
/** Whether a package can be assigned (`out`: not), and whether a fifth or less of an item is left (`low`). */
export type PackageStock = 'inactive' | 'out' | 'low' | 'in_stock'
/** What became of a post that was to be hidden; `own`: another admin has to decide. */
export type HidingOutcome = 'hidden' | 'gone' | 'own'
/** Why a scheduled announcement was not published, or could not be now. */
export type AnnouncementFailure = 'author_gone' | 'author_suspended' | 'author_not_admin' | 'photo_gone' | 'refused'
/** Where the weight of a profile comes from. */
export type WeightFrom = 'typed' | 'best'
export type CatchVariety = 'common' | 'mirror' | 'leather' | 'ghost' | 'grass' | 'other'
export type CatchVisibility = 'me' | 'connections' | 'members'
export type LandingSection = 'hero' | 'feature1' | 'feature2' | 'feature3'

/** Reactions without a count may be missing. */
export type ReactionCounts = Partial<Record<Reaction, number>>

/** Facts of an award; empty for a post that a member wrote. */
export interface PostMetadata {
  package_name?: string
  badge_id?: string
  badge_name?: string
  badge_icon?: string
  badge_color?: string
}

/** A member whom a text mentions. */
export interface Mentioned {
  /** The name as it was written after the @. */
  name: string
  id: string
  /** The current name. */
  username: string
}

/** The author of a post on a page of the feed. */
export interface PostAuthor {
  id: string
  username: string
  avatar_url: string
  is_admin: boolean
  is_moderator: boolean
}

/** The newest comment of a post on a page of the feed, its text cut after 280 characters. */
export interface LastComment {
  id: string
  username: string
  content: string
}

export interface GameMetadata {
  unit?: WeightUnit
  /** Hash of the sealed answer. */
  commitment?: string
  /** This and the answer are public once the game is completed. */
  salt?: string
  winning_square?: number
  actual_weight?: number
  /** The outcome for the linked package: `awarded`, or the reason why not. */
  prize?: string
}

/** The content of an entry; the weight is in the game's unit. */
export interface EntryData {
  square?: number
  weight?: number
}

/** The columns of a game that a correction changed, with their previous values. */
export interface GameBefore {
  title?: string
  end_date?: string
}

/** A member as lists show them. */
export interface MemberJson {
  id: string
  username: string
  avatar_url: string | null
}

/** One item of a package that members get for points. */
export interface RewardItem {
  title: string
  description: string
  type: 'physical' | 'digital'
  image_url: string | null
  /** In the site's currency; null when unknown. */
  retail_value: number | null
}

/** A badge on the page of a member who holds it. */
export interface HeldBadge {
  id: string
  name: string
  icon: string
  color: string
  awarded_at: string
}

/** A place among the first three of a season. */
export interface SeasonMedal {
  /** First day of the season, as YYYY-MM-DD. */
  begins: string
  /** Name of the season: 2026, or 2026/27. */
  season: string
  rank: number
}

/** A post on its author's page, its text cut after 280 characters. */
export interface PostExcerpt {
  id: string
  type: PostType
  content: string
  image_url: string | null
  created_at: string
}

/** What the picture of a shared link, or a picture of one's own, shows, and the path of its page. */
export interface SharedPicture {
  path: string
  kind: 'club' | 'leaderboard' | 'pick_swim' | 'guess_weight' | 'carp_of_week' | 'best' | 'record' | 'level'
  title: string
  label?: string
  figure?: string
  text?: string
  note?: string
  square?: number
  rows?: { name: string; points: number }[]
  member?: { name: string; text?: string }
}

/** The address stored with an award, as it was at the time of the claim. */
export interface ShippingDetails {
  full_name?: string
  email?: string
  phone_number?: string
  address_line1?: string
  address_line2?: string | null
  city?: string
  state?: string
  postal_code?: string
  country?: string
}

/** The subject of a change of points. */
export interface PointsMetadata {
  referred_username?: string
  step?: PaidStep
}

/** A first step that can earn points. */
export type PaidStep = 'photo' | 'hello' | 'game'

/** The first session of a new member, with what each step would still earn them; 0 for nothing. */
export interface FirstSession {
  photo: number
  hello: number
  game: number
  /** For a friend who joins. */
  friend: number
  /** The steps that were taken while they earned points; what was made then may be deleted. */
  taken: PaidStep[]
  /** Whether the member has logged a catch. */
  has_catch: boolean
  /** Whether a mailed link proved the address. */
  is_proved: boolean
}

/** A level of the club's list, and from how many points earned a member has it. */
export interface LevelStep {
  name: string
  points: number
}

/** The least and the most points that games of a type give. */
export interface GamePoints {
  type: 'guess_weight' | 'carp_of_week' | 'pick_swim'
  least: number
  most: number
}

/** `before` and `after` of plain fields, `changed` with the names of others, and the subject of the act. */
export type AuditDetails = Record<string, unknown>

/** `entry`: the photo of a game entry. */
export type ReportKind = 'post' | 'comment' | 'member' | 'entry'
/** `gone`: the author deleted the account before a decision. */
export type ReportDecision = 'dismiss' | 'hide' | 'remove' | 'warn' | 'suspend' | 'gone'

/** What a suspended member answered the team, and what was decided: in the case, and in the member's record. */
export interface AppealJson {
  id: string
  message: string
  at: string
  /** Null while it is not decided. */
  decision: 'end' | 'keep' | null
  /** For the member to read; may be empty. */
  words: string
  /** Null when the account is deleted. */
  decided_by: string | null
  decided_at: string | null
  /** Whether the team still has to decide. False once the suspension has ended. */
  waits: boolean
}

/** How many reports of a case have each reason. */
export type ReasonCounts = Record<string, number>

/** Who may register: everybody, those with a member's invitation, or nobody. */
export type Joining = 'open' | 'invitation' | 'closed'

/** The accent colour: orange, green, blue or gold. */
export type Accent = 'tip' | 'lake' | 'info' | 'gold'

/**
 * What became of an address that an admin wants to invite: it was invited, has an account, was invited in the last 30
 * days, is in the list a second time, or is no address.
 */
export type AddressAnswer = 'invited' | 'member' | 'recent' | 'again' | 'wrong'

/** What became of a member whom an admin imports: as for an address, or its date or points cannot be taken. */
export type ImportAnswer = AddressAnswer | 'wrong_joined' | 'wrong_points'

/** Of an invitation by mail: waiting to be sent, sent, given up, used for a sign-up, expired, or withdrawn. */
export type InvitationState = 'waiting' | 'sent' | 'failed' | 'accepted' | 'expired' | 'withdrawn'

/** The caller's level, by the points that they have earned. */
export interface Level {
  name: string
  /** From how many points earned a member has it. */
  points: number
  /** What the caller has earned; below zero where an admin took more than that. */
  earned: number
  /** The next level; null at the highest. */
  next_name: string | null
  next_points: number | null
}

/** A personal best of a journal. */
export interface CatchBest {
  id: string
  grams: number
  /** ISO 8601, without a time. */
  caught_on: string
  variety: CatchVariety
}

/** A verified catch among the club records, as guests see it. */
export interface GuestRecordCatch {
  variety: CatchVariety
  grams: number
  /** ISO 8601, without a time. */
  caught_on: string
  username: string
  avatar_url: string | null
}

/** A verified catch among the club records. */
export interface RecordCatch extends GuestRecordCatch {
  catch_id: string
  photo_path: string
  user_id: string
}

/** The weight of a variety's record. */
export interface RecordFigure {
  variety: CatchVariety
  grams: number
}

/** What became of a catch that was offered for the club records. */
export type RecordState = 'waiting' | 'verified' | 'declined'
export type RecordDecision = 'verify' | 'decline'
