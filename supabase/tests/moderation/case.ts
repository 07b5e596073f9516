import { randomUUID } from 'node:crypto'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

/** A case as `report_case` returns it. */
export interface Case {
  id: string
  version: number
  reports: number
  reasons: Record<string, number>
  decision: string | null
  reason: string
  decided_by: string | null
  is_hidden: boolean
  hidden_by_reports: boolean
  can_undo: boolean | null
  may_decide: boolean
  is_own: boolean
  author_id: string | null
  said: string
  versions: { said: string; reports: number; was_shown: boolean }[]
  pictures: string[]
  shown: string
  now: { text: string; path: string } | null
  before: { username: string; text: string } | null
  reported: { reason: string; words: string; version: number | null; username: string | null }[]
  record: Record<string, unknown> | null
}

export interface Sent {
  kind?: string
  subject_id: string
  reason?: string
  words?: string
  request_id?: string
}

/** Sends a report. */
export const report = (who: Pick<Persona, 'rpc'>, sent: Sent) =>
  who.rpc('send_report', { kind: 'post', reason: 'abuse', ...sent })

/** Writes a post. @returns its ID. */
export const post = async (who: Persona, content = `Tench at dawn ${randomUUID()}`): Promise<string> =>
  expectAllowed(await who.from('newsfeed_posts').insert({ content }).select('id').single()).id

/** Writes a comment. @returns its ID. */
export const comment = async (who: Persona, post_id: string, content = `Well in ${randomUUID()}`): Promise<string> =>
  expectAllowed(await who.from('newsfeed_comments').insert({ post_id, content }).select('id').single()).id

/** The newest case about a subject, as an admin sees it. */
export async function caseOf({ row, admin }: MemberArea, subjectId: string): Promise<Case> {
  const found = await row(
    'select id from private.report_cases where subject_id = $1 order by created_at desc, id limit 1',
    [subjectId],
  )
  return expectAllowed(await admin.rpc('report_case', { id: String(found?.id) })) as unknown as Case
}

interface Decided {
  decision: string
  reason?: string
  hides?: boolean
  days?: number | null
}

/** Decides the newest case about a subject. */
export async function decide(area: MemberArea, subjectId: string, decided: Decided, by: Persona = area.admin) {
  const { id, version, shown } = await caseOf(area, subjectId)
  return by.rpc('decide_report', { id, seen: version, shown, ...decided } as never)
}

/** Undoes the decision about a subject. */
export async function reopen(area: MemberArea, subjectId: string, by: Persona = area.admin) {
  const { id, version } = await caseOf(area, subjectId)
  return by.rpc('reopen_report', { id, seen: version })
}

/** Makes accounts that joined a number of days ago. */
export async function joined(area: MemberArea, days: number, count = 1): Promise<Persona[]> {
  const made: Persona[] = []
  for (let n = 0; n < count; n++) {
    const persona = await signUp(area.engine)
    await area.row('update public.profiles set created_at = now() - make_interval(days => $2) where id = $1', [
      persona.user.id,
      days,
    ])
    made.push(persona)
  }
  return made
}
