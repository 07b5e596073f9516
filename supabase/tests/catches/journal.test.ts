import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { generator, pick } from '../points/random.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// The journal as its angler, a connection and a stranger read it, against the same sums computed from the rows.

const SEED = Number(process.env.JOURNAL_SEED ?? Date.now() % 1_000_000)
const OPERATIONS = Number(process.env.JOURNAL_OPERATIONS ?? 120)
const VARIETIES = ['common', 'mirror', 'leather', 'ghost', 'grass', 'other']
const VISIBILITIES = ['me', 'connections', 'members']

interface Row {
  id: string
  grams: number
  caught_on: string
  variety: string
  visibility: string
  created_at: string
}
interface Step {
  id: string
  grams: number
  caught_on: string
  variety: string
}
interface Summary {
  catch_count: string
  total_grams: string
  season: string
  season_count: string
  season_grams: string
  bests: Step[]
  steps: Step[]
}
interface PageRow extends Row {
  is_best: boolean
  month_count: string
  month_grams: string
}

let club: SqlClub
let angler: string
let readers: Record<'angler' | 'friend' | 'stranger', Client>
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())
beforeEach(async () => {
  angler = await club.signUp()
  const friend = await club.signUp()
  await club.query(
    `insert into public.member_connections (user_id, connected_user_id, status) values ($1, $2, 'accepted')`,
    [angler, friend],
  )
  readers = {
    angler: await club.as(angler),
    friend: await club.as(friend),
    stranger: await club.as(await club.signUp()),
  }
})

const SEES = {
  angler: VISIBILITIES,
  friend: ['connections', 'members'],
  stranger: ['members'],
}
const rows = () =>
  club.query<Row & Record<string, unknown>>(
    `select id, grams, caught_on::text, variety, visibility, created_at::text from public.catches where user_id = $1
      order by caught_on, created_at, id`,
    [angler],
  )
const insert = (fields: Partial<Row>) =>
  club.query(
    'insert into public.catches (user_id, grams, caught_on, variety, visibility) values ($1, $2, $3, $4, $5) returning id',
    [
      angler,
      fields.grams ?? 9000,
      fields.caught_on ?? '2026-01-01',
      fields.variety ?? 'common',
      fields.visibility ?? 'members',
    ],
  )
const logAs = async (client: Client, fields: Omit<Row, 'id' | 'created_at'>) =>
  (
    await client.query<{ id: string; is_best: boolean; gain: number | null; best_before: number | null }>(
      'select * from public.log_catch($1, $2, $3, $4, $5)',
      [randomUUID(), fields.grams, fields.caught_on, fields.variety, fields.visibility],
    )
  ).rows[0]
const summaryOf = async (client: Client) =>
  (await client.query<Summary>('select * from public.journal_summary($1)', [angler])).rows[0] as Summary
const pageOf = async (client: Client, size = 50, after?: PageRow) =>
  (
    await client.query<PageRow>(
      `select id, grams, caught_on::text, variety, visibility, created_at::text, is_best, month_count, month_grams
        from public.journal_page($1, $2, $3, $4, $5)`,
      [angler, after?.caught_on ?? null, after?.created_at ?? null, after?.id ?? null, size],
    )
  ).rows
const weightsOf = async (client: Client, size = 500) =>
  (
    await client.query<{ caught_on: string; grams: number }>(
      'select caught_on::text, grams from public.journal_weights($1, $2)',
      [angler, size],
    )
  ).rows
const journalOf = async (client: Client, size: number) => {
  const all: PageRow[] = []
  for (;;) {
    const page = await pageOf(client, size, all.at(-1))
    all.push(...page)
    if (page.length < size) return all
  }
}

/** The heaviest of each variety; the earliest of equal ones, as the rows are in the order of their days. */
function bestsOf(shown: readonly Row[]): Row[] {
  const bests = new Map<string, Row>()
  for (const row of shown) if (row.grams > (bests.get(row.variety)?.grams ?? 0)) bests.set(row.variety, row)
  return [...bests.values()]
}

function stepsOf(shown: readonly Row[]): Row[] {
  const steps: Row[] = []
  for (const row of shown) if (row.grams > (steps.at(-1)?.grams ?? 0)) steps.push(row)
  return steps
}

