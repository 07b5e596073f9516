import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
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
      kind: 'pick_swim' as const,
      square: 100,
      label: 'Settled',
      title: 'Guess the mirror',
      figure: '28.6 lbs',
      text: 'tench_terry won.',
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
  const picture = await createSharedPictures(folder)(facts, 'club.example')
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(picture?.length).toBeLessThan(60 * 1024)
})

it('shows its subject, and draws the same picture only once', async () => {
  const draw = createSharedPictures(folder)
  const [one, same] = [draw(GAME, 'club.example'), draw({ ...GAME }, 'club.example')]
  expect(same).toBe(one)
  const other = await draw({ ...GAME, title: 'Another' }, 'club.example')
  expect((await pixels((await one) as Buffer)).equals(await pixels(other as Buffer))).toBe(false)
})

it('draws two at once at most, and others when these are done', async () => {
  const draw = createSharedPictures(folder)
  const begun = ['one', 'two'].map((title) => draw({ path: '/', kind: 'club' as const, title }, 'club.example'))
  expect(draw({ path: '/', kind: 'club' as const, title: 'three' }, 'club.example')).toBeUndefined()
  await Promise.all(begun)
  expect(await draw({ path: '/', kind: 'club' as const, title: 'three' }, 'club.example')).toBeInstanceOf(Buffer)
})

it('has another version when anything that it shows has changed', () => {
  expect(versionOf({ ...GAME })).toBe(versionOf(GAME))
  expect(versionOf({ ...GAME, note: 'Closes 25 November 2026, 15:00 UTC' })).not.toBe(versionOf(GAME))
})
