import type { ImportAnswer } from '../../../../contract/src/column-types.ts'
import { INVITED_AT_ONCE } from '../../../../contract/src/limits.ts'
import type { ImportedMember, MembersToImport } from '../../data/invitations/console-import-mutation.ts'
import { newId } from '../../lib/new-id.ts'
import type { ImportRow } from './import-rows.ts'

/** A call that sends some of the rows; its ID is kept for every attempt. */
export interface Call extends MembersToImport {
  /** The number of each member's row in the file. */
  rows: readonly number[]
}

/** The calls that send all rows that can be sent, in the order of the file. */
export function callsFor(rows: readonly ImportRow[]): Call[] {
  const sent: { row: number; member: ImportedMember }[] = rows.flatMap(({ row, member }) =>
    member ? [{ row, member }] : [],
  )
  return Array.from({ length: Math.ceil(sent.length / INVITED_AT_ONCE) }, (_, at) => {
    const part = sent.slice(at * INVITED_AT_ONCE, (at + 1) * INVITED_AT_ONCE)
    return { request: newId(), rows: part.map(({ row }) => row), members: part.map(({ member }) => member) }
  })
}

interface Answered {
  done: number
  answers: ReadonlyMap<number, ImportAnswer>
}

/** What is known after a call was answered. */
export function withAnswers<Known extends Answered>(
  known: Known,
  call: Call,
  answered: readonly ImportAnswer[],
): Known {
  const answers = new Map(known.answers)
  answered.forEach((answer, at) => {
    const row = call.rows[at]
    if (row !== undefined) answers.set(row, answer)
  })
  return { ...known, done: known.done + 1, answers }
}
