import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What the console's lists ask the database for: numbers beside views, the stock of a package, the order of titles.

let area: MemberArea
let admin: Persona
let moderator: Persona

beforeAll(async () => {
  area = await openMemberArea()
  admin = area.admin
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())

const LISTS = ['games', 'prizes', 'posts', 'cards', 'videos']
const counts = async (list: string) => expectAllowed(await admin.rpc('console_counts', { list }))
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('the numbers beside the views', () => {
  it('are for admins, of lists that exist', async () => {
    for (const list of LISTS) {
      for (const who of [area.member, area.suspended, moderator, guest(area.engine)])
        expectDenied(await who.rpc('console_counts', { list }))
      expectAllowed(await admin.rpc('console_counts', { list }))
    }
    expectError(await admin.rpc('console_counts', { list: 'secrets' }), '22023')
  })

  it('count games by their state and dates, each once', async () => {
    await area.row('delete from public.games')
    const game = (status: string, start: number, end: number) => [status, at(start), at(end)]
    const games = [
      game('draft', -5, 5),
      game('active', 1, 5),
      game('active', -5, 5),
      game('active', -4, 5),
      game('active', -5, -1),
      game('cancelled', -5, -1),
    ]
    for (const values of games)
      await area.row(
        `insert into public.games (type, title, status, start_date, end_date) values ('carp_of_week', 'Best', $1, $2, $3)`,
        values,
      )
    expect(await counts('games')).toEqual({
      draft: 1,
      upcoming: 1,
      open: 2,
      to_settle: 1,
      completed: 0,
      cancelled: 1,
    })
  })

  it('count cards by their dates, then by their switch', async () => {
    await area.row('delete from public.info_cards')
    for (const [active, start, end] of [
      [true, 1, 5],
      [false, 1, 5],
      [true, -5, 5],
      [false, -5, 5],
      [true, -5, -1],
    ] as const)
      await area.row(
        `insert into public.info_cards (title, is_active, start_date, end_date) values ('Open day', $1, $2, $3)`,
        [active, at(start), at(end)],
      )
    expect(await counts('cards')).toEqual({ upcoming: 2, active: 1, inactive: 1, expired: 1 })
  })

  it('count videos: the active one, and the others by their time', async () => {
    await area.row('delete from public.live_videos')
    for (const [active, hours] of [
      [true, -1],
      [false, -2],
      [false, 2],
      [false, 3],
    ] as const)
      await area.row(
        `insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
          values ('Live', 'https://youtu.be/dQw4w9WgXcQ', '', '', $2, $1)`,
        [active, at(hours)],
      )
    expect(await counts('videos')).toEqual({ live: 1, scheduled: 2, ended: 1 })
  })
})

describe('the stock of a package', () => {
  const box = async (isActive: boolean, ...items: [quantity: number, left: number][]) => {
    const { id } = (await area.row('insert into public.prize_packages (name, is_active) values ($1, $2) returning id', [
      `Box ${randomUUID()}`,
      isActive,
    ])) as { id: string }
    for (const [quantity, left] of items)
      await area
        .row(
          `with made as (
          insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Rod', 'physical', $2) returning id
        ) select id from made`,
          [id, quantity],
        )
        .then((made) =>
          area.row('update public.prize_items set remaining_quantity = $2 where id = $1', [made?.id, left]),
        )
    return id
  }
  const stockFor = async (who: Persona, id: string) =>
    expectAllowed(await who.from('prize_packages').select('stock').eq('id', id)).map((row) => row.stock)

  beforeEach(() => area.row('delete from public.prize_packages'))

  it.each([
    [
      'in_stock',
      true,
      [
        [10, 3],
        [1, 1],
      ],
    ],
    [
      'low',
      true,
      [
        [10, 2],
        [10, 10],
      ],
    ],
    [
      'out',
      true,
      [
        [10, 2],
        [10, 0],
      ],
    ],
    ['out', true, []],
    ['inactive', false, [[10, 0]]],
  ] as [string, boolean, [number, number][]][])(
    'is %s (active: %s) with quantity and rest %j',
    async (stock, isActive, items) => {
      const id = await box(isActive, ...items)
      expect(await stockFor(admin, id)).toEqual([stock])
      expect(await counts('prizes')).toEqual({ [stock]: 1 })
    },
  )

  it('filters and orders the list of an admin, and is null or hidden for everyone else', async () => {
    const [full, low] = [await box(true, [5, 5]), await box(true, [10, 1])]
    const found = await admin.from('prize_packages').select('id', { count: 'exact' }).eq('stock', 'low')
    expect([found.count, expectAllowed(found)]).toEqual([1, [{ id: low }]])
    const rest = await admin.from('prize_packages').select('id').order('remaining_quantity').order('id')
    expect(expectAllowed(rest).map(({ id }) => id)).toEqual([low, full])
    for (const who of [area.member, moderator]) {
      expect((await stockFor(who, low)).filter((stock) => stock !== null)).toEqual([])
      expectDeniedOrNothing(await who.from('prize_packages').select('id').eq('stock', 'low'))
    }
    expectDenied(await guest(area.engine).from('prize_packages').select('stock'))
  })
})

describe('the search of packages', () => {
  const box = async (name: string, ...items: string[]) => {
    const { id } = (await area.row('insert into public.prize_packages (name) values ($1) returning id', [name])) as {
      id: string
    }
    for (const title of items)
      await area.row(
        `insert into public.prize_items (package_id, title, type, quantity) values ($1, $2, 'physical', 5)`,
        [id, title],
      )
    return id
  }
  const awarded = async (packageId: string, to: Persona) =>
    expectAllowed(
      await admin.from('prize_awards').insert({
        item_id: String(
          (await area.row('select id from public.prize_items where package_id = $1 limit 1', [packageId]))?.id,
        ),
        user_id: to.user.id,
        claim_deadline: at(48),
      }),
    )
  const find = async (text: string, who: Persona = admin) =>
    expectAllowed(await who.from('prize_packages').select('name').ilike('search_text', `%${text}%`).order('name')).map(
      ({ name }) => name,
    )

  beforeEach(() => area.row('delete from public.prize_packages'))

  it('finds them by their name, their items and the members who were awarded them', async () => {
    const [eve, bob] = [await signUp(area.engine), await signUp(area.engine)]
    const summer = await box('Summer box', 'Float Rod', 'ＲＥＥＬ')
    await box('Winter box', 'Bivvy')
    await awarded(summer, eve)
    for (const [text, found] of [
      ['summer', ['Summer box']],
      ['box', ['Summer box', 'Winter box']],
      ['float r', ['Summer box']],
      ['reel', ['Summer box']],
      [eve.user.username.toLowerCase(), ['Summer box']],
      [bob.user.username.toLowerCase(), []],
      // No name goes on in the next one.
      ['box float', []],
    ] as const)
      expect(await find(text)).toEqual(found)
    await area.row('delete from public.prize_awards')
    expect(await find(eve.user.username.toLowerCase())).toEqual([])
  })

  it('is for admins: everyone else finds nothing, and reads nothing', async () => {
    await box('Summer box', 'Float rod')
    for (const who of [area.member, moderator]) {
      expect(await find('summer', who)).toEqual([])
      const texts = expectAllowed(await who.from('prize_packages').select('search_text'))
      expect(texts.filter(({ search_text }) => search_text !== null)).toEqual([])
    }
    expectDenied(await guest(area.engine).from('prize_packages').select('search_text'))
  })
})

describe('the team and the day on which an imported member joined', () => {
  it('is in the list of users for admins, and in the record of a case', async () => {
    const eve = await signUp(area.engine)
    await area.row(`update public.profiles set joined_on = '2012-05-31' where id = $1`, [eve.user.id])
    const read = (who: Persona) => who.from('user_profiles_with_email').select('joined_on').eq('id', eve.user.id)
    expect(expectAllowed(await read(admin))).toEqual([{ joined_on: '2012-05-31' }])
    for (const who of [area.member, moderator]) expectDeniedOrNothing(await read(who))
    const { id } = expectAllowed(
      await eve.from('newsfeed_posts').insert({ content: 'Tench at dawn' }).select('id').single(),
    )
    expectAllowed(await area.member.rpc('send_report', { kind: 'post', subject_id: id, reason: 'spam' }))
    const [row] = expectAllowed(await moderator.rpc('report_queue', { size: 100 })).filter(
      ({ subject_id }: { subject_id: string }) => subject_id === id,
    )
    const found = expectAllowed(await moderator.rpc('report_case', { id: row?.id }))
    expect(found).toMatchObject({ record: { joined_on: '2012-05-31' } })
  })
})
