import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { generator, pick } from '../points/random.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { post, report } from './case.ts'

// Random lives of members about whom there are three cases, compared with a model: a list of the suspensions that stand.
// SUSPENSIONS_LIVES and SUSPENSIONS_SEED make a longer run or repeat one.
const LIVES = Number(process.env.SUSPENSIONS_LIVES ?? 6)
const SEED = Number(process.env.SUSPENSIONS_SEED ?? Date.now() % 1_000_000)
const STEPS = 25
const CASES = [0, 1, 2]
// Few words, so that suspensions of several cases have the same.
const REASONS = ['Spam', 'Insults']

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

/** A suspension that stands, in the order in which they began. */
interface Standing {
  /** Null by hand. */
  of: number | null
  reason: string
  /** Infinite until it is lifted. */
  days: number
}

/** What the documents say of suspensions, without a database. */
class Model {
  standing: Standing[] = []
  decided = new Set<number>()
  isAway = false

  /** The one that ends last, and of two that end together the later. */
  counting(): Standing | undefined {
    return this.standing.toSorted((one, other) => one.days - other.days || 0).at(-1)
  }
  add(of: number | null, reason: string, days: number) {
    if (of === null) this.standing = []
    this.standing.push({ of, reason, days })
  }
  undo(of: number) {
    this.standing = this.standing.filter((one) => one.of !== of)
  }
  pass(days: number) {
    for (const one of this.standing) one.days -= days
    this.standing = this.standing.filter((one) => one.days > 0)
  }
}

type Step = (random: () => number, life: Life) => Promise<string>
interface Life {
  model: Model
  author: Persona
  cases: string[]
}

const termOf = (random: () => number) => pick([1, 7, 30, null], random)
const days = (term: number | null) => term ?? Number.POSITIVE_INFINITY
const versionOf = async (id: string) =>
  Number((await area.row('select version from private.report_cases where id = $1', [id]))?.version)

const STEPS_AT_HOME: Step[] = [
  async (random, { model, author }) => {
    const [term, reason] = [termOf(random), pick(REASONS, random)]
    const ends_at = term === null ? null : new Date(Date.now() + term * 86_400_000).toISOString()
    expectAllowed(await area.admin.rpc('suspend_member', { user_id: author.user.id, reason, ends_at } as never))
    model.add(null, reason, days(term))
    return `by hand ${reason} ${term}`
  },
  async (_, { model, author }) => {
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', author.user.id).throwOnError()
    if (model.standing.length === 0) model.add(null, '', Number.POSITIVE_INFINITY)
    return 'switched on'
  },
  async (_, { model, author }) => {
    await area.admin.from('profiles').update({ is_suspended: false }).eq('id', author.user.id).throwOnError()
    model.standing = []
    return 'lifted'
  },
  async (_, { model, author }) => {
    expect(expectAllowed(await author.rpc('delete_own_account', { password: author.user.password }))).toBe(true)
    model.isAway = true
    return 'left'
  },
]
const STEPS_AWAY: Step[] = [
  async (_, life) => {
    life.author = await signUp(area.engine, { email: life.author.user.email, username: life.author.user.username })
    life.model.isAway = false
    return 'returned'
  },
]
const decideOrUndo: Step = async (random, { model, cases }) => {
  const of = pick(CASES, random)
  const id = String(cases[of])
  const seen = await versionOf(id)
  if (model.decided.has(of)) {
    expectAllowed(await area.admin.rpc('reopen_report', { id, seen }))
    model.decided.delete(of)
    model.undo(of)
    return `undid ${of}`
  }
  const [term, reason] = [termOf(random), pick(REASONS, random)]
  const decided = { id, seen, decision: 'suspend', reason, days: term }
  expectAllowed(await area.admin.rpc('decide_report', decided as never))
  model.decided.add(of)
  model.add(of, reason, days(term))
  return `decided ${of} ${reason} ${term}`
}
const pass: Step = async (random, { model }) => {
  const passed = pick([1, 6, 23], random)
  await area.row('update private.suspended_accounts set ends_at = ends_at - make_interval(days => $1)', [passed])
  await area.row('select private.end_suspensions()')
  model.pass(passed)
  return `${passed} days`
}
const tend: Step = async () => {
  await area.row('select private.tend_reports()')
  return 'tended'
}

async function begin(): Promise<Life> {
  const author = await signUp(area.engine)
  const cases: string[] = []
  for (const _ of CASES) {
    const id = await post(author, `Bream ${randomUUID()}`)
    expectAllowed(await report(area.member, { subject_id: id }))
    cases.push(String((await area.row('select id from private.report_cases where subject_id = $1', [id]))?.id))
  }
  return { model: new Model(), author, cases }
}

/** What the club says, in the words of the model. */
async function found({ model, author, cases }: Life) {
  const inForce: number[] = []
  for (const [of, id] of cases.entries()) {
    const read = expectAllowed(await area.admin.rpc('report_case', { id })) as unknown as {
      is_in_force: boolean | null
    }
    if (read.is_in_force) inForce.push(of)
    expect(read.is_in_force !== null).toBe(model.decided.has(of))
  }
  if (model.isAway) return { inForce }
  const row = await area.row('select is_suspended from public.profiles where id = $1', [author.user.id])
  const [own] = expectAllowed(await author.rpc('my_suspension'))
  const left = own?.ends_at && Math.ceil((Date.parse(own.ends_at) - Date.now()) / 86_400_000)
  return {
    inForce,
    isSuspended: row?.is_suspended,
    reads: own && { reason: own.reason, days: left || Number.POSITIVE_INFINITY },
  }
}

function expected({ model }: Life) {
  const inForce = CASES.filter((of) => model.standing.some((one) => one.of === of))
  if (model.isAway) return { inForce }
  const counting = model.counting()
  return {
    inForce,
    isSuspended: counting !== undefined,
    reads: counting && { reason: counting.reason, days: counting.days },
  }
}

it(`a member is suspended if, and as long as, a decision or a hand says so (seed ${SEED})`, async () => {
  for (let n = 0; n < LIVES; n++) {
    const random = generator(SEED + n)
    const life = await begin()
    const history: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const own = pick(life.model.isAway ? STEPS_AWAY : STEPS_AT_HOME, random)
      history.push(await pick([decideOrUndo, decideOrUndo, decideOrUndo, pass, tend, own, own], random)(random, life))
      expect(await found(life), history.join('; ')).toEqual(expected(life))
    }
  }
}, 300_000)
