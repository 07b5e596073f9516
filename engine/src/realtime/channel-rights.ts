import { isRefusal } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import type { Caller } from '../http/caller.ts'
import { askTogether } from '../kernel/asked-together.ts'

/** What a caller may do on a private channel. */
export type ChannelRight = 'hear broadcast' | 'hear presence' | 'speak broadcast' | 'speak presence'

export const NO_RIGHTS: ReadonlySet<ChannelRight> = new Set()
/** Of everybody on a public channel, where those are switched on. */
export const ALL_RIGHTS: ReadonlySet<ChannelRight> = new Set([
  'hear broadcast',
  'hear presence',
  'speak broadcast',
  'speak presence',
])

/** Questions in one statement, so that none holds its connection for long. */
const ASKED_TOGETHER = 250
/** A statement for many is ended after this time, in ms, and each question is asked alone: one policy may wait. */
const TOGETHER_TIMEOUT_MS = 2_000
const ASK_SQL = 'select number, to_json(rights) as rights, failure from engine.channel_rights($1::jsonb)'

interface Question {
  /** The channel without the prefix `realtime:`. */
  name: string
  caller: Caller
}

interface AnswerRow extends Record<string, unknown> {
  number: number
  /** Null after a failure. */
  rights: ChannelRight[] | null
  /** SQLSTATE of the error that a policy raised. */
  failure: string | null
}

/**
 * Asks the policies on `realtime.messages` as the caller. All callers who wait at the same moment share a statement,
 * because after an interruption all clients return at once.
 * @param name the channel without the prefix `realtime:`.
 * @throws an error with the SQLSTATE when a policy raised one for this caller.
 */
export type AskRights = (name: string, caller: Caller) => Promise<ReadonlySet<ChannelRight>>

/**
 * @param askedAtOnce concurrent statements: the number of connections for joins.
 * @param lane `live` for questions that must not wait for joins.
 */
export function createChannelRights(
  db: Pick<Database, 'runAs'>,
  askedAtOnce: number,
  lane: 'joins' | 'live' = 'joins',
): AskRights {
  const ask = askTogether<Question, ReadonlySet<ChannelRight>>({
    groupOf: ({ caller }) => caller.role,
    // All claims, because a policy may read any of them.
    keyOf: ({ name, caller }) => `${name}\0${caller.claimsJson}`,
    ask: (questions) => askDatabase(db, questions, lane),
    mayBeOnesFault: isRefusal,
    most: ASKED_TOGETHER,
    atOnce: askedAtOnce,
  })
  return (name, caller) => ask({ name, caller })
}

async function askDatabase(
  db: Pick<Database, 'runAs'>,
  questions: readonly Question[],
  lane: 'joins' | 'live',
): Promise<(ReadonlySet<ChannelRight> | Error)[]> {
  const role = questions[0]?.caller.role ?? 'anon'
  const asked = questions.map(({ name, caller }) => ({
    // In JSON PostgreSQL refuses half of a surrogate pair, for all; as UTF-8 it is a replacement character.
    topic: Buffer.from(name).toString(),
    claims: caller.claimsJson,
  }))
  const rows = await db.runAs<AnswerRow>(
    {
      role,
      readOnly: false,
      // The statement inserts rows to try the policies on them.
      rollback: true,
      settings: {
        search_path: '"public", "extensions"',
        ...(questions.length > 1 ? { statement_timeout: String(TOGETHER_TIMEOUT_MS) } : {}),
      },
    },
    { name: 'realtime_rights', text: ASK_SQL, values: [JSON.stringify(asked)] },
    { lane },
  )
  const answers: (ReadonlySet<ChannelRight> | Error)[] = []
  // Thousands of channels have the same rights: they share one set.
  const sets = new Map<string, ReadonlySet<ChannelRight>>()
  const setOf = (rights: ChannelRight[]) => {
    const key = rights.join()
    const set = sets.get(key) ?? new Set(rights)
    sets.set(key, set)
    return set
  }
  for (const { number, rights, failure } of rows)
    answers[number] = rights === null ? Object.assign(new Error('a policy failed'), { code: failure }) : setOf(rights)
  return answers
}
