import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessible, test } from './support/test.ts'

// The viewer of photos, as a member's own photos open in it: four of them, twice as wide as high.

const COLOURS = ['#506b2f', '#2f506b', '#6b2f50', '#9b7b2f']

async function givePhotos(instance: Instance, member: Account) {
  const client = await instance.signedIn(member)
  const photos: string[] = []
  for (const [index, background] of COLOURS.entries()) {
    const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    const path = `${member.id}/${index}.png`
    const { error } = await client.storage.from('fishing-photos').upload(path, photo, { contentType: 'image/png' })
    if (error) throw error
    photos.push(client.storage.from('fishing-photos').getPublicUrl(path).data.publicUrl)
  }
  await client.from('profiles').update({ fishing_photos: photos }).eq('id', member.id).throwOnError()
}

const thumbnail = (page: Page, number: number) =>
  page.getByRole('button', { name: `Fishing photo ${number}`, exact: true })
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Fishing photos' })
const photo = (page: Page, number: number) => viewer(page).getByRole('img', { name: `Fishing photo ${number}` })
const widthOf = async (picture: Locator) => (await picture.boundingBox())?.width ?? 0

/** The width once the photo has grown to its place. */
async function settledWidthOf(picture: Locator): Promise<number> {
  let last = -1
  await expect
    .poll(async () => {
      const before = last
      last = await widthOf(picture)
      return last - before
    })
    .toBe(0)
  return last
}

async function open(page: Page, number: number) {
  await thumbnail(page, number).click()
  await expect(photo(page, number)).toBeVisible()
}

test.beforeEach(async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await givePhotos(instance, member)
  await signIn(member)
  await page.goto('/profile')
  await expect(thumbnail(page, 4)).toBeVisible()
})

test('a photo is larger in the viewer than on the page, arrows and buttons change it, and the counter announces it', async ({
  page,
}) => {
  const small = await widthOf(thumbnail(page, 2))
  await open(page, 2)
  await expect.poll(() => widthOf(photo(page, 2))).toBeGreaterThan(3 * small)
  const counter = viewer(page).getByRole('status')
  await expect(counter).toHaveText('2 of 4')
  await expect(page.locator('.yarl__carousel')).toHaveAttribute('aria-live', 'off')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(counter).toHaveText('3 of 4')
  await viewer(page).getByRole('button', { name: 'Previous photo' }).click()
  await expect(counter).toHaveText('2 of 4')
  await viewer(page).getByRole('button', { name: 'Photo 4', exact: true }).click()
  await expect(counter).toHaveText('4 of 4')
  await expect(photo(page, 4)).toBeVisible()
})

for (const [way, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['its button', (page: Page) => viewer(page).getByRole('button', { name: 'Close' }).click()],
  ['Back', (page: Page) => page.goBack()],
] as const)
  test(`${way} closes the viewer and returns the focus to the thumbnail`, async ({ page }) => {
    await open(page, 3)
    await close(page)
    await expect(viewer(page)).toBeHidden()
    await expect(thumbnail(page, 3)).toBeFocused()
    await expect(page).toHaveURL('/profile')
    await open(page, 3)
  })

test('keys, buttons, wheel and double click zoom from one to four times, and arrow keys move a zoomed photo', async ({
  page,
}) => {
  await open(page, 1)
  const shown = photo(page, 1)
  const size = viewer(page).getByRole('group', { name: 'Zoom' })
  await expect(size).toContainText('100%')
  const whole = await settledWidthOf(shown)
  await expect(viewer(page).getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('+')
  await expect(size).toContainText('200%')
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect(size).toContainText('400%')
  await expect.poll(() => widthOf(shown)).toBeCloseTo(4 * whole, 0)
  const zoomIn = viewer(page).getByRole('button', { name: 'Zoom in' })
  await expect(zoomIn).toHaveAttribute('aria-disabled', 'true')
  await expect(zoomIn).toBeFocused()
  const left = async () => Math.round((await shown.boundingBox())?.x ?? 0)
  const before = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeLessThan(before)
  await expect(viewer(page).getByRole('status')).toHaveText('1 of 4')
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect(size).toContainText('100%')
  await shown.hover()
  await page.mouse.wheel(0, -100)
  await expect(size).not.toContainText('100%')
  await page.mouse.wheel(0, 1000)
  await expect(size).toContainText('100%')
  await shown.dblclick()
  await expect(size).toContainText('200%')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  /** Moves fingers from one place to another, in steps. */
  async function drag(page: Page, fingers: { from: [number, number]; to: [number, number] }[]) {
    const client = await page.context().newCDPSession(page)
    const at = (share: number) =>
      fingers.map(({ from, to }, id) => ({
        id,
        x: from[0] + (to[0] - from[0]) * share,
        y: from[1] + (to[1] - from[1]) * share,
      }))
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= 10; step++) {
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) })
      // The browser joins the moves of one frame.
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('two fingers zoom, one moves a zoomed photo, and does not change it', async ({ page }) => {
    await open(page, 2)
    const shown = photo(page, 2)
    const whole = await widthOf(shown)
    await drag(page, [
      { from: [185, 400], to: [105, 400] },
      { from: [205, 400], to: [285, 400] },
    ])
    await expect.poll(() => widthOf(shown)).toBeGreaterThan(1.5 * whole)
    const left = async () => Math.round((await shown.boundingBox())?.x ?? 0)
    const before = await left()
    await drag(page, [{ from: [200, 400], to: [140, 400] }])
    await expect.poll(left).toBeLessThan(before)
    await expect(viewer(page).getByRole('status')).toHaveText('2 of 4')
  })

  test('a swipe changes the photo, and a swipe down closes the viewer', async ({ page }) => {
    await open(page, 2)
    await drag(page, [{ from: [300, 400], to: [60, 400] }])
    await expect(viewer(page).getByRole('status')).toHaveText('3 of 4')
    await expect(photo(page, 3)).toBeVisible()
    await drag(page, [{ from: [200, 300], to: [200, 620] }])
    await expect(viewer(page)).toBeHidden()
    await expect(thumbnail(page, 2)).toBeFocused()
  })

  test('everything in it can be reached with a thumb, also with large text', async ({ page }) => {
    await open(page, 1)
    for (const button of await viewer(page).getByRole('button').all()) {
      const box = await button.boundingBox()
      if (!box) continue
      expect(box.width).toBeGreaterThanOrEqual(44)
      expect(box.height).toBeGreaterThanOrEqual(44)
    }
  })
})

test('the photo moves from its thumbnail, but not for those who want less motion', async ({ page }) => {
  const started = () => page.evaluate(() => (window as unknown as { started: number }).started)
  await page.evaluate(() => {
    const counted = window as unknown as { started: number }
    counted.started = 0
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...given) => {
      counted.started += 1
      return start(...given)
    }
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, 1)
  await expect.poll(started).toBe(1)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect.poll(started).toBe(2)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 1)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  expect(await started()).toBe(2)
})
