import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import type { LiveMessages, Said } from '../support/live-messages.ts'
import type { MemberArea } from '../support/member-area.ts'
import { type Books, booksOf, brokenSums, difference } from './books.ts'
import { heardBy } from './hearing.ts'
import type { Act, Answer, Cast, Describe, Life, Never } from './life.ts'

/** The result of one step, as the report shows it. */
export interface Step {
  name: string
  /** "done", "nothing" when it changed no row, the code of the refusal, or why the lifecycle has no such step. */
  outcome: string
  /** Letters of those who can read the row afterwards, in the table and in each view. */
  readers: Record<string, string>
  told: string[]
  books: string[]
}

/** The viewers: guest, member, owner, party, suspended member, admin; and the owner's next account. */
type Eye = 'G' | 'M' | 'O' | 'P' | 'S' | 'A' | 'B'

/** Runs the lifecycle of one row and returns its steps. Fails where a rule of all lifecycles is broken. */
export async function live(
  area: MemberArea,
  messages: LiveMessages,
  table: string,
  describe: Describe,
): Promise<Step[]> {
  return new Room(area, messages, table).play(describe)
}

class Room {
  private readonly steps: Step[] = []
  /** The row that the next step is about, all created rows, and the deleted ones. */
  private current = ''
  private owners = ''
  private readonly made = new Set<string>()
  private reborn: Persona | undefined
  private life!: Life
  private cast!: Cast
  private untold = false
  /** The result of the last step: nothing happens between two steps. */
  private looked: { about: string; sight: Sight } | undefined
  private booked: Books | undefined

  private readonly area: MemberArea
  private readonly messages: LiveMessages
  private readonly table: string

  constructor(area: MemberArea, messages: LiveMessages, table: string) {
    this.area = area
    this.messages = messages
    this.table = table
  }

  async play(describe: Describe): Promise<Step[]> {
    const { area } = this
    const [owner, party] = await Promise.all([signUp(area.engine), signUp(area.engine)])
    this.cast = { area, admin: area.admin, owner, party }
    this.life = await describe(this.cast)
    const { life, cast } = this
    const suspend = (is_suspended: boolean) => () =>
      area.admin.from('profiles').update({ is_suspended }).eq('id', cast.owner.user.id)
    if (typeof life.make === 'string') {
      this.current = String((await area.row(`select id from public.${this.table} limit 1`))?.id)
    }
    await this.makeStep('created', life.make, () => cast.owner)
    await this.step('changed', life.change)
    const { audit_log: _, ...shown } = this.last().readers
    await this.step('hidden', life.hide)
    await this.step('shown', life.show)
    if (typeof life.show !== 'string') expect(this.last().readers, 'shown to the same again').toMatchObject(shown)
    if (life.owned) {
      await this.step('owner suspended', suspend(true))
      await this.step('owner reinstated', suspend(false))
      expect(this.last().readers, 'shown to the same again').toMatchObject(shown)
    }
    await this.step('deleted', life.remove)
    const make = life.make
    await this.makeStep(
      'created again',
      typeof make === 'string' || life.again !== 'as made' ? never(life.again) : make,
      () => cast.owner,
    )
    await this.makeStep(
      'created by another',
      typeof make === 'string' || life.byAnother !== 'as made' ? never(life.byAnother) : make,
      () => cast.party,
    )
    for (const [name, act] of Object.entries(life.further ?? {})) await this.step(name, act)
    if (life.owned) await this.departure()
    expect(life.untold !== undefined, `${this.table}: a viewer lost a row without notification`).toBe(this.untold)
    return this.steps
  }

  /** The owner deletes the account, and opens another one with the same address. */
  private async departure(): Promise<void> {
    const { area, cast } = this
    this.current = this.owners
    const { user } = cast.owner
    await this.step('owner deleted', () => cast.owner.rpc('delete_own_account', { password: user.password }))
    await this.step('owner returns', async () => {
      this.reborn = await signUp(area.engine, { email: user.email })
      return { error: null }
    })
    for (const [source, letters] of Object.entries(this.last().readers))
      if (letters.includes('B')) expect(letters, `${source}: the next account sees what any member sees`).toContain('M')
  }

  private last(): Step {
    const step = this.steps.at(-1)
    if (!step) throw new Error('no step yet')
    return step
  }

  private async ids(): Promise<string[]> {
    return (await this.area.engine.owner.query(`select id from public.${this.table}`)).map((row) => String(row.id))
  }

  /** Creates a row and checks that its ID was never used before. */
  private async makeStep(name: string, make: Life['make'], whose: () => Persona): Promise<void> {
    if (typeof make === 'string') return void (await this.step(name, make))
    const before = new Set(await this.ids())
    await this.step(name, async () => {
      const answer = await make(whose())
      const added = (await this.ids()).filter((id) => !before.has(id))
      // A request that crosses another accepts it: no row is created then.
      expect(added.length, `${name}: ${answer.error?.message ?? 'no error'}`).toBeLessThanOrEqual(answer.error ? 0 : 1)
      const [id] = added
      if (id === undefined) return answer
      expect(this.made.has(id), 'an ID is not used twice').toBe(false)
      this.made.add(id)
      this.current = id
      if (name !== 'created by another') this.owners = id
      return answer
    })
  }

