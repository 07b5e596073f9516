import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { dialog, openConsole } from './support/console.ts'
import { expect, test } from './support/test.ts'

// Browsers on a desk have no such keyboard, so the story simulates one: apps learn its height from `visualViewport` alone.
const WINDOW = { width: 390, height: 844 }
const KEYBOARD = 336
const SEEN = WINDOW.height - KEYBOARD

test.use({ viewport: WINDOW, hasTouch: true })
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const size = { width: innerWidth, height: innerHeight, offsetTop: 0, offsetLeft: 0, scale: 1 }
    Object.defineProperty(window, 'visualViewport', { value: Object.assign(new EventTarget(), size) })
  }),
)

async function raiseKeyboard(page: Page, height = KEYBOARD): Promise<void> {
  await page.evaluate((covered) => {
    const viewport = window.visualViewport
    if (viewport) Object.assign(viewport, { height: innerHeight - covered })
    viewport?.dispatchEvent(new Event('resize'))
  }, height)
}

async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not drawn')
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height) }
}

async function expectAboveKeyboard(field: Locator): Promise<void> {
  await expect.poll(async () => (await edges(field)).bottom).toBeLessThanOrEqual(SEEN)
  expect((await edges(field)).top).toBeGreaterThanOrEqual(0)
}

test('a long sheet stays whole above the keyboard, and shows the field in use', async ({ page, instance, signIn }) => {
  await openConsole({ page, instance, signIn }, 'cards', 'Cards')
  await page.getByRole('button', { name: 'Add card' }).click()
  const sheet = dialog(page, 'Add a card')
  await expect.poll(async () => (await edges(sheet)).bottom).toBe(WINDOW.height)
  const before = await edges(sheet)
  const last = sheet.getByRole('textbox').last()
  await last.focus()
  await raiseKeyboard(page)
  await expect.poll(async () => (await edges(sheet)).bottom).toBe(SEEN)
  expect((await edges(sheet)).top).toBeGreaterThanOrEqual(0)
  await expectAboveKeyboard(last)
  await raiseKeyboard(page, 0)
  await expect.poll(() => edges(sheet)).toEqual(before)
})

test('the comment field of a post is directly above the keyboard, and the tab bar is hidden', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const client = await instance.signedIn(author)
  const content = `A long night ${randomUUID()}`
  const { data: post } = await client.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  const lines = 'How long?\n'.repeat(60).trim()
  await client.from('newsfeed_comments').insert({ post_id: post.id, content: lines }).throwOnError()
  await signIn(author)
  await page.goto(`/newsfeed/${post.id}`)
  const field = page.getByRole('textbox', { name: 'Add a comment' })
  await field.focus()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await expect(tabs).toBeVisible()
  await raiseKeyboard(page)
  await expect(tabs).toBeHidden()
  await expectAboveKeyboard(field)
  await raiseKeyboard(page, 0)
  await expect(tabs).toBeVisible()
})