const sum = (list: readonly Row[]) => String(list.reduce((total, { grams }) => total + grams, 0))
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** Compares what each reader gets with the rows. */
async function expectTrue() {
  const all = await rows()
  for (const [who, client] of Object.entries(readers) as ['angler' | 'friend' | 'stranger', Client][]) {
    const shown = all.filter(({ visibility }) => SEES[who].includes(visibility))
    const bests = bestsOf(shown)
    const summary = await summaryOf(client)
    const season = shown.filter(({ caught_on }) => caught_on.startsWith(summary.season))
    expect(summary, who).toMatchObject({
      catch_count: String(shown.length),
      total_grams: sum(shown),
      season_count: String(season.length),
      season_grams: sum(season),
    })
    expect(idsOf(summary.bests).toSorted(), who).toEqual(idsOf(bests).toSorted())
    expect(idsOf(summary.steps), who).toEqual(idsOf(stepsOf(shown)))
    const journal = await journalOf(client, 7)
    expect(idsOf(journal), who).toEqual(idsOf(shown.toReversed()))
    expect(idsOf(journal.filter(({ is_best }) => is_best)).toSorted(), who).toEqual(idsOf(bests).toSorted())
    for (const row of journal) {
      const month = shown.filter(({ caught_on }) => caught_on.startsWith(row.caught_on.slice(0, 7)))
      expect([row.month_count, row.month_grams], who).toEqual([String(month.length), sum(month)])
      expect(row.visibility === null, who).toBe(who !== 'angler')
    }
    const weighed = shown.map(({ caught_on, grams }) => ({ caught_on, grams }))
    expect(await weightsOf(client), who).toEqual(weighed)
    expect(await weightsOf(client, 3), who).toEqual(weighed.slice(-3))
    // The policies say the same as the functions.
    const read = await client.query('select id from public.catches where user_id = $1', [angler])
    expect(idsOf(read.rows as Row[]).toSorted(), who).toEqual(idsOf(shown).toSorted())
  }
}

describe('under random catches, corrections and removals', () => {
  it(`sums, bests and pages are those of the rows that the reader may see (seed ${SEED})`, async () => {
    const random = generator(SEED)
    const client = readers.angler
    const some = () => ({
      // Few weights and days, so that many are equal.
      grams: 5000 + Math.floor(random() * 30) * 500,
      caught_on: `20${pick(['24', '25', '26'], random)}-0${1 + Math.floor(random() * 4)}-1${Math.floor(random() * 3)}`,
      variety: pick(VARIETIES, random),
      visibility: pick(VISIBILITIES, random),
    })
    for (let n = 0; n < OPERATIONS; n += 1) {
      const before = await rows()
      const one = before.length > 0 ? pick(before, random) : undefined
      const chance = random()
      if (one && chance < 0.2) await client.query('delete from public.catches where id = $1', [one.id])
      else if (one && chance < 0.45) {
        const now = { ...some(), ...(random() < 0.5 ? { caught_on: one.caught_on } : {}) }
        await client.query(
          'update public.catches set grams = $2, caught_on = $3, variety = $4, visibility = $5 where id = $1',
          [one.id, now.grams, now.caught_on, now.variety, now.visibility],
        )
      } else {
        const fields = some()
        const heaviest = Math.max(
          0,
          ...before.filter(({ variety }) => variety === fields.variety).map(({ grams }) => grams),
        )
        const answer = await logAs(client, fields)
        expect(answer).toMatchObject({
          is_best: fields.grams > heaviest,
          gain: heaviest > 0 && fields.grams > heaviest ? fields.grams - heaviest : null,
          best_before: heaviest || null,
        })
      }
      if (n % 10 === 0) await expectTrue()
    }
    await expectTrue()
    await client.query('delete from public.catches where true')
    await expectTrue()
    expect(await club.query('select from private.catch_months where user_id = $1', [angler])).toEqual([])
  }, 120_000)

  it('sums stay right when two devices write at once', async () => {
    const devices = [readers.angler, await club.as(angler), await club.as(angler)]
    const random = generator(SEED + 1)
    await Promise.all(
      devices.map(async (client) => {
        for (let n = 0; n < 15; n += 1) {
          const fields = {
            grams: 9000 + n,
            caught_on: '2026-02-03',
            variety: 'common',
            visibility: pick(VISIBILITIES, random),
          }
          const made = await logAs(client, fields)
          if (n % 3 === 0)
            await client.query(`update public.catches set visibility = 'members', grams = 12000 where id = $1`, [
              made?.id,
            ])
          if (n % 4 === 0) await client.query('delete from public.catches where id = $1', [made?.id])
        }
      }),
    )
    await expectTrue()
  }, 60_000)
})

