import { randomUUID } from 'node:crypto'
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

function subscribed({ payload }: { payload: string | Buffer }): boolean {
  return String(payload).includes('Subscribed to PostgreSQL')
}
