import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

/** A member, with a post and a comment on the post of another. */
async function writer(instance: Instance, postId: string) {
  const account = await instance.register()
  const client = await instance.signedIn(account)
  const words = { post: `Post ${randomUUID()}`, comment: `Comment ${randomUUID()}` }
  const { data: own } = await client
    .from('newsfeed_posts')
    .insert({ content: words.post })
    .select('id')
    .single()
    .throwOnError()
  await client.from('newsfeed_comments').insert({ post_id: postId, content: words.comment }).throwOnError()
  return { account, client, postId: own.id, ...words }
}

async function openPage(page: Page, { username }: Account) {
  await page.goto(`/members/${username}`)
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
}

/** By keyboard only, from the member's page. */
async function blockByKeyboard(page: Page, { username }: Account) {
  await page.getByRole('button', { name: 'Member options' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Block' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: `Block ${username}?` })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test('a member blocks another by keyboard: neither finds the other, until the block ends in the profile', async ({
  page,
  browser,
  instance,
  signIn,
}) => {
  test.slow()
  const third = await instance.signedIn(await instance.register())
  const { data: thread } = await third
    .from('newsfeed_posts')
    .insert({ content: `Thread ${randomUUID()}` })
    .select('id')
    .single()
    .throwOnError()
  const ann = await writer(instance, thread.id)
  const ben = await writer(instance, thread.id)
  await signIn(ann.account)
  await openPage(page, ben.account)
  await blockByKeyboard(page, ben.account)
  await expect(page.getByRole('status').getByText(`You have blocked ${ben.account.username}.`)).toBeVisible()
  await expect(page.getByText(`You have blocked ${ben.account.username}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: ben.account.username })).toBeFocused()
  await expectAccessibleInBothThemes(page)

  /** What a member sees of the other. */
  const finds = async (on: Page, other: typeof ben) => {
    await on.goto(`/newsfeed/${thread.id}`)
    await expect(on.getByRole('region', { name: 'Comments' }).getByRole('listitem').first()).toBeVisible()
    const comment = await on.getByText(other.comment).count()
    await on.goto(`/search?q=${other.account.username}`)
    await expect(on.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(on.locator('[aria-busy="true"]')).toHaveCount(0)
    const hit = await on.getByRole('main').getByRole('link', { name: other.account.username }).count()
    // By its address: posts of other stories may have moved it off the first page of the feed.
    await on.goto(`/newsfeed/${other.postId}`)
    const shown = on.getByRole('article').filter({ hasText: other.post })
    await expect(shown.or(on.getByRole('heading', { level: 1, name: 'Page Not Found' })).first()).toBeVisible()
    return [comment > 0, hit > 0, (await shown.count()) > 0]
  }
  expect(await finds(page, ben)).toEqual([false, false, false])

  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' })
  const second = await context.newPage()
  const session = JSON.stringify(await instance.session(ben.account))
  await second.addInitScript((value) => localStorage.setItem('bankside-session', value), session)
  expect(await finds(second, ann)).toEqual([false, false, false])
  await second.goto(`/members/${ann.account.username}`)
  await expect(second.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show blocked members' }).click()
  const blocked = page.getByRole('region', { name: 'Blocked members' })
  await expect(blocked.getByRole('listitem')).toHaveText(new RegExp(`^.?${ben.account.username}`))
  await expectAccessibleInBothThemes(page)
  await blocked.getByRole('button', { name: `Unblock ${ben.account.username}` }).click()
  await expect(blocked.getByText('You have blocked nobody.')).toBeVisible()
  await expect(blocked.getByRole('heading')).toBeFocused()
  expect(await finds(page, ben)).toEqual([true, true, true])
  expect(await finds(second, ann)).toEqual([true, true, true])
  await context.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('the question and the blocked page fit, and the team cannot be blocked', async ({ page, instance, signIn }) => {
    const other = await instance.register(`${'W'.repeat(34)}${randomUUID().slice(0, 8)}`)
    await signIn(await instance.register())
    await openPage(page, other)
    await page.getByRole('button', { name: 'Member options' }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await expect(page.getByRole('dialog')).toContainText('is not told')
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBothThemes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await expect(page.getByText(`You have blocked ${other.username}`, { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.reload()
    await page.getByRole('button', { name: `Unblock ${other.username}` }).click()
    await expect(page.getByRole('region', { name: 'About the member' })).toContainText(other.username)
  })

  test.describe('refused', () => {
    // BK001 is 400.
    test.use({ expectedErrors: /400/ })

    test('a member of the team cannot be blocked, and the question says so', async ({ page, instance, signIn }) => {
      const admin = await instance.signedIn(instance.bailiff)
      const { data: user } = await admin.auth.getUser()
      const { data } = await admin
        .from('profiles')
        .select('username')
        .eq('id', user.user?.id ?? '')
        .single()
        .throwOnError()
      await signIn(await instance.register())
      await page.goto(`/members/${data.username}`)
      await page.getByRole('button', { name: 'Member options' }).click()
      await page.getByRole('menuitem', { name: 'Block' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
      await expect(page.getByRole('alert')).toContainText('one of the club’s team')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})
