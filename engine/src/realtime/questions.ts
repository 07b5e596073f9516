import { codeOf } from '../kernel/errors.ts'
import { partyOf } from './accounts.ts'
import type { Channel, Subscription } from './channel.ts'
import type { Payload } from './send-changes.ts'
import type { TableShape } from './table-catalogue.ts'

/** Subscribers who see the same rows of a table: one audience with one filter. */
export interface Reader {
  channels: Map<Channel, Subscription[]>
  first: Subscription
  /** Payloads by the position of the change in the batch. */
  data: ReadonlyMap<number, Payload>
}

/** Readers of a table who share a statement and get the same payloads: one role, one set of columns. */
export interface Question {
  shape: TableShape
  readers: readonly Reader[]
}

/** Questions that took too long, by account. */
export type LateQuestions = ReadonlyMap<string, readonly Question[]>

interface AskOptions {
  /** Concurrent questions. */
  askedAtOnce: number
  /** How long one question may take (ms). */
  statementMs: number
}

/** How long the other questions are still asked after one took too long, and then those of each account, in statements. */
const MOST_LATE = { together: 2, apart: 3 }

/** Whether PostgreSQL ended the statement because it took too long. */
export const tookTooLong = (error: unknown) => codeOf(error) === '57014'

/**
 * Asks all questions. One that takes too long is not known to be any one account's fault: it is left for later, by
 * account, and so are other questions of the accounts that were alone in such a question.
 * @param ask throws an error for a question that took too long, see {@link tookTooLong}.
 */
export async function askTogether(
  questions: readonly Question[],
  ask: (question: Question) => Promise<void>,
  { askedAtOnce, statementMs }: AskOptions,
): Promise<LateQuestions> {
  const late = new Map<string, Question[]>()
  const suspects = new Set<string>()
  let since: number | undefined
  const leave = (parts: ReadonlyMap<string, Question>) => {
    for (const [party, part] of parts) late.set(party, [...(late.get(party) ?? []), part])
  }
  const mustWait = (parts: ReadonlyMap<string, Question>) => {
    if (since === undefined) return false
    if (performance.now() - since > MOST_LATE.together * statementMs) return true
    return [...parts.keys()].every((party) => suspects.has(party))
  }
  const left = [...questions]
  await atOnce(askedAtOnce, async () => {
    for (let question = left.pop(); question; question = left.pop()) {
      if (since !== undefined && mustWait(byParty(question))) {
        leave(byParty(question))
        continue
      }
      try {
        await ask(question)
      } catch (error) {
        if (!tookTooLong(error)) throw error
        since ??= performance.now()
        const parts = byParty(question)
        leave(parts)
        const [party] = parts.keys()
        if (parts.size === 1 && party !== undefined) suspects.add(party)
      }
    }
  })
  return late
}

/**
 * Asks late questions again, those of each account apart: accounts with few first, and for a limited time.
 * @param blame for an account with a question that took too long again, though it is quick without the filter.
 * @param giveUp for questions that are slow without the filter too, or that there is no time left for.
 * @param isSlowAnyway whether a question takes too long without its filter.
 */
export async function askApart(
  late: LateQuestions,
  {
    ask,
    isSlowAnyway,
    blame,
    giveUp,
  }: {
    ask: (question: Question) => Promise<void>
    isSlowAnyway: (question: Question) => Promise<boolean>
    blame: (questions: readonly Question[]) => void
    giveUp: (questions: readonly Question[]) => void
  },
  { askedAtOnce, statementMs }: AskOptions,
): Promise<void> {
  const until = performance.now() + MOST_LATE.apart * statementMs
  const left = [...late.values()].sort((a, b) => readersIn(b) - readersIn(a))
  const askAll = async (questions: readonly Question[]) => {
    for (const question of questions) {
      if (performance.now() > until) return giveUp(questions)
      try {
        await ask(question)
      } catch (error) {
        if (!tookTooLong(error)) throw error
        return (await isSlowAnyway(question)) ? giveUp(questions) : blame(questions)
      }
    }
  }
  await atOnce(askedAtOnce, async () => {
    for (let questions = left.pop(); questions; questions = left.pop()) await askAll(questions)
  })
}

/** The channels that questions are about. */
export function channelsOf(questions: Iterable<Question>): Set<Channel> {
  return new Set([...questions].flatMap(({ readers }) => readers.flatMap(({ channels }) => [...channels.keys()])))
}

async function atOnce(count: number, work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work))
}

function readersIn(questions: readonly Question[]): number {
  return questions.reduce((sum, { readers }) => sum + readers.length, 0)
}

/** One question for each account; guests are known by their address. */
function byParty({ shape, readers }: Question): Map<string, Question> {
  const parts = new Map<string, Reader[]>()
  for (const reader of readers) {
    const party = partyOf(reader.first.channel)
    const own = parts.get(party)
    if (own) own.push(reader)
    else parts.set(party, [reader])
  }
  return new Map([...parts].map(([party, own]) => [party, { shape, readers: own }]))
}
