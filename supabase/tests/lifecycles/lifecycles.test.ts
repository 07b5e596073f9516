import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGolden } from '../support/golden.ts'
import { hearLive, type LiveMessages } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { CLUB_LIVES } from './club-lives.ts'
import { MEMBER_LIVES } from './member-lives.ts'
import { report } from './report.ts'
import { live, type Step } from './room.ts'

// A row of every table goes through its lifecycle: created, changed, hidden, shown, deleted, created again by the same
// and by another member, and what remains when its owner is deleted and returns. After each step: who can read it, who
// is notified, and whether ledger, counters and stock agree with the rows. docs/lifecycles.md shows the result.

const LIVES = { ...CLUB_LIVES, ...MEMBER_LIVES }
const TABLES = Object.keys(LIVES).sort()

let area: MemberArea
let messages: LiveMessages
const lived = new Map<string, Step[]>()
beforeAll(async () => {
  area = await openMemberArea()
  messages = await hearLive(area.engine)
})
afterAll(async () => {
  await messages.close()
  await area.engine.close()
})

const names = async (sql: string) => (await area.engine.owner.query(sql)).map(({ name }) => String(name))

describe('the lifecycle of a row', () => {
  it('is described for every table of the API', async () => {
    const tables = await names(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`,
    )
    expect(TABLES, 'describe its life in supabase/tests/lifecycles').toEqual(tables)
  })

  it.each(TABLES)('of %s: readers, subscribers and balances follow every step', async (table) => {
    const describeLife = LIVES[table]
    if (!describeLife) throw new Error('no description')
    lived.set(table, await live(area, messages, table, describeLife))
  })

  it('covers every view and every step that the rights allow', async () => {
    const views = await names(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname collate "C"`,
    )
    const sources = [...lived.values()].flat().flatMap(({ readers }) => Object.keys(readers))
    expect([...new Set(sources)].filter((source) => !(source in LIVES)).sort()).toEqual(views)

    const allowed = await area.engine.owner.query<{ name: string; step: string }>(
      `select c.relname as name, s.step
        from pg_class as c,
          lateral (values
            ('created', has_any_column_privilege('authenticated', c.oid, 'insert')),
            ('changed', has_any_column_privilege('authenticated', c.oid, 'update')),
            ('deleted', has_table_privilege('authenticated', c.oid, 'delete')),
            ('created again', has_any_column_privilege('authenticated', c.oid, 'insert') and exists (
              select from pg_index as i where i.indrelid = c.oid and i.indisunique and not i.indisprimary))
          ) as s (step, allowed)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and s.allowed`,
    )
    const leftOut = allowed.filter(({ name, step }) =>
      lived.get(name)?.some((lifeStep) => lifeStep.name === step && lifeStep.outcome.startsWith('never: ')),
    )
    expect(leftOut).toEqual([])
  })

  it('matches docs/lifecycles.md', () => {
    expectGolden('docs/lifecycles.md', report(lived))
  })
})
