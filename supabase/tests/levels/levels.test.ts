import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let moderator: Persona
let seeded: Level[]
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
  seeded = await stored()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  expectAllowed(await save(seeded))
})

interface Level {
  name: string
  points: number
}

const rows = async () =>
  expectAllowed(await area.admin.from('levels').select('name, points, updated_at').order('points')) as (Level & {
    updated_at: string
  })[]
const stored = async (): Promise<Level[]> => (await rows()).map(({ name, points }) => ({ name, points }))
const version = async () => String((await rows())[0]?.updated_at)
const save = async (levels: unknown, by: Pick<Persona, 'rpc'> = area.admin, seen?: string) =>
  by.rpc('save_levels', { levels, seen: seen ?? (await version()) })
const TWO: Level[] = [
  { name: 'Fry', points: 0 },
  { name: 'Common', points: 500 },
]

describe('the list', () => {
  it('has ten levels at first, from 0 to 12,000 points', () => {
    expect(seeded.map(({ name, points }) => `${name} ${points}`)).toEqual([
      'Bank Walker 0',
      'Float Watcher 100',
      'Line Setter 300',
      'Bait Mixer 700',
      'Swim Reader 1500',
      'Margin Stalker 2200',
      'Night Watch 3000',
      'Mirror Hunter 5000',
      'Lake Keeper 8000',
      'Bankside Legend 12000',
    ])
  })

  it('is read by everyone, also by guests, and written by nobody', async () => {
    for (const who of [guest(area.engine), area.member, area.suspended, moderator, service(area.engine)]) {
      expect(expectAllowed(await who.from('levels').select('name'))).toHaveLength(10)
      expectDenied(await who.from('levels').insert({ name: 'Otter', points: 42 }))
      expectDenied(await who.from('levels').update({ name: 'Otter' }).eq('points', 0))
      expectDenied(await who.from('levels').delete().eq('points', 100))
    }
    expectDenied(await area.admin.from('levels').insert({ name: 'Otter', points: 42 }))
    expectDenied(await area.admin.from('levels').delete().eq('points', 100))
    expect(await stored()).toEqual(seeded)
  })
})

describe('saving', () => {
  it('is for admins', async () => {
    for (const who of [guest(area.engine), area.member, area.suspended, moderator, service(area.engine)])
      expectDenied(await save(TWO, who))
    expect(await stored()).toEqual(seeded)
    expect(expectAllowed(await save(TWO))).toMatchObject(TWO)
    expect(await stored()).toEqual(TWO)
  })

  it('takes levels in any order, with names trimmed, and lets two exchange their names', async () => {
    const unordered = [
      { name: ' Common ', points: 500 },
      { name: 'Fry', points: 0 },
    ]
    expect(expectAllowed(await save(unordered))).toMatchObject(TWO)
    const exchanged = [
      { name: 'Common', points: 0 },
      { name: 'Fry', points: 500 },
    ]
    expect(expectAllowed(await save(exchanged))).toMatchObject(exchanged)
  })

  it('refuses a list that is not the one that was seen, and a second sending is answered like the first', async () => {
    const seen = await version()
    expectAllowed(await save(TWO, area.admin, seen))
    expectError(await save([{ name: 'Fry', points: 0 }], area.admin, seen), 'LV001')
    expect(await stored()).toEqual(TWO)
    const before = await version()
    expect(expectAllowed(await save(TWO, area.admin, seen))).toMatchObject(TWO)
    expect(await version()).toBe(before)
  })

  it('records before and after once, and nothing where nothing changed', async () => {
    const entries = () =>
      area.engine.owner.query<{ details: object }>(
        `select details from private.audit_log where action = 'edit_levels' and actor_id = $1 order by created_at`,
        [area.admin.user.id],
      )
    const before = (await entries()).length
    const seen = await version()
    for (let time = 0; time < 2; time += 1) expectAllowed(await save(TWO, area.admin, seen))
    const added = (await entries()).slice(before)
    expect(added).toEqual([
      {
        details: {
          before: { levels: seeded.map(({ name, points }) => `${name} ${points}`).join(', ') },
          after: { levels: 'Fry 0, Common 500' },
        },
      },
    ])
  })

  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Level ${at}`, points: at * 10 }))
  it.each<[string, unknown, string | undefined]>([
    ['one level', [{ name: 'Fry', points: 0 }], undefined],
    ['20 levels', many(20), undefined],
    [
      'a name of 40 characters, and a million points',
      [...TWO, { name: '🐟'.repeat(40), points: 1_000_000 }],
      undefined,
    ],
    ['no level', [], '22023'],
    ['21 levels', many(21), '22023'],
    ['no list', { name: 'Fry', points: 0 }, '22023'],
    ['no level at 0', [{ name: 'Fry', points: 1 }], 'LV002'],
    ['a name twice', [...TWO, { name: ' Fry', points: 900 }], 'LV002'],
    ['points twice', [...TWO, { name: 'Mirror', points: 500 }], 'LV002'],
    ['a blank name', [...TWO, { name: ' ', points: 900 }], '23514'],
    ['an invisible name', [...TWO, { name: '\u200b', points: 900 }], '23514'],
    ['a name of 41 characters', [...TWO, { name: 'x'.repeat(41), points: 900 }], '23514'],
    ['a control character', [...TWO, { name: 'a\u0007b', points: 900 }], '23514'],
    ['more than a million points', [...TWO, { name: 'Mirror', points: 1_000_001 }], '23514'],
    ['a negative number', [...TWO, { name: 'Mirror', points: -1 }], 'LV002'],
    ['a fraction', [...TWO, { name: 'Mirror', points: 1.5 }], '22P02'],
    ['no number', [...TWO, { name: 'Mirror', points: 'many' }], '22P02'],
    ['no name', [...TWO, { points: 900 }], '23502'],
  ])('of %s', async (_, levels, code) => {
    const answer = await save(levels)
    if (code === undefined) expect(expectAllowed(answer)).toMatchObject(levels as object)
    else {
      expectError(answer, code)
      expect(await stored()).toEqual(seeded)
    }
  })
})
