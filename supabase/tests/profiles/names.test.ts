import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { sentenceOf } from '../../functions/deliver/sentence.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { HONEST_NAMES } from './support/honest-names.ts'
import { skeleton, twinsOfName, UNICODE } from './support/twins.ts'

const MEMBERS = ['Tom_Withy', 'Mike', 'Olga Pike', 'zander 10']
const ADMIN = 'Bankside Bailiff'
const CODES: Record<string, string> = {
  length: '22U01',
  invisible: '22U02',
  spaces: '22U03',
  characters: '22U04',
  letters: '22U05',
  marks: '22U06',
  scripts: '22U07',
  taken: '23505',
  similar: '23U01',
  kept: '23U02',
  reserved: '22U08',
}

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona
let newcomer: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { username: ADMIN, admin: true })
  for (const username of MEMBERS) await signUp(engine, { username })
  newcomer = await signUp(engine)
})
afterAll(() => engine.close())

const problem = async (username: string, who = guest(engine)) =>
  expectAllowed(await who.rpc('username_problem', { username })) as string | null
const rename = (who: Persona, username: string, id = who.user.id) =>
  who.from('profiles').update({ username }).eq('id', id).select('username')
const nameOf = async (id: string) =>
  (await engine.owner.query('select username from profiles where id = $1', [id]))[0]?.username

/** Runs a check on several items at a time. */
async function eachOf(names: string[], ask: (name: string) => Promise<unknown>) {
  for (let first = 0; first < names.length; first += 20) await Promise.all(names.slice(first, first + 20).map(ask))
}

/** What a sentence of the club says before it names a member or a thing. */
function beginningOf(kind: string, number: number): string {
  const name = 'Withy'
  const sentence = sentenceOf({
    ...{ kind, group: 'group', topic: 'topic', title: name, excerpt: null, path: null },
    details: { points: number, remaining_quantity: number, place: number },
    actors: [{ username: name }],
    actor_count: 1,
  })
  return (sentence.split(name)[0] ?? '').replace(/[^\p{L}\p{N}]+$/u, '').replaceAll(/[“”.,]/g, '')
}