  private async step(name: string, act: Act | Never): Promise<void> {
    if (typeof act === 'string') {
      this.steps.push({ name, outcome: act, readers: this.steps.at(-1)?.readers ?? {}, told: [], books: [] })
      return
    }
    const about = this.current
    const before = this.looked?.about === about ? this.looked.sight : await this.eyes()
    const books = this.booked ?? (await booksOf(this.area, this.cast))
    const row = await this.stored()
    await this.messages.flushed()
    const answer: Answer = await act(this.current)
    const said = await this.messages.flushed()
    const after = await this.eyes()
    const now = await this.stored()
    const gone = about === this.current && row !== undefined && now === undefined
    if (about === this.current) this.checkLosses(name, before, after, said)
    this.checkNames(name, after, said)
    expect(await brokenSums(this.area), `${name}: sums`).toEqual([])
    this.looked = { about: this.current, sight: after }
    this.booked = await booksOf(this.area, this.cast)
    const same = about === this.current && row !== undefined && row === now && said.length === 0
    this.steps.push({
      name,
      outcome: answer.error ? (answer.error.code ?? answer.error.message) : same ? 'nothing' : 'done',
      readers: Object.fromEntries(Object.entries(after).map(([source, eyes]) => [source, eyes.join('')])),
      told: this.worded(said),
      books: difference(books, this.booked),
    })
    if (gone)
      for (const [source, eyes] of Object.entries(after))
        if (this.life.views?.[source] !== 'subject_id')
          expect(eyes, `${name}: must not be readable in ${source}`).toEqual([])
  }

  /** Viewers who lose sight of the row must be notified on a topic. */
  private checkLosses(name: string, before: Sight, after: Sight, said: Said[]): void {
    const readers = after[this.table] ?? []
    for (const eye of before[this.table] ?? [])
      if (!readers.includes(eye) && !heardBy(eye, said, this.cast)) {
        expect(this.life.untold, `${name}: ${eye} no longer sees the row and is not notified`).toBeDefined()
        this.untold = true
      }
  }

  /** Rows announced as changed must be readable by the topic's subscribers; rows announced as gone must not. */
  private checkNames(name: string, after: Sight, said: Said[]): void {
    const readers = after[this.table] ?? []
    for (const { topic, message } of said) {
      const kind = topic.split(':', 1)[0] ?? ''
      const audience = { cards: 'G', live: 'M', games: 'M', feed: 'M', post: 'M' }[kind] as Eye | undefined
      if (!audience) continue
      const named = (key: string) => ((message[key] ?? []) as (string | { id: string })[]).map(idOf)
      for (const key of ['new', 'changed', 'comments'])
        if (named(key).includes(this.current)) expect(readers, name).toContain(audience)
      if (named('gone').includes(this.current)) expect(readers, name).not.toContain(audience)
    }
  }

  private worded(said: Said[]): string[] {
    const { owner, party } = this.cast
    const words = said.map(({ topic, message }) => {
      const name = topic
        .replace(owner.user.id, 'owner')
        .replace(party.user.id, 'party')
        .replace(/member:[0-9a-f]{8}-.*/, 'another member')
        .replace('member:', '')
        .replace(/post:.*/, 'thread')
      const what = ['new', 'changed', 'comments', 'gone'].filter(
        (key) => (message[key] as unknown[] | undefined)?.length,
      )
      for (const key of ['numbers', 'rows', 'entries', 'reload']) if (message[key]) what.push(key)
      for (const key of ['what', 'tables']) what.push(...((message[key] as string[] | undefined) ?? []))
      return `${name}: ${what.join(', ')}`
    })
    return [...new Set(words)].sort()
  }

  private async stored(): Promise<string | undefined> {
    if (!this.current) return undefined
    const row = await this.area.row(`select to_jsonb(t)::text as row from public.${this.table} as t where id = $1`, [
      this.current,
    ])
    return row?.row as string | undefined
  }

  /** The viewers who can read the row now, in the table and in each view. */
  private async eyes(): Promise<Sight> {
    const { area, cast } = this
    const clients: [Eye, SupabaseClient | undefined][] = [
      ['G', guest(area.engine)],
      ['M', area.member],
      ['O', cast.owner],
      ['P', cast.party],
      ['S', area.suspended],
      ['A', area.admin],
      ['B', this.reborn],
    ]
    const sources: [string, string][] = [[this.table, 'id'], ...Object.entries(this.life.views ?? {})]
    const look = async (client: SupabaseClient, source: string, column: string) => {
      if (!this.current) return false
      const value = column === 'username' ? cast.owner.user.username : this.current
      const { data } = await client.from(source).select(column).eq(column, value).limit(1)
      return data?.length === 1
    }
    const sight: Sight = {}
    await Promise.all(
      sources.map(async ([source, column]) => {
        const seen = await Promise.all(clients.map(([, client]) => client && look(client, source, column)))
        sight[source] = clients.flatMap(([eye], at) => (seen[at] ? [eye] : []))
      }),
    )
    return Object.fromEntries(sources.map(([source]) => [source, sight[source] ?? []]))
  }
}

type Sight = Record<string, Eye[]>
const idOf = (named: string | { id: string }) => (typeof named === 'string' ? named : named.id)
const never = (why: Life['again']): Never => (why === 'as made' ? 'never: no row is created' : why)
