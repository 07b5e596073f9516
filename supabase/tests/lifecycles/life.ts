import type { Persona } from '../../../test-support/personas.ts'
import type { MemberArea } from '../support/member-area.ts'

/** The people around one row. Owner and party are new for each lifecycle, because it ends with the owner's deletion. */
export interface Cast {
  area: MemberArea
  admin: Persona
  /** The owner of the row. */
  owner: Persona
  /** The other side of the row, or another member where it has none. */
  party: Persona
}

/** The answer of a call. */
export interface Answer {
  error: { code?: string; message: string } | null
}

/** One step with the row. */
export type Act = (id: string) => PromiseLike<Answer>
/** Why a lifecycle has no such step. */
export type Never = `never: ${string}`

/** The lifecycle of one table's rows. Every step is a call of the public API by the persona who does it. */
export interface Life {
  /** Creates a row for a member, first for the owner; always with the same unique values. */
  make: ((whose: Persona) => PromiseLike<Answer>) | Never
  change: Act | Never
  /** Hides the row from members without deleting it. */
  hide: Act | Never
  show: Act | Never
  remove: Act | Never
  /** Creates the same row again: after its deletion, or while it exists. */
  again: 'as made' | Never
  /** Another member creates a row with the same unique values. */
  byAnother: 'as made' | Never
  /** Further steps with the last created row, e.g. the claim of a prize. */
  further?: Record<string, Act>
  /** Rows belong to a member, who is suspended, reinstated and finally deleted. */
  owned: boolean
  /** Views that show the row, with the column that finds it. */
  views?: Record<string, 'id' | 'username' | 'subject_id'>
  /** Why some viewers who lose sight of the row are not notified. */
  untold?: string
}

/** The description of one table: prepares the data and returns the steps. */
export type Describe = (cast: Cast) => Promise<Life>
