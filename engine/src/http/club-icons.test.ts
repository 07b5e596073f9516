import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { createClubIcons, isIcon } from './club-icons.ts'
import type { StaticFile } from './static-files.ts'

const LOGO = '/storage/v1/object/public/games-images/1/1.png'
const [GREEN, WHITE] = [
  [0, 128, 0],
  [255, 255, 255],
]

const picture = async (width: number, height: number, alpha = 1) =>
  await sharp({ create: { width, height, channels: 4, background: { r: 0, g: 128, b: 0, alpha } } })
    .png()
    .toBuffer()
const built = async (size: number): Promise<StaticFile> => {
  const identity = await picture(size, size)
  return { type: 'image/png', etag: '"built"', identity, br: undefined, gzip: undefined }
}
const pixel = async ({ identity }: StaticFile, left: number, top: number) => [
  ...(await sharp(identity).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
]

let logo: Buffer
beforeAll(async () => {
  logo = await picture(512, 512)
})

it.each(['/icons/icon-192.png', '/icons/maskable-512.png', '/icons/apple-touch-icon.png', '/favicon.ico'])(
  '%s is an icon',
  (path) => expect(isIcon(path)).toBe(true),
)
it.each(['/mark.svg', '/preview.jpg', '/icons/', '/icons/x/y-1.png', '/screenshots/icon-192.png'])(
  '%s is no icon',
  (path) => expect(isIcon(path)).toBe(false),
)

it('has the logo at the size of the icon, drawn once', async () => {
  let reads = 0
  const icons = createClubIcons(async () => {
    reads += 1
    return logo
  })
  const before = await built(192)
  const [one, same] = await Promise.all([1, 2].map(() => icons('/icons/icon-192.png', before, LOGO)))
  expect(one).toBe(same)
  expect(reads).toBe(1)
  expect(await sharp(one?.identity).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 })
  expect(one?.etag).not.toBe(before.etag)
  expect(await pixel(one as StaticFile, 0, 0)).toEqual(GREEN)
})

it('leaves a white margin where devices cut a maskable icon', async () => {
  const icon = await createClubIcons(async () => logo)('/icons/maskable-192.png', await built(192), LOGO)
  expect(await sharp(icon.identity).metadata()).toMatchObject({ width: 192, height: 192 })
  expect(await pixel(icon, 20, 96)).toEqual(WHITE)
  expect(await pixel(icon, 40, 96)).toEqual(GREEN)
})

it('puts a logo that is no square, or that can be seen through, on a white ground', async () => {
  const icons = createClubIcons(async (address) =>
    address === LOGO ? await picture(512, 100) : await picture(512, 512, 0),
  )
  const wide = await icons('/icons/icon-192.png', await built(192), LOGO)
  expect([await pixel(wide, 96, 0), await pixel(wide, 96, 96)]).toEqual([WHITE, GREEN])
  expect(await pixel(await icons('/icons/icon-192.png', await built(192), `${LOGO}2`), 96, 96)).toEqual(WHITE)
})

it('stays the icon of the build while the logo cannot be read, and follows the latest logo', async () => {
  let answer: Buffer | undefined
  const icons = createClubIcons(async () => answer)
  const before = await built(192)
  expect(await icons('/icons/icon-192.png', before, LOGO)).toBe(before)
  answer = logo
  const first = await icons('/icons/icon-192.png', before, LOGO)
  expect(first).not.toBe(before)
  answer = await picture(512, 512, 0)
  const second = await icons('/icons/icon-192.png', before, `${LOGO}2`)
  expect(second.etag).not.toBe(first.etag)
})