describe('a page', () => {
  it('is stable at equal days: none comes twice, and none is left out', async () => {
    for (let n = 0; n < 12; n += 1) await insert({ caught_on: '2026-03-03', grams: 9000 + n })
    await club.query(`update public.catches set created_at = '2026-03-03T10:00:00Z' where user_id = $1`, [angler])
    for (const size of [1, 5, 12]) expect(new Set(idsOf(await journalOf(readers.stranger, size))).size).toBe(12)
  })

  it('has 20 catches unless told otherwise, and 50 at most', async () => {
    await club.query(
      `insert into public.catches (user_id, grams, caught_on, variety, visibility)
        select $1, 9000, date '2026-01-01' - n, 'common', 'members' from generate_series(1, 60) as n`,
      [angler],
    )
    const { rows: first } = await readers.angler.query('select id from public.journal_page()')
    expect(first).toHaveLength(20)
    expect(await pageOf(readers.angler, 500)).toHaveLength(50)
    expect(await pageOf(readers.angler, -3)).toHaveLength(1)
  })
})

describe('the weights', () => {
  it('are of the latest 500 catches at most, and one at least', async () => {
    await club.query(
      `insert into public.catches (user_id, grams, caught_on, variety, visibility)
        select $1, 1000 + n, date '2020-01-01' + n, 'common', 'me' from generate_series(1, 510) as n`,
      [angler],
    )
    const { rows: own } = await readers.angler.query('select grams from public.journal_weights()')
    expect(own.map(({ grams }) => grams)).toEqual(Array.from({ length: 500 }, (_, index) => 1011 + index))
    expect(await weightsOf(readers.angler, 100_000)).toHaveLength(500)
    expect(await weightsOf(readers.angler, -1)).toHaveLength(1)
    expect(await weightsOf(readers.friend)).toEqual([])
  })
})

describe('a season', () => {
  it('is the year of the club’s zone', async () => {
    const [{ now } = { now: new Date() }] = await club.query<{ now: Date }>('select now()')
    const zoneYear = (zone: string) => now.toLocaleString('en-GB', { timeZone: zone, year: 'numeric' })
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London']) {
      await club.query('update public.site_settings set time_zone = $1', [zone])
      expect((await summaryOf(readers.angler)).season).toBe(zoneYear(zone))
    }
    const year = Number(zoneYear('Europe/London'))
    for (const caught_on of [`${year - 1}-12-31`, `${year}-01-01`]) await insert({ caught_on, grams: 7000 })
    expect(await summaryOf(readers.angler)).toMatchObject({ catch_count: '2', season_count: '1', season_grams: '7000' })
    await club.query(`update public.site_settings set time_zone = 'UTC'`)
  })

  it('counts the parts of the month in which it begins', async () => {
    // The season began 40 days ago: its first month, the months between and the current one.
    const day = async (ago: number) =>
      (await club.query<{ day: string }>(`select (private.club_day() - $1::integer)::text as day`, [ago]))[0]?.day ?? ''
    const begins = await day(40)
    await club.query('update public.site_settings set season_begins = $1', [
      begins.slice(5) === '02-29' ? '02-28' : begins.slice(5),
    ])
    for (const [ago, grams] of [
      [500, 1],
      [42, 10],
      [40, 100],
      [39, 1000],
      [0, 10_000],
    ] as const)
      await insert({ caught_on: await day(ago), grams })
    const [season] = await club.query<{ name: string }>('select name from private.season_of(private.club_day())')
    expect(await summaryOf(readers.angler)).toMatchObject({
      season: season?.name,
      catch_count: '5',
      season_count: '3',
      season_grams: '11100',
    })
    await club.query(`update public.site_settings set season_begins = '01-01'`)
  })
})

