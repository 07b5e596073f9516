import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

// Several photos to a post: choosing and ordering them, a failure of one, the strip of a card, and the viewer.

const UPLOADS = '**/storage/v1/object/newsfeed-images/**'
const COLOURS = ['#506b2f', '#2f506b', '#6b2f50', '#9b7b2f']
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a post' })
const form = (page: Page) => page.getByRole('form', { name: 'New post' })
const card = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const send = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
const picture = (background: string) =>
  sharp({ create: { width: 120, height: 90, channels: 3, background } })
    .png()
    .toBuffer()
const files = (count: number) =>
  Promise.all(
    COLOURS.slice(0, count).map(async (colour, at) => ({
      name: `${at + 1}.png`,
      mimeType: 'image/png',
      buffer: await picture(colour),
    })),
  )
/** The colour in the middle of a picture, as hexadecimal digits, each rounded to 16 steps. */
const colourOf = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const pen = canvas.getContext('2d')
    const { naturalWidth: width, naturalHeight: height } = element
    pen?.drawImage(element, width / 2, height / 2, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? []
    return [red, green, blue].indexOf(Math.max(red, green, blue))
  })

/** How far apart two elements begin from the left, in pixels. */
const distance = async (one: Locator, other: Locator) =>
  Math.abs(((await one.boundingBox())?.x ?? Number.NaN) - ((await other.boundingBox())?.x ?? Number.NaN))

/** A post with photos, written through the API. @returns its ID. */
async function posted(instance: Instance, account: Account, content: string, count: number): Promise<string> {
  const client = await instance.signedIn(account)
  const bucket = client.storage.from('newsfeed-images')
  const [first = null, ...more_images] = await Promise.all(
    COLOURS.slice(0, count).map(async (colour) => {
      const path = `${account.id}/${randomUUID()}.png`
      const { error } = await bucket.upload(path, await picture(colour), { contentType: 'image/png' })
      if (error) throw error
      return bucket.getPublicUrl(path).data.publicUrl
    }),
  )
  const row = { user_id: account.id, type: 'post', content, image_url: first, more_images }
  const { data } = await client.from('newsfeed_posts').insert(row).select('id').single().throwOnError()
  return data.id
}

test('a member posts three photos in an order of their own, and opens each of them in the viewer', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/newsfeed')
  const content = unique('Three of them')
  await composer(page).fill(content)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  expect((await chooser).isMultiple()).toBe(true)
  await (await chooser).setFiles(await files(4))
  await expect(form(page).getByRole('listitem')).toHaveCount(4)
  await expect(send(page)).toBeEnabled()
  await expectAccessibleInBothThemes(page)
  // By keyboard: the last goes, the third comes first.
  await form(page).getByRole('button', { name: 'Remove photo 4' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('button', { name: 'Remove photo 3' })).toBeFocused()
  await form(page).getByRole('button', { name: 'Move photo 3 left' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('button', { name: 'Move photo 2 left' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('button', { name: 'Move photo 1 left' })).toBeFocused()
  // The words and the photos survive a reload.
  await page.reload()
  await expect(composer(page)).toHaveValue(content)
  await expect(form(page).getByRole('listitem')).toHaveCount(3)
  await send(page).click()

  const post = card(page, content)
  const shown = (place: number) => post.getByRole('img', { name: `Posted by ${account.username}, photo ${place} of 3` })
  const look = async () => {
    await expect(post).toContainText('1 of 3')
    // Red, green, blue: the third photo, then the first and the second.
    expect(await colourOf(shown(1))).toBe(0)
    await post.getByRole('button', { name: 'Next photo' }).click()
    await expect(post).toContainText('2 of 3')
    await expect.poll(() => distance(shown(2), post)).toBeLessThan(3)
    expect(await colourOf(shown(2))).toBe(1)
    await shown(2).click()
    const viewer = page.getByRole('dialog', { name: `Photos of ${account.username}` })
    await expect(viewer.getByRole('status')).toHaveText('2 of 3')
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByRole('status')).toHaveText('3 of 3')
    await page.goBack()
    await expect(viewer).toBeHidden()
    await post.getByRole('button', { name: 'Next photo' }).click()
    await expect(post).toContainText('3 of 3')
    expect(await colourOf(shown(3))).toBe(2)
    await closedLayer(page)
  }
  await look()
  await page.reload()
  await look()
  await post
    .getByRole('link', { name: /ago|now|Today|Yesterday/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/newsfeed\/[0-9a-f-]{36}$/)
  await look()
})

test.describe('an upload that fails', () => {
  test.use({ expectedErrors: /Failed to load resource|photo|Image/i })

  test('is shown beside its photo and retried alone; the words stay', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    let sent = 0
    await page.route(UPLOADS, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent += 1
      return sent === 2 ? route.fulfill({ status: 400, json: { message: 'no' } }) : route.fallback()
    })
    await page.goto('/newsfeed')
    const content = unique('Two of three')
    await composer(page).fill(content)
    await page.getByRole('button', { name: 'Photo', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(await files(3))
    const failed = form(page).getByRole('listitem').nth(1)
    await expect(failed.getByRole('alert')).toContainText('Failed to upload newsfeed image')
    await expect(form(page).getByRole('alert')).toHaveCount(1)
    await expect(form(page).getByRole('progressbar')).toHaveCount(0)
    await expect(send(page)).toBeDisabled()
    await expect(composer(page)).toHaveValue(content)
    await expectAccessibleInBothThemes(page)
    expect(sent).toBe(3)
    await failed.getByRole('button', { name: 'Retry, photo 2' }).click()
    await expect(send(page)).toBeEnabled()
    expect(sent).toBe(4)
    await send(page).click()
    await expect(card(page, content)).toContainText('1 of 3')
    const row = await (await instance.signedIn(account))
      .from('newsfeed_posts')
      .select('more_images')
      .eq('user_id', account.id)
      .single()
      .throwOnError()
    expect(row.data.more_images).toHaveLength(2)
  })

  test('because of a phone’s HEIC format names a way out', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    await page.getByRole('button', { name: 'Photo', exact: true }).click()
    const buffer = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(64)])
    await page.locator('input[type=file]').setInputFiles({ name: 'carp.heic', mimeType: 'image/heic', buffer })
    await expect(form(page).getByRole('alert')).toContainText('This phone photo format (HEIC)')
    await expect(form(page).getByRole('alert')).toContainText('Take a screenshot')
    await form(page).getByRole('button', { name: 'Remove photo 1' }).click()
    await expect(page.getByRole('button', { name: 'Photo', exact: true })).toBeFocused()
  })
})