/** An account without a session, because many of them cost little. */
const register = (username: string) =>
  engine.owner.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1, $2, now(), jsonb_build_object('username', $3::text))`,
    [randomUUID(), `${randomUUID()}@bankside.test`, username],
  )

describe('the Unicode data', () => {
  it('is stored in the database as extracted', async () => {
    const ranges = await engine.owner.query(
      'select first, last, kind, scripts from private.username_characters order by first',
    )
    expect(ranges).toEqual(UNICODE.characters)
    const pairs = await engine.owner.query('select source, prototype from private.username_confusables')
    expect(new Map(pairs.map(({ source, prototype }) => [source, prototype]))).toEqual(UNICODE.confusables)
  })

  it('gives names the skeleton of UTS #39', async () => {
    const texts = [ADMIN, ...MEMBERS, ...MEMBERS.flatMap(twinsOfName), ...Object.values(HONEST_NAMES).flat()]
    const rows = await engine.owner.query(
      'select private.username_skeleton(t) as found from unnest($1::text[]) with ordinality as u (t, n) order by n',
      [texts],
    )
    expect(rows.map(({ found }) => found)).toEqual(texts.map(skeleton))
  })
})

describe('a lookalike of a name', () => {
  const twins = [ADMIN, ...MEMBERS].flatMap((name) => twinsOfName(name).map((twin) => [name, twin] as const))

  it('has the same skeleton as that name, in lower case and in capitals', async () => {
    expect(twins.length).toBeGreaterThan(400)
    const apart = await engine.owner.query(
      `select t.name, t.twin from unnest($1::text[], $2::text[]) as t (name, twin)
        where not private.username_keys_of(t.name) && private.username_keys_of(t.twin)`,
      [twins.map(([name]) => name), twins.map(([, twin]) => twin)],
    )
    expect(apart).toEqual([])
  })

  it('is refused to a member, and never reported as free', async () => {
    const names = twins.map(([, twin]) => twin)
    const rows = await engine.owner.query<{ twin: string; reason: string | null }>(
      'select t as twin, public.username_problem(t) as reason from unnest($1::text[]) as u (t)',
      [names],
    )
    const reasons = new Map(rows.map(({ twin, reason }) => [twin, reason ?? 'free']))
    await eachOf(names, async (twin) => {
      const { error } = await rename(newcomer, twin)
      expect([twin, error?.code]).toEqual([twin, CODES[reasons.get(twin) ?? '']])
    })
    const count = (reason: string) => [...reasons.values()].filter((one) => one === reason).length
    expect(count('free')).toBe(0)
    expect(await nameOf(newcomer.user.id)).toBe(newcomer.user.username)
    // Lookalikes in one alphabet, and those revealed by a second one.
    expect(count('similar')).toBeGreaterThan(40)
    expect(count('scripts')).toBeGreaterThan(100)
  })

  it.each([
    ['all in another alphabet', 'МІКЕ'],
    ['with m made of r and n', 'rnike'],
    ['with a dotless i', 'mıke'],
    ['with a capital I for a small l', 'OIga Pike'],
    ['with a zero', '0lga Pike'],
    ['with a curly apostrophe for another', 'Olga’Pike'],
  ])('creates no account: %s', async (_, username) => {
    const email = `${randomUUID()}@bankside.test`
    const { error } = await guest(engine).auth.signUp({
      email,
      password: 'quiet-water',
      options: { data: { username } },
    })
    expect(error?.status).toBe(422)
    expect(await engine.owner.query('select from auth.users where email = $1', [email])).toEqual([])
  })

  it.each([
    ...['Bankside-Bailiff', 'Bankside Bailiff.', 'BanksideBailiff', 'Bankside_Bailiff', 'Bankside·Bailiff'],
    ...[
      'Tom Withy',
      'TomWithy',
      'Tom-Withy',
      'tom.withy',
      'Tom_Withy.',
      "Tom'Withy",
      'Tom\u02bcWithy',
      'T.o.m_W.i.t.h.y',
    ],
    ...[
      'Tom_VVithy',
      'Tom_vvithy',
      'Tom_Vvithy',
      'Torn VVithy',
      'M.ike',
      'rn ike',
      'OlgaPike',
      'Olga Pike-',
      'zancler 10',
    ],
    ...['zander10', 'zander 1O', 'Zander_1.0'],
  ])('counts as the same name: %s', async (twin) => {
    expect(await problem(twin)).toBe('similar')
    expectError(await rename(newcomer, twin), '23U01')
    await expect(signUp(engine, { username: twin })).rejects.toMatchObject({ status: 422 })
  })

  it.each([
    ...[
      'Bankside Bail丨ff',
      'Bankside Bai丨iff',
      'Tom W丨thy',
      'M工ke',
      'Mike 一',
      'O丨ga Pike',
      '丅om Withy',
      'Tom Withy 丶',
    ],
    ...['B口nkside', 'Miㄎe', 'ㄥady', 'Tomノ', 'Mike 丨丨'],
  ])('cannot mix strokes of another script with its letters: %s', async (twin) => {
    expect(await problem(twin)).toBe('scripts')
    expectError(await rename(newcomer, twin), '22U07')
  })

  it('is refused to an admin who renames a member', async () => {
    expectError(await rename(admin, 'T0M_WITHY', newcomer.user.id), '23U01')
    expect(await nameOf(newcomer.user.id)).toBe(newcomer.user.username)
  })

  it('is given to one of ten members who request lookalikes at once', async () => {
    const names = ['perill', 'periII', 'peri11', 'PERIll', 'perilI', 'periIl', 'peril1', 'peri1l', 'periI1', 'peri1I']
    const members = await Promise.all(names.map(() => signUp(engine)))
    const answers = await Promise.all(members.map((member, index) => rename(member, names[index] ?? '')))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    for (const { error } of answers) if (error) expect(['23U01', '23505']).toContain(error.code)
  })
})

describe('an official name', () => {
  const offices = ['Admin', 'administrator', 'Moderator', 'Support', 'Bankside', 'Deleted member', 'Bailiff', 'Adm1n']
  const committee = [
    'Treasurer',
    'club team',
    'Secretary',
    'Chairman',
    'Committee',
    'Bankside Prizes',
    'The Bankside Bailiff',
  ]

  it.each([...offices, ...committee, 'A d m i n', 'Support.', 'Bank-side', 'BAILIFF', 'Moclerator'])(
    'is refused to members: %s',
    async (name) => {
      expect(await problem(name)).toBe('reserved')
      expectError(await rename(newcomer, name), '22U08')
      await expect(signUp(engine, { username: name })).rejects.toMatchObject({ status: 422 })
      expectError(await rename(admin, name, newcomer.user.id), '22U08')
      expect(await nameOf(newcomer.user.id)).toBe(newcomer.user.username)
    },
  )

  it.each([
    'Admïn',
    'The Admin',
    'The Admins',
    'Bankside Admins',
    'Moderators of Carp',
    'Admin1',
    'Admin Team',
    'Bankslde Admin',
    'Bankside Official',
    '5upport',
    'Bánkside',
  ])('is refused as part of a member’s name, also with accents and digits: %s', async (name) => {
    expect(await problem(name)).toBe('reserved')
    expectError(await rename(newcomer, name), '22U08')
  })

  it.each([
    'The club team',
    'The Bankside Team',
    'Team Bankside',
    'Bankside Security',
    'Bankside-Help',
    'Bankside Accounts',
    'Notifications',
    'no-reply',
    'Club Mail 2',
    'Your Carp Club’s Security',
    'Club Mods',
    'Prize Desk',
    'Bankside Owner',
    'Bankside HQ',
    'Head Bailiff UK',
  ])('is refused when a member’s name is made of the club’s own words alone: %s', async (name) => {
    expect(await problem(name)).toBe('reserved')
    expectError(await rename(newcomer, name), '22U08')
  })

  it.each(['Banks Idle', 'Team Tench', 'The Carp Club', 'Carp', 'Mailman', 'Secure Sam', 'The Members', 'Modest Mo'])(
    'may be part of a member’s name, and others of its words may be one: %s',
    async (name) => {
      expect(await problem(name)).toBeNull()
    },
  )

  it.each([
    ...[
      'Bankside Bob',
      'Banksider',
      'B4nkside',
      'B4NK51D3',
      '8ankside',
      'Bánkside says',
      'Bank side',
      'bank_side_news',
    ],
    ...['Team Ваnksіdе', 'Bankside Announcements', 'MyBankslde', 'B-a-n-k-s-i-d-e', 'Banksicle Bob'],
  ])('is refused when a member’s name contains that of the club in any of its readings: %s', async (name) => {
    expect(['reserved', 'scripts']).toContain(await problem(name))
    expect(['22U08', '22U07']).toContain((await rename(newcomer, name)).error?.code)
  })

  it.each([
    ...['bankside.co.uk', 'win.bankside-prizes.com', 'evil.com', 'Claim at evil.com', 'x.com', 'free-prizes.co.uk'],
    ...['tom evil.net', 'www.tom', 'EVIL.ORG', 'xn--80ak6aa92e', 'see evil.de_login'],
  ])('is refused when it looks like a web address: %s', async (name) => {
    expect(await problem(name)).toBe('reserved')
    expectError(await rename(newcomer, name), '22U08')
  })

  it.each([
    ...[
      'Someone',
      'S0me0ne',
      'A member',
      'a_member',
      'someone and 11 others',
      'Tom and 3 others',
      '11 others',
      '1 other',
    ],
    ...['Some0ne and 2 Others', 'Deleted member', 'A former member'],
  ])('is refused when the club’s sentences say it of nobody in particular: %s', async (name) => {
    expect(await problem(name)).toBe('reserved')
    expectError(await rename(newcomer, name), '22U08')
  })

  it.each([
    ...['New announcement from our team', 'New announcement from the team', 'Your account is suspended', 'You won'],
    ...[
      'Y0u w0n',
      'YouWonABivvy',
      'You_have_won',
      'Claim your prize',
      'C1aim a bivvy',
      'ClaimNow',
      'Only 2 units left',
    ],
    ...['3 new notifications', 'The club team has warned you', 'Your points expire', 'Confirm your account'],
  ])('is refused when it begins as a sentence of the club: %s', async (name) => {
    expect(await problem(name)).toBe('reserved')
    expectError(await rename(newcomer, name), '22U08')
    await expect(signUp(engine, { username: name })).rejects.toMatchObject({ status: 422 })
  })

  it('is refused for the beginning of every sentence that the club sends', async () => {
    const kinds = await engine.owner.query<{ name: string }>('select name from private.notification_kinds')
    expect(kinds.length).toBeGreaterThan(20)
    const beginnings = kinds.flatMap(({ name }) =>
      [0, 1, 3].map((number) => beginningOf(name, number)).filter((beginning) => beginning !== ''),
    )
    expect(new Set(beginnings).size).toBeGreaterThan(10)
    for (const beginning of beginnings) {
      const name = `${beginning} Tom`.slice(0, 50).trim()
      expect([name, await problem(name)]).toEqual([name, 'reserved'])
    }
  })

  it('stays with the member who has it, until they change it', async () => {
    const elder = await signUp(engine)
    await engine.owner.query(
      `begin; set local session_replication_role = replica;
       update profiles set username = 'You won a lot' where id = '${elder.user.id}'; commit`,
    )
    expectAllowed(await elder.from('profiles').update({ bio: 'Still here' }).eq('id', elder.user.id))
    expect(await problem('You won a lot', elder)).toBeNull()
    expectError(await rename(elder, 'You won a lot more'), '22U08')
  })

  it.each([
    ...[
      'You Jin-ho',
      'Youssef',
      'Younger Tom',
      'Your Mum',
      'YourLocalCarper',
      'Claimant',
      'New Forest Fisher',
      'Only Carp',
    ],
    ...['jan.de.vries', 'tom.withers', 'J.R.Hartley', 'St.John', 'Mr. Net', 'A.Li', 'Carl.P', 'Member 12', 'Other Tom'],
    ...['The Carp Club', 'Someone Special', 'Units', 'One of 3', 'No Luck', 'Banks', 'Side Banks', 'Carp and Others'],
  ])('leaves free what only resembles these: %s', async (name) => {
    expect(await problem(name)).toBeNull()
  })

  it.each(['Wlllow Keeper', 'Willow Keeper 2', 'Wíllow Keeper', 'Willow Keper', 'willow-keeper9'])(
    'is refused when it resembles an admin’s name: %s',
    async (name) => {
      const keeper = (await engine.owner.query(`select id from profiles where username = 'Willow Keeper'`))[0]
      if (!keeper) await signUp(engine, { admin: true, username: 'Willow Keeper' })
      expect(await problem(name)).not.toBeNull()
      expect((await rename(newcomer, name)).error).not.toBeNull()
      expect(await nameOf(newcomer.user.id)).toBe(newcomer.user.username)
    },
  )

  it('may be used by an admin, who keeps it', async () => {
    const second = await signUp(engine, { admin: true })
    expect(await problem('Head Bailiff', second)).toBeNull()
    expect(expectAllowed(await rename(second, 'Head Bailiff'))).toEqual([{ username: 'Head Bailiff' }])
    await engine.owner.query('update profiles set is_admin = false where id = $1', [second.user.id])
    expect(expectAllowed(await rename(second, 'head bailiff'))).toEqual([{ username: 'head bailiff' }])
    expect(await problem('Head Bailiff')).toBe('taken')
  })

  it.each(['Tom the Bailiff', 'Supporter', 'Banks', 'Adminton', 'Modesty'])(
    'may be part of another word: %s',
    async (name) => {
      expect(await problem(name)).toBeNull()
    },
  )
})

describe('a genuine name', () => {
  const names = Object.values(HONEST_NAMES).flat()

  it('is accepted in twelve writing systems, next to all the others', async () => {
    expect(names.length).toBeGreaterThan(200)
    expect(Object.keys(HONEST_NAMES).length).toBeGreaterThanOrEqual(10)
    await eachOf(names, async (name) => expect([name, await problem(name)]).toEqual([name, null]))
    for (const name of names) await register(name)
    const kept = await engine.owner.query('select username from profiles where username = any($1)', [
      names.map((name) => name.normalize('NFKC')),
    ])
    expect(kept).toHaveLength(names.length)
  })

  it('is then taken, also with surrounding white space and in full width', async () => {
    for (const name of names.slice(0, 20)) expect([name, await problem(` ${name} `)]).toEqual([name, 'taken'])
    expect(await problem('Ｚｏë van der Berg')).toBe('taken')
    expect(await problem('ZOË VAN DER BERG')).toBe('taken')
  })

  it('is stored in compatibility form', async () => {
    const member = await signUp(engine)
    expect(expectAllowed(await rename(member, ' ﬁsh Ｎｏ ７ '))).toEqual([{ username: 'fish No 7' }])
  })

  it('can be rewritten by its owner in other letters of the same name', async () => {
    const member = await signUp(engine, { username: 'Dawn Fisher' })
    for (const username of ['DAWN FISHER', 'dawn fisher', 'dawn físher', 'Dawn Fisher'])
      expect(expectAllowed(await rename(member, username))).toEqual([{ username }])
  })
})

describe('the reason for a refusal', () => {
  it.each([
    ['length', ['', '   ', 'x'.repeat(51), 'ﷺ'.repeat(4), 'x'.repeat(60_000)]],
    [
      'invisible',
      [
        '\u200b\u200b',
        'To\u200bm',
        'To\u00adm',
        'To\u2060m',
        'To\u034fm',
        'Tom\ufe0f',
        'Tom\u{e0041}',
        '\u3164',
        'Tom\uffa0',
        '\u2800',
        'a\u202eb',
        'To\ufeffm',
        'Tom\u0007',
        'a\u180eb',
        '\u200dTom',
        'a\u2028b',
        'Tom\u061c',
      ],
    ],
    ['spaces', ['Tom  Alder', 'Tom\u3000 Alder', 'a\nb', 'a\tb']],
    [
      'characters',
      [
        'Tom 🎣',
        'Tom"',
        'Tom <b>',
        'T\\m',
        'Tom!',
        'ᛏᛟᛗ',
        'Tom ½',
        '𐌀𐌁',
        'Tom\u20dd',
        'a/b',
        'x@y',
        'ᴛᴏᴍ',
        'Tom²½',
        '☺',
      ],
    ],
    ['letters', ['.', '---', '_ _', "'", '. . .']],
    ['marks', ['\u0301Tom', 'To\u0327\u0327m', 'T.\u0301om', 'a\u0323\u0324\u0325\u0326\u0330\u0331b']],
    ['scripts', ['Tоm', 'Tοm', 'раypal', 'Ｔом', 'דני Dan', 'кот κοτ', 'さくら김', 'ひらж', 'เอa']],
    ['taken', ['tom_withy', 'TOM_WITHY', 'ＴＯＭ＿ＷＩＴＨＹ', ' Tom_Withy ']],
    ['similar', ['Torn_Withy', 'T0m_Withy', 'tom_wıthy']],
  ])('%s is reported before the sign-up and by its code', async (reason, names) => {
    for (const name of names) {
      expect([name.slice(0, 60), await problem(name)]).toEqual([name.slice(0, 60), reason])
      const { error } = await rename(newcomer, name)
      expect([name.slice(0, 60), error?.code]).toEqual([name.slice(0, 60), CODES[reason]])
      expect((await guest(engine).rpc('is_username_available', { username: name })).data).toBe(false)
    }
    expect(await nameOf(newcomer.user.id)).toBe(newcomer.user.username)
  })

  it('does not mention another member', async () => {
    const { error } = await rename(newcomer, 'Torn_Withy')
    expect(`${error?.message} ${error?.details} ${error?.hint}`).not.toMatch(/withy/i)
  })

  it('is reported by the sign-up itself when the name was taken in the meantime', async () => {
    const signUpAs = (username: string) =>
      guest(engine).auth.signUp({
        email: `${randomUUID()}@bankside.test`,
        password: 'quiet-water',
        options: { data: { username } },
      })
    expect((await signUpAs('Torn_Withy')).error).toMatchObject({
      status: 422,
      message: "Username looks too much like another member's",
    })
    expect((await signUpAs('Tom ☺')).error).toMatchObject({
      status: 422,
      message: 'Username holds a character that names cannot have',
    })
  })
})

describe('a name older than these rules', () => {
  const odd = 'Old ☺ Tom'

  it('stays while its member saves the rest of the profile, until they change it', async () => {
    const elder = await signUp(engine)
    await engine.owner.query(
      `begin; set local session_replication_role = replica;
       update profiles set username = '${odd}' where id = '${elder.user.id}'; commit`,
    )
    const saved = await elder
      .from('profiles')
      .upsert({ id: elder.user.id, username: odd, bio: 'Still here' })
      .select('bio')
    expect(expectAllowed(saved)).toEqual([{ bio: 'Still here' }])
    expectAllowed(await elder.from('profiles').update({ username: odd, bio: 'Again' }).eq('id', elder.user.id))
    expectError(await rename(elder, `${odd} ☺`), '22U04')
    expectAllowed(await rename(elder, 'Old and plain'))
    expectError(await rename(elder, odd), '22U04')
  })
})
