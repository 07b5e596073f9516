import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { drawGround, drawPicture, layOut, type PictureFacts } from './shared-picture-art.ts'
import type { Placed } from './shared-picture-parts.ts'
import { createSharedPictures, versionOf } from './shared-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-pictures-'))
writeFileSync(
  join(folder, 'mark.svg'),
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>',
)
afterAll(() => rmSync(folder, { recursive: true }))

const GAME = {
  path: '/games/1',
  kind: 'pick_swim' as const,
  label: 'Pick a swim',
  title: 'Where would you fish?',
  note: 'Closes 24 November 2026, 15:00 UTC',
}
const pixels = (picture: Buffer) => sharp(picture).raw().toBuffer()

it.each([
  ['a game', GAME],
  [
    'a result',
    {
      path: '/games/2',
      kind: 'guess_weight' as const,
      label: 'Guess the weight, completed',
      title: 'Guess the mirror',
      figure: '28.6 lbs',
      winner: { name: 'tench_terry', place: 1 },
    },
  ],
  [
    'a ranking',
    {
      path: '/leaderboard',
      kind: 'leaderboard' as const,
      title: 'Top three',
      rows: [1, 2, 3].map((points) => ({ name: 'W'.repeat(50), points })),
    },
  ],
  [
    'a best without a photo',
    {
      path: '/journal',
      kind: 'best' as const,
      label: 'Personal best',
      title: 'Mirror carp',
      figure: '32 lb 8 oz',
      member: { name: 'mirrormad_mel', text: '30 August 2026' },
    },
  ],
  [
    'a level',
    { path: '/dashboard', kind: 'level' as const, label: 'Level', title: 'Night Watch', member: { name: 'Tom_Withy' } },
  ],
  ['a club without rows', { path: '/leaderboard', kind: 'leaderboard' as const, title: 'Top three', rows: [] }],
  [
    'a hostile title',
    {
      path: '/',
      kind: 'club' as const,
      title: '<span size="9000pt">&</span> \u0007 $& ]]> 日本語',
      text: 'x'.repeat(5000),
    },
  ],
])('draws %s at its size, below 60 KB', async (_, facts) => {
  const picture = await createSharedPictures(folder, async () => undefined)(facts, 'club.example')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(picture?.length).toBeLessThan(60 * 1024)
})

it('shows its subject, and draws the same picture only once', async () => {
  const draw = createSharedPictures(folder, async () => undefined)
  const [one, same] = [draw(GAME, 'club.example'), draw({ ...GAME }, 'club.example')]
  expect(same).toBe(one)
  const other = await draw({ ...GAME, title: 'Another' }, 'club.example')
  expect((await pixels((await one) as Buffer)).equals(await pixels(other as Buffer))).toBe(false)
})

