import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { layOut, type PictureFacts } from './shared-picture-art.ts'
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
      if (facts.kind === 'pick_swim') for (const { left, width } of texts) expect(left + width).toBeLessThanOrEqual(636)
    },
  )

  it('an invitation, the winner and the figure are whole', async () => {
    const { invitation, result } = shownWith(name)
    for (const facts of [invitation, result] as PictureFacts[]) {
      const texts = (await layOut(facts, 'club.example', { font: 'sans-serif' })).map(({ text }) => text)
      if (facts.text) expect(texts).toContain(`\u200e${facts.text}`)
      if (facts.winner) expect(texts).toContain(facts.winner.name)
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
