import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Account, Instance } from './support/instance.ts'
import { becomeOlder } from './support/older-safari.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.beforeEach(({ page }) => page.addInitScript(becomeOlder))

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

interface Written {
  id: string
  content: string
}

async function write(instance: Instance, author: Account, content: string): Promise<string> {
  const client = await instance.signedIn(author)
  const { data } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return data.id
}

test('the landing page, the news and the games open, and signing in leads back to the page that was asked for', async ({
  page,
  instance,
}) => {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const day = 86_400_000
  const time = {
    start_date: new Date(Date.now() - day).toISOString(),
    end_date: new Date(Date.now() + day).toISOString(),
  }
  const link = 'https://example.org/draw'
  const notice = unique('Draw night')
  instance.atEnd(() => admin.from('info_cards').delete().eq('title', notice).throwOnError())
  await admin
    .from('info_cards')
    .insert({ title: notice, placement: 'home', is_active: true, cta_url: link, cta_text: 'More', ...time })
    .throwOnError()
  const game = unique('Game')
  instance.atEnd(() => admin.from('games').delete().eq('title', game).throwOnError())
  await admin
    .from('games')
    .insert({
      title: game,
      type: 'pick_swim',
      image_url: '/mark.svg',
      metadata: { winning_square: 47 },
      ...time,
    } as never)
    .throwOnError()
  await admin.from('games').update({ status: 'active' }).eq('title', game).throwOnError()
  const post = unique('Rig notes')
  await write(instance, member, `${post} https://example.org/rig`)

  await page.goto('/')
  await expect(page.getByRole('heading', { name: notice })).toBeAttached()
  await page.goto('/games')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/games$/)
  await expect(page.getByRole('heading', { name: game })).toBeVisible()
  await page.goto('/newsfeed')
  await expect(card(page, post).getByRole('link', { name: 'example.org/rig' })).toBeVisible()
  for (const path of [
    '/dashboard',
    '/leaderboard',
    '/live',
    '/network',
    '/notifications',
    '/profile',
    '/search?q=rig',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test.describe('photos', () => {
  // The browser notes that it cannot show the damaged picture.
  test.use({ expectedErrors: /photo|Avatar|upload/i })

  test('are uploaded, and a damaged one is reported as such', async ({ page, instance, signIn }) => {
    const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f7d5b' } })
      .jpeg()
      .toBuffer()
    const file = (buffer: Buffer) => ({ name: 'swim.jpg', mimeType: 'image/jpeg', buffer })
    const damaged = file(Buffer.concat([photo.subarray(0, 12), Buffer.alloc(600)]))
    await signIn(await instance.register())
    await page.goto('/profile')
    const picker = page.getByLabel('Fishing photo', { exact: true })
    await picker.setInputFiles(file(photo))
    await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
    await page.getByLabel('Avatar', { exact: true }).setInputFiles(file(photo))
    await page.getByRole('button', { name: 'Save avatar' }).click()
    await expect(page.getByText('Avatar updated successfully!')).toBeVisible()

    const told = page.getByRole('alert').filter({ hasText: 'This photo is damaged and cannot be read.' })
    await picker.setInputFiles(damaged)
    await expect(told).toHaveCount(1)
    await page.getByLabel('Avatar', { exact: true }).setInputFiles(damaged)
    await expect(told).toHaveCount(2)
    await expect(page.getByText('Invalid file type')).toHaveCount(0)
  })
})

/** How much of a field's text is out of sight, and how high the field is, in pixels. */
const sizes = (field: Locator) =>
  field.evaluate((area) => ({ hidden: area.scrollHeight - area.clientHeight, height: area.clientHeight }))

test('fields for posts and comments grow with their text, up to a limit, and shrink with it', async ({
  page,
  instance,
  signIn,
}) => {
  const member = await instance.register()
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1}`).join('\n')
  const post = unique('Long')
  await write(instance, member, `${post}\n${lines(9)}`)
  await signIn(member)
  await page.goto('/newsfeed')
  const own = card(page, post)
  await own.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit post' })
  await expect.poll(async () => (await sizes(editor)).hidden).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await own.getByRole('button', { name: /^Comment/ }).click()
  for (const field of [
    page.getByRole('textbox', { name: 'Add a comment' }),
    page.getByRole('textbox', { name: 'Write a post' }),
  ]) {
    const { height } = await sizes(field)
    await field.fill(lines(9))
    await expect.poll(async () => (await sizes(field)).height).toBeGreaterThan(200)
    expect((await sizes(field)).hidden).toBe(0)
    // The first letter scrolls the caret into view.
    await field.press('!')
    const before = await page.evaluate(() => window.scrollY)
    await field.press('!')
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    await field.fill(lines(40))
    await expect.poll(async () => (await sizes(field)).hidden).toBeGreaterThan(0)
    expect((await sizes(field)).height).toBeLessThan(0.6 * 844)
    await field.fill('')
    await expect.poll(async () => (await sizes(field)).height).toBe(height)
  }
})

const topOf = (post: Locator) => post.evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('the post being read keeps its place when a post above it is deleted or changed', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const posts: Written[] = []
  // The newest is the first.
  for (let n = 0; n < 7; n++) {
    const content = unique(`Post ${n}`)
    posts.unshift({ content, id: await write(instance, author, `${content}\n\n${'Words of the day.\n'.repeat(8)}`) })
  }
  const [first, second, read, last] = posts as [Written, Written, Written, Written]
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  const reading = card(page, read.content)
  await expect(reading).toBeVisible()
  await reading.evaluate((post) => window.scrollBy(0, post.getBoundingClientRect().top - 100))
  await expect.poll(() => topOf(reading)).toBe(100)
  const scrolled = await page.evaluate(() => window.scrollY)

  const client = await instance.signedIn(author)
  await client.from('newsfeed_posts').delete().eq('id', second.id).throwOnError()
  await expect(card(page, second.content)).toHaveCount(0)
  expect(await topOf(reading)).toBe(100)
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(scrolled - 100)

  const shorter = unique('Less to say')
  await client.from('newsfeed_posts').update({ content: shorter }).eq('id', first.id).throwOnError()
  await expect(card(page, shorter)).toBeAttached()
  expect(await topOf(reading)).toBe(100)

  // The next one begins in its place.
  const next = card(page, last.content)
  await client.from('newsfeed_posts').delete().eq('id', read.id).throwOnError()
  await expect(reading).toHaveCount(0)
  expect(await topOf(next)).toBe(100)
})

test('the page behind a sheet is dimmed where a backdrop inherits no tokens', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await sheet.evaluate((dialog) => dialog.style.setProperty('--scrim', 'initial'))
    expect(await sheet.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)).toBe(
      'rgba(6, 20, 17, 0.58)',
    )
  }
})

test('a photo shows no text while it loads', async ({ page, instance, signIn }) => {
  const author = await instance.register()
  const post = unique('With a photo')
  const client = await instance.signedIn(author)
  const bucket = client.storage.from('newsfeed-images')
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  await bucket.upload(`${author.id}/0.png`, image, { contentType: 'image/png' })
  const { publicUrl } = bucket.getPublicUrl(`${author.id}/0.png`).data
  await client.from('newsfeed_posts').insert({ content: post, image_url: publicUrl }).throwOnError()
  await signIn(author)
  await page.goto('/newsfeed')
  const photo = card(page, post).getByRole('img', { name: `Posted by ${author.username}` })
  await expect(photo).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
})

test('underlines are thin', async ({ page, instance, signIn }) => {
  const author = await instance.register()
  const post = unique('Underlined')
  await write(instance, author, post)
  await signIn(author)
  await page.goto('/newsfeed')
  const time = card(page, post)
    .getByRole('link')
    .filter({ has: page.locator('time') })
  await time.hover()
  await expect(time).toHaveCSS('text-decoration-line', 'underline')
  await expect(time).toHaveCSS('text-decoration-thickness', '1.5px')
})

test('the button that clears a search is the same in all browsers', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/network')
  const search = page.getByRole('searchbox', { name: 'Search members' })
  const clear = page.getByRole('button', { name: 'Clear search' })
  await expect(clear).toHaveCount(0)
  await search.fill('carp')
  await clear.click()
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await expect(clear).toHaveCount(0)
  await expect(page).toHaveURL('/network')
  // The browser's own sign is a part of the field that only its protocol reaches.
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { nodes } = await browser.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
  const sign = nodes.find(({ attributes }) => attributes?.includes('-webkit-search-cancel-button'))
  const { computedStyle } = await browser.send('CSS.getComputedStyleForNode', { nodeId: sign?.nodeId ?? 0 })
  expect(computedStyle.find(({ name }) => name === 'display')?.value).toBe('none')
})

test.describe('a browser that is too old', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => Reflect.deleteProperty(ArrayBuffer.prototype, 'resize')))

  test('gets a page that names the versions needed, without the app, at every address', async ({ page }) => {
    for (const address of ['/', '/newsfeed', '/login?next=%2Fgames']) {
      await page.goto(address)
      await page.waitForURL('/old-browser.html')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This browser is too old for Bankside')
      await expect(page.locator('script')).toHaveCount(0)
    }
    await expect(page.getByText('iOS 16.4 or later')).toBeVisible()
    const again = page.getByRole('link', { name: 'Open Bankside again' })
    await expect(again).toHaveCSS('background-color', 'rgb(11, 83, 69)')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await again.click()
    await page.waitForURL('/old-browser.html')
  })
})