describe('guests', () => {
  it('call none of it', async () => {
    const guest = await club.as()
    for (const call of [
      'journal_page()',
      'journal_summary()',
      'journal_weights()',
      `log_catch(gen_random_uuid(), 1, '2026-01-01', 'common')`,
    ])
      await expect(guest.query(`select * from public.${call}`)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the cost', () => {
  it('of a page, of the sums and of the weights does not grow with the catches', async () => {
    const seed = (count: number) =>
      club.query(
        `insert into public.catches (user_id, grams, caught_on, variety, visibility)
          select $1, 5000 + (n * 7919) % 15000, date '2016-01-01' + (n * 7121) % 3650,
            ('{common,mirror,leather,ghost,grass,other}'::text[])[1 + n % 6],
            ('{me,connections,members}'::text[])[1 + n % 3]
          from generate_series(1, $2::integer) as n`,
        [angler, count],
      )
    const blocks = async (client: Client, call: string) => {
      const { rows: plan } = await client.query(
        `explain (analyze, buffers, timing off, format json) select * from public.${call}`,
      )
      const top = (plan[0] as { 'QUERY PLAN': { Plan: Record<string, number> }[] })['QUERY PLAN'][0]?.Plan
      return (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
    }
    const measure = async () => {
      await club.query('vacuum analyze public.catches')
      await club.query('vacuum analyze private.catch_months')
      const costs: number[] = []
      for (const client of Object.values(readers))
        for (const call of ['journal_page', 'journal_summary', 'journal_weights'].map(
          (name) => `${name}('${angler}')`,
        )) {
          // The first call plans.
          await blocks(client, call)
          costs.push(await blocks(client, call))
        }
      return costs
    }
    await seed(2000)
    const few = await measure()
    await seed(48_000)
    const many = await measure()
    // Of 24 times as many, which are also more in each month.
    for (const [index, cost] of many.entries()) expect(cost, String(few)).toBeLessThan((few[index] ?? 0) * 8 + 400)
  }, 120_000)
})

describe('the weight of the profile', () => {
  const weight = async () =>
    (
      await club.query('select weight_value::float, weight_unit, weight_from from public.profiles where id = $1', [
        angler,
      ])
    )[0]
  const change = (sql: string) => readers.angler.query(`update public.profiles set ${sql} where id = auth.uid()`)

  it('is the best catch for all members, once the angler chooses so, and follows it', async () => {
    await insert({ grams: 14_742, visibility: 'members' })
    await insert({ grams: 20_000, visibility: 'me' })
    await insert({ grams: 18_000, visibility: 'connections' })
    await change(`weight_value = 9, weight_unit = 'lbs'`)
    expect(await weight()).toEqual({ weight_value: 9, weight_unit: 'lbs', weight_from: 'typed' })
    await change(`weight_from = 'best'`)
    expect(await weight()).toEqual({ weight_value: 32.5, weight_unit: 'lbs', weight_from: 'best' })
    await change(`weight_unit = 'kg'`)
    expect(await weight()).toMatchObject({ weight_value: 14.74 })
    await insert({ grams: 15_500, visibility: 'members' })
    expect(await weight()).toMatchObject({ weight_value: 15.5 })
    await club.query(`delete from public.catches where user_id = $1 and grams = 15500`, [angler])
    expect(await weight()).toMatchObject({ weight_value: 14.74 })
    await club.query(`update public.catches set visibility = 'me' where user_id = $1`, [angler])
    expect(await weight()).toMatchObject({ weight_value: null, weight_from: 'best' })
  })

  it('is what was typed, once the angler types again', async () => {
    await insert({ grams: 14_742 })
    await change(`weight_from = 'best', weight_unit = 'kg'`)
    await change(`bio = 'Early mornings'`)
    expect(await weight()).toMatchObject({ weight_value: 14.74, weight_from: 'best' })
    // A page that is older than the choice sends the value only.
    await change('weight_value = 14.74')
    expect(await weight()).toMatchObject({ weight_from: 'best' })
    await change('weight_value = 12')
    expect(await weight()).toMatchObject({ weight_value: 12, weight_from: 'typed' })
    await insert({ grams: 30_000 })
    expect(await weight()).toMatchObject({ weight_value: 12 })
  })

  it('stays in the range of its unit', async () => {
    await insert({ grams: 500_000 })
    await change(`weight_from = 'best', weight_unit = 'lbs'`)
    expect(await weight()).toMatchObject({ weight_value: 1000 })
    await change(`weight_unit = 'kg'`)
    expect(await weight()).toMatchObject({ weight_value: 500 })
  })

  it('is chosen by the angler alone: an admin only types one, which ends the choice', async () => {
    await insert({ grams: 14_742 })
    await change(`weight_from = 'best', weight_unit = 'kg'`)
    const id = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [id])
    const admin = await club.as(id)
    const edit = (sql: string) => admin.query(`update public.profiles set ${sql} where id = $1`, [angler])
    for (const sql of [`weight_from = 'typed'`, `weight_unit = 'lbs'`, `weight_value = 9, weight_unit = 'lbs'`])
      await expect(edit(sql), sql).rejects.toMatchObject({ code: '42501' })
    expect(await weight()).toEqual({ weight_value: 14.74, weight_unit: 'kg', weight_from: 'best' })
    // A form sends what it does not change as well.
    await edit(`weight_value = 9, weight_unit = 'kg', weight_from = 'best'`)
    expect(await weight()).toEqual({ weight_value: 9, weight_unit: 'kg', weight_from: 'typed' })
  })

  it('takes no other choice', async () => {
    await expect(change(`weight_from = 'guessed'`)).rejects.toMatchObject({ code: '23514' })
  })
})
