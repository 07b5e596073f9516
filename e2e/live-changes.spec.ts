import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { type Account, Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'

test('points that an admin gives move the leaderboard of everybody who looks at it, without a reload', async ({
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
  const visitorFollows = visitor
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', subscribed))
  await signIn(chaser)
  for (const tab of [page, visitor]) {
    await tab.goto('/leaderboard')
    await expect(tab.getByText(`${prefix}_leader`).first()).toBeVisible()
  }
  await visitorFollows
  for (const tab of [page, visitor]) await tab.evaluate(() => void Object.assign(window, { notReloaded: true }))

  await instance.givePoints(chaser, 200_000, 'Lake record')
  for (const tab of [page, visitor]) {
    await expect(tab.getByText('3,200,000').first()).toBeVisible({ timeout: 4_000 })
    expect(await tab.evaluate(() => 'notReloaded' in window)).toBe(true)
  }
  await visitor.close()
})

test.describe('on a site where nobody else writes', () => {
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
    // The page that is left has a socket of its own.
    const follows = tab
      .waitForURL('**/newsfeed', { waitUntil: 'commit' })
      .then(() => tab.waitForEvent('websocket'))
      .then((socket) => socket.waitForEvent('framereceived', subscribed))
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
    await quiet(watcher)
    const seen = whenShown(watcher, `${name}, 1`, content)
    const saved = giver.waitForResponse(
      (reply) => reply.url().includes('/newsfeed_reactions') && reply.request().method() === 'POST',
    )
    await reaction(giver, `${name}, 0`).click()
    await saved
    const committed = Date.now()
    expect((await seen) - committed).toBeLessThan(1_000)
  }
  for (const tab of [left, right]) await tab.context().close()
}

/** The page loads again at most once in two seconds: it is ready for the next change when it has been quiet as long. */
async function quiet(tab: Page): Promise<void> {
  await expect
    .poll(
      () =>
        tab.evaluate(() => {
          const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rest/v1/'))
          return performance.now() - Math.max(0, ...calls.map(({ startTime }) => startTime))
        }),
      { timeout: 15_000 },
    )
    .toBeGreaterThan(2_500)
}

/** When a button of that name came to stand on the post's card, by the page's own clock. */
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

function subscribed({ payload }: { payload: string | Buffer }): boolean {
  return String(payload).includes('Subscribed to PostgreSQL')
}