test('a card with several photos moves nothing while it loads, and fits a narrow window with large text', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  const content = unique('Four of them')
  const id = await posted(instance, account, content, 4)
  await signIn(account)
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/newsfeed', `/newsfeed/${id}`]) {
    await page.goto(path)
    const post = card(page, content)
    await expect(post).toContainText('1 of 4')
    await page.waitForLoadState('networkidle')
    const shift = () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
    expect(await shift(), path).toBeLessThan(0.02)
    // A keyboard reaches each photo, which comes into sight.
    await post.getByRole('button', { name: 'Show the whole photo' }).nth(3).focus()
    await expect(post).toContainText('4 of 4')
    await expect(post.getByRole('button', { name: 'Next photo' })).toHaveAttribute('aria-disabled', 'true')
    await post.getByRole('button', { name: 'Previous photo' }).click()
    await expect(post).toContainText('3 of 4')
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 320, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoSidewaysScroll(page)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 844 }, hasTouch: true, isMobile: true })

  test('the camera is offered first, and every button of a photo is large enough', async ({
    page,
    instance,
    signIn,
  }) => {
    await signIn(await instance.register())
    await page.goto('/newsfeed')
    await page.getByRole('button', { name: 'Photo', exact: true }).tap()
    const choices = form(page).getByRole('group', { name: 'Photos' }).getByRole('button')
    await expect(choices).toHaveText(['Take photo', 'Choose photos'])
    await expect(page.locator('input[capture=environment]')).toHaveCount(1)
    const chooser = page.waitForEvent('filechooser')
    await choices.nth(1).tap()
    await (await chooser).setFiles(await files(3))
    await expect(form(page).getByRole('listitem')).toHaveCount(3)
    await expect(form(page).getByRole('progressbar')).toHaveCount(0)
    for (const button of await form(page).getByRole('listitem').getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
  })
})

test('the team sees each photo of a reported post, and the console how many there are', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const content = unique('Reported, with three')
  const id = await posted(instance, author, content, 3)
  const reader = await instance.signedIn(await instance.register())
  await reader.rpc('send_report', { kind: 'post', subject_id: id, reason: 'abuse' }).throwOnError()
  await signIn(instance.bailiff)
  await page.goto('/admin/newsfeed')
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Reported/ })
    .click()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(content)
  await expect(
    page.getByRole('row').filter({ hasText: content }).getByRole('img', { name: 'with 3 photos' }),
  ).toBeVisible()
  const admin = await instance.signedIn(instance.bailiff)
  const asked = { list: 'reported', search: content, oldest_first: false, page: 1, size: 25 }
  const { data } = await admin.rpc('console_posts', asked, { get: true }).throwOnError()
  const { posts } = data as unknown as { posts: { case_id: string }[] }
  await page.goto(`/admin/moderation?case=${posts[0]?.case_id}`)
  for (const place of [1, 2, 3])
    await expect(page.getByRole('img', { name: `Photo ${place} of 3 of the post` })).toBeVisible()
})
