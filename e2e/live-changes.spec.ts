import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { type Account, Instance } from './support/instance.ts'
import { whenJoined } from './support/joined.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

test('points given by an admin update every open leaderboard without a reload', async ({
  page,
  browser,
  instance,
  signIn,
}) => {
  const prefix = randomUUID().slice(0, 6)
  const [leader, chaser] = [await instance.register(`${prefix}_leader`), await instance.register(`${prefix}_chaser`)]
  await instance.givePoints(leader, 3_100_000)
  await instance.givePoints(chaser, 3_000_000)

  const visitor = await browser.newPage()
  const visitorFollows = whenJoined(visitor, 'leaderboard', '/leaderboard')
  await signIn(chaser)
  for (const tab of [page, visitor]) {
    await tab.goto('/leaderboard')
    await expect(tab.getByText(`${prefix}_leader`).first()).toBeVisible()
  }
  await visitorFollows
  for (const tab of [page, visitor]) await tab.evaluate(() => void Object.assign(window, { notReloaded: true }))

  await instance.givePoints(chaser, 200_000, 'Lake record')
  for (const tab of [page, visitor]) {
    // The rankings are announced at most every five seconds.
    await expect(tab.getByText('3,200,000').first()).toBeVisible({ timeout: 7_000 })
    expect(await tab.evaluate(() => 'notReloaded' in window)).toBe(true)
  }
  await visitor.close()
})

test('points given to a member appear in the top bar of any page', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await signIn(member)
  const joined = whenJoined(page, `member:${member.id}`, '/newsfeed')
  await page.goto('/newsfeed')
  await expect(page.getByRole('link', { name: '0 points', exact: true })).toBeVisible()
  await joined
  await instance.givePoints(member, 1250)
  await expect(page.getByRole('link', { name: '1,250 points' })).toBeVisible()
})

test.describe('on a site without other writers', () => {
  let engine: OwnEngine
  test.beforeAll(async () => {
    engine = await startOwnEngine()
  })
  test.afterAll(async () => {
    await engine.stop()
  })

  test('two browsers see each other’s change within a second', async ({ browser }) => {
    await seeEachOther(browser, new Instance(engine.url))
  })
})

async function seeEachOther(browser: Browser, instance: Instance): Promise<void> {
  const members = [await instance.register(), await instance.register()] as const
  const content = `Two of us ${randomUUID().slice(0, 8)}`
  const writer = await instance.signedIn(members[0])
  await writer.from('newsfeed_posts').insert({ content }).throwOnError()

  const reaction = (tab: Page, name: string) =>
    tab.getByRole('article').filter({ hasText: content }).getByRole('button', { name, exact: true })
  const open = async ({ email, password }: Account) => {
    const tab = await (await browser.newContext({ baseURL: instance.url })).newPage()
    await tab.goto('/login')
    await tab.getByLabel('Email').fill(email)
    await tab.getByLabel('Password', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Sign In' }).click()
    await expect(tab).not.toHaveURL(/login/)
    const follows = whenJoined(tab, 'feed', '/newsfeed')
    await tab.goto('/newsfeed')
    await expect(reaction(tab, 'Heart, 0')).toBeVisible()
    await follows
    return tab
  }
  const [left, right] = [await open(members[0]), await open(members[1])]

  for (const [giver, watcher, name] of [
    [left, right, 'Heart'],
    [right, left, 'Trophy'],
  ] as const) {
    // The other reactions are behind a button.
    if (name !== 'Heart') for (const tab of [giver, watcher]) await reaction(tab, 'More reactions').click()
    await untilIdle(watcher)
    const seen = whenShown(watcher, `${name}, 1`, content)
    const saved = giver.waitForResponse(
      (reply) => reply.url().includes('/newsfeed_reactions') && reply.request().method() === 'POST',
    )
    await reaction(giver, `${name}, 0`).click()
    await saved
    const committed = Date.now()
    expect((await seen) - committed).toBeLessThan(1_000)
  }
  await reaction(left, 'Close reactions').click()

  // An open thread: the first comment, the second, and what is taken back.
  const card = (tab: Page) => tab.getByRole('article').filter({ hasText: content })
  const asked: string[] = []
  for (const tab of [left, right]) await card(tab).getByRole('button', { name: 'Comment', exact: true }).click()
  await untilIdle(right)
  right.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.push(request.url())
  })
  const say = async (text: string) => {
    const seen = whenTextShown(right, text)
    const saved = left.waitForResponse(
      (reply) => reply.url().includes('/newsfeed_comments') && reply.request().method() === 'POST',
    )
    await card(left).getByRole('textbox', { name: 'Comment' }).fill(text)
    await card(left).getByRole('button', { name: 'Send' }).click()
    await saved
    const committed = Date.now()
    expect((await seen) - committed).toBeLessThan(1_000)
    await expect(card(left).getByText(text)).toHaveCount(1)
  }
  await say('First in')
  await say('Second in')
  for (const tab of [left, right]) await expect(card(tab).getByRole('button', { name: '2 comments' })).toBeVisible()
  await writer.from('newsfeed_comments').delete().eq('content', 'Second in').throwOnError()
  for (const tab of [left, right]) {
    await expect(card(tab).getByText('Second in')).toBeHidden()
    await expect(card(tab).getByRole('button', { name: '1 comment' })).toBeVisible()
  }
  // The feed shows one comment of each post. It may be the one that is gone, so the post is loaded again.
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain('/newsfeed_page?ids=')

  // A new post is announced, and its removal takes the announcement back.
  const later = `Later ${randomUUID().slice(0, 8)}`
  const pill = right.getByRole('button', { name: 'New posts' })
  await writer.from('newsfeed_posts').insert({ content: later }).throwOnError()
  await expect(pill).toBeVisible()
  await writer.from('newsfeed_posts').delete().eq('content', later).throwOnError()
  await expect(pill).toBeHidden()
  expect(asked).toHaveLength(1)
  await writer.from('newsfeed_posts').insert({ content: later }).throwOnError()
  await pill.click()
  await expect(right.getByText(later)).toBeVisible()
  await writer
    .from('newsfeed_posts')
    .update({ content: `${later}, edited` })
    .eq('content', later)
    .throwOnError()
  await expect(right.getByText(`${later}, edited`)).toBeVisible()
  for (const tab of [left, right]) await tab.context().close()
}

/** When a text appeared on the page, by the page's clock. */
const whenTextShown = (tab: Page, text: string): Promise<number> =>
  tab.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('main')?.textContent.includes(text)) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
    text,
  )

/** When a button of that name appeared on the post's card, by the page's clock. */
async function whenShown(tab: Page, label: string, content: string): Promise<number> {
  return await tab.evaluate(
    ({ label, content }) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const cards = [...document.querySelectorAll('article')].filter(({ textContent }) =>
            textContent.includes(content),
          )
          if (!cards.some((card) => card.querySelector(`[aria-label="${label}"]`))) return
          observer.disconnect()
          resolve(Date.now())
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        look()
      }),
    { label, content },
  )
}
