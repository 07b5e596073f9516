import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search posts and members' })
const word = () => `zander${randomUUID().slice(0, 8).replaceAll('-', '')}`

test('a member searches from the feed; a hit leads to its post, and Back to the hits', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const client = await instance.signedIn(author)
  const mark = word()
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: `Mist over ${mark}` })
    .select('id')
    .single()
    .throwOnError()
  await client
    .from('newsfeed_comments')
    .insert({ post_id: post.id, content: `${mark}, again` })
    .throwOnError()
  await signIn(await instance.register())
  await page.goto('/newsfeed')
  await page.getByRole('main').getByRole('link', { name: 'Search posts and members' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`mist ${mark}`)
  const texts = page.getByRole('region', { name: 'Posts and comments' })
  await expect(texts.getByRole('listitem')).toHaveCount(1)
  await expect(texts.locator('mark')).toHaveText(['Mist', mark])
  await field(page).fill(mark)
  await expect(texts.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('status').getByText('2 results')).toBeAttached()
  await expectAccessible(page)
  await texts.getByRole('link').last().click()
  await expect(page).toHaveURL(new RegExp(`/newsfeed/${post.id}(#comment-.+)?$`))
  await page.goBack()
  await expect(field(page)).toHaveValue(mark)
  await expect(texts.getByRole('listitem')).toHaveCount(2)

  await field(page).fill(author.username)
  const member = page.getByRole('region', { name: 'Members' }).getByRole('link', { name: author.username })
  await member.click()
  await expect(page).toHaveURL(new RegExp(`/members/${author.username}$`))
})

test('on a phone the menu leads to the field itself', async ({ page, instance, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(await instance.register())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search')
  await expect(field(page)).toBeFocused()
})

test('nothing found and nothing asked say what to do, at 320 pixels and in the dark', async ({
  page,
  instance,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(await instance.register())
  await page.goto('/search')
  await expect(page.getByText('What are you after?')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/search?q=${word()}`)
  await expect(page.getByRole('main').getByText('Nothing found', { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|search/i })

  test('the page says so, keeps what was typed, and searches at the next try', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.route('**/rpc/search**', (route) =>
      route.fulfill({ status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }),
    )
    const mark = word()
    await page.goto(`/search?q=${mark}`)
    await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible()
    await expect(field(page)).toHaveValue(mark)
    await page.unroute('**/rpc/search**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByText('Nothing found', { exact: true }).last()).toBeVisible()
  })
})

test('the title of an empty page is heavier than its sentence', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/search')
  const weight = (text: string) => page.getByText(text).evaluate((part) => Number(getComputedStyle(part).fontWeight))
  expect(await weight('What are you after?')).toBeGreaterThan(await weight('A rig, a water, a bait'))
})