it('shows the logo of the club in place of the mark, and the next one after a change', async () => {
  const square = async (background: string) =>
    await sharp({ create: { width: 512, height: 512, channels: 3, background } })
      .png()
      .toBuffer()
  const draw = createSharedPictures(folder, async (address) => await square(address))
  const mark = async (logo: string) => {
    const picture = await draw({ ...GAME, logo }, 'club.example')
    const { data } = await sharp(picture)
      .extract({ left: 90, top: 78, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data].map((value) => Math.round(value / 64))
  }
  expect(await mark('#00ff00')).toEqual([0, 4, 0])
  expect(await mark('#0000ff')).toEqual([0, 0, 4])
})

it('draws two at once at most, and others when these are done', async () => {
  const draw = createSharedPictures(folder, async () => undefined)
  const begun = ['one', 'two'].map((title) => draw({ path: '/', kind: 'club' as const, title }, 'club.example'))
  expect(draw({ path: '/', kind: 'club' as const, title: 'three' }, 'club.example')).toBeUndefined()
  await Promise.all(begun)
  expect(await draw({ path: '/', kind: 'club' as const, title: 'three' }, 'club.example')).toBeInstanceOf(Buffer)
})

it('has another version when anything that it shows has changed', () => {
  expect(versionOf({ ...GAME })).toBe(versionOf(GAME))
  expect(versionOf({ ...GAME, note: 'Closes 25 November 2026, 15:00 UTC' })).not.toBe(versionOf(GAME))
})

const NAMES = {
  usual: 'Tom_Withy',
  'thirty wide letters': 'W'.repeat(30),
  Chinese: '漁師の友達湖畔釣り人倶楽部会員番号一二三四五六七八九十甲乙丙',
  Arabic: 'صياد البحيرة الكبيرة في الشمال',
  emoji: 'Tom 🎣🐟🏆 Withy 🎣🐟🏆🎣🐟🏆🎣🐟',
}
const LONG =
  'Where would you fish Withy Lake on the first cold morning of the winter league, with a north wind and no moon?'

/** What links to pages of a member, or with a title, show. */
const shownWith = (name: string): Record<string, PictureFacts> => ({
  invitation: {
    path: '/register?ref=1',
    kind: 'club',
    title: 'Come and fish with us.',
    text: `Join with ${name}'s link and play this week's games.`,
  },
  'top three': {
    path: '/leaderboard',
    kind: 'leaderboard',
    title: 'Top three',
    rows: [131_000_000, 1_040, 905].map((points) => ({ name, points })),
  },
  result: {
    path: '/games/1',
    kind: 'pick_swim',
    label: 'Pick a swim, completed',
    title: LONG,
    figure: 'Square 100',
    square: 100,
    winner: { name, place: 1 },
  },
  best: {
    path: '/journal',
    kind: 'best',
    label: 'Personal best at the time',
    title: 'Leather carp',
    figure: '1,102 lb 15 oz',
    member: { name, text: '30 September 2026' },
  },
  record: {
    path: '/records',
    kind: 'record',
    label: 'Record of season 2026/27',
    title: 'Grass carp',
    figure: '500.00 kg',
    member: { name, text: '30 September 2026' },
  },
  level: {
    path: '/dashboard',
    kind: 'level',
    label: 'Level',
    title: LONG.slice(0, 40),
    member: { name, text: '131,000,000 points earned' },
  },
  game: { ...GAME, title: `${name}: ${LONG}` },
  club: { path: '/', kind: 'club', title: `${name} ${LONG}`, text: LONG.repeat(4) },
})

describe.each(Object.entries(NAMES))('with a name that is %s', (_, name) => {
  it.each(Object.entries(shownWith(name)))(
    'everything of the %s is within the edges and over nothing else',
    async (_kind, facts) => {
      const placed = await layOut(facts, 'a-rather-long-club-name.example.co.uk', { font: 'sans-serif' })
      for (const one of placed) {
        expect(one.left, one.text).toBeGreaterThanOrEqual(64)
        expect(one.left + one.width, one.text).toBeLessThanOrEqual(1200 - 64)
        expect(one.top, one.text).toBeGreaterThanOrEqual(50)
        expect(one.top + one.height, one.text).toBeLessThanOrEqual(630 - 50)
      }
      const texts = placed.filter(({ text }) => text !== undefined)
      for (const [at, one] of texts.entries())
        for (const other of texts.slice(at + 1)) expect([one.text, other.text, meet(one, other)]).toContain(false)
      // The board or the art is beside the text.
      if (['pick_swim', 'best', 'record'].includes(facts.kind))
        for (const { left, width } of texts) expect(left + width).toBeLessThanOrEqual(636)
    },
  )

  it('an invitation, the member and the figure are whole', async () => {
    const { invitation, result, best, record, level } = shownWith(name)
    for (const facts of [invitation, result, best, record, level] as PictureFacts[]) {
      const texts = (await layOut(facts, 'club.example', { font: 'sans-serif' })).map(({ text }) => text)
      if (facts.text) expect(texts).toContain(`\u200e${facts.text}`)
      if (facts.winner) expect(texts).toContain(facts.winner.name)
      if (facts.member) expect(texts).toEqual(expect.arrayContaining([facts.member.name, facts.member.text]))
      if (facts.figure) expect(texts).toContain(facts.figure)
    }
  })
})

const meet = (one: Placed, other: Placed) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

it('what is too long ends with an ellipsis, and three lines of title are whole', async () => {
  const titleOf = async (title: string) =>
    (await layOut({ ...GAME, title }, 'club.example', { font: 'sans-serif' })).map(({ text }) => text ?? '')
  expect(await titleOf(LONG.repeat(2))).toContainEqual(expect.stringMatching(/^Where would .*…$/))
  const three = 'The best carp of the last week of November'
  expect(await titleOf(three)).toContain(three)
})

it('a result has its game, the figure, and the winner with initial and place in words', async () => {
  const result = (place: number): PictureFacts => ({
    path: '/games/1',
    kind: 'guess_weight',
    label: 'Guess the weight, completed',
    title: 'Guess the mirror',
    figure: '28.6 lbs',
    winner: { name: 'tench_terry', place },
  })
  const face = { font: 'sans-serif' }
  const texts = async (place: number) => (await layOut(result(place), 'club.example', face)).map(({ text }) => text)
  expect(await texts(1)).toEqual(
    expect.arrayContaining(['Guess the mirror', '28.6 lbs', 'T', 'tench_terry', '1st place', 'club.example/games']),
  )
  for (const [place, words] of [
    [2, '2nd place'],
    [3, '3rd place'],
    [11, '11th place'],
  ] as const)
    expect(await texts(place)).toContain(words)
})

it('has the accent colour of the club', async () => {
  const face = { font: 'sans-serif' }
  const inks = async (accent?: string) => {
    const shown = await layOut({ ...GAME, ...(accent && { accent }) }, 'club.example', face)
    const pill = shown.find(({ text }) => text?.includes('Closes'))
    const { data } = await sharp(pill?.input)
      .extract({ left: 30, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data.subarray(0, 3)]
  }
  expect(await inks()).toEqual([0xfa, 0x5f, 0x1c])
  expect(await inks('info')).toEqual([0x62, 0xb1, 0xe6])
  expect(await inks('unknown')).toEqual([0xfa, 0x5f, 0x1c])
})

it('the first three have the initial of their name on the disc, and their place below it', async () => {
  const rows = ['ärger', '🎣 Tom', '漁師'].map((name) => ({ name, points: 1 }))
  const facts = { path: '/leaderboard', kind: 'leaderboard' as const, title: 'Top three', rows }
  const texts = (await layOut(facts, 'club.example', { font: 'sans-serif' })).map(({ text }) => text)
  for (const text of ['Ä', '🎣', '漁', '1', '2', '3']) expect(texts).toContain(text)
})

describe('a photo', () => {
  const BLUE = [0, 0, 4]
  const facts = (kind: 'best' | 'record'): PictureFacts => ({
    path: '/',
    kind,
    label: 'Personal best',
    title: 'Mirror carp',
    figure: '32 lb 8 oz',
    member: { name: 'mirrormad_mel' },
  })
  /** Colours at places of the picture, in quarters of their range. */
  async function drawn(kind: 'best' | 'record', places: [left: number, top: number][], photo?: Buffer) {
    const ground = await drawGround(folder, photo ? 'plain' : kind)
    const picture = await drawPicture(ground, facts(kind), 'club.example', { font: 'sans-serif' }, photo)
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const colours = places.map(([left, top]) => {
      const at = info.channels * (top * info.width + left)
      return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64))
    })
    return { picture, colours }
  }
  const blue = () =>
    sharp({ create: { width: 8, height: 4, channels: 3, background: '#0000ff' } })
      .jpeg()
      .toBuffer()

  it('of a best stands in a gold ring, beside the text', async () => {
    const { colours } = await drawn(
      'best',
      [
        [888, 315],
        [888, 110],
        [888, 92],
        [1190, 10],
        [660, 100],
      ],
      await blue(),
    )
    const [middle, edge, ring, ...corners] = colours
    expect([middle, edge]).toEqual([BLUE, BLUE])
    expect(ring).toEqual([4, 3, 1])
    for (const corner of corners) expect(corner).toEqual([0, 1, 1])
  })

  it('of a record fills the right side', async () => {
    const { colours } = await drawn(
      'record',
      [
        [900, 315],
        [1190, 10],
        [1190, 620],
        [600, 315],
      ],
      await blue(),
    )
    expect(colours).toEqual([BLUE, BLUE, BLUE, [0, 1, 1]])
  })

  it('with much detail stays below 200 KB, at its size', async () => {
    const noise = sharp(randomBytes(560 * 630 * 3), { raw: { width: 560, height: 630, channels: 3 } })
    const { picture } = await drawn('record', [], await noise.jpeg({ quality: 95 }).toBuffer())
    expect(picture.length).toBeLessThan(200 * 1024)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })
})
