import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closedLayer } from './support/closed-layer.ts'
import { failCalls } from './support/console.ts'
import { makeReward, saveAddress } from './support/prizes.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Redeem this reward?' })
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

test('a member redeems a reward and claims it, and the leaderboard does not move', async ({
  page,
  instance,
  signIn,
}) => {
  const [member, name] = [await instance.register(), unique('Bite alarms')]
  await instance.givePoints(member, 300)
  await saveAddress(instance, member, 'Tom Alder')
  await makeReward(instance, { name, price: 120 })
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Rewards' }).click()
  await expect(page).toHaveURL('/rewards')
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards' })).toBeVisible()
  await expect(card(page, name)).toContainText('3 left')
  await expectAccessibleInBothThemes(page)
  await card(page, name)
    .getByRole('button', { name: `Redeem ${name}` })
    .click()
  await expect(sheet(page)).toContainText('Your balance300')
  await expect(sheet(page)).toContainText('Left after180')
  await expectAccessibleInBothThemes(page)
  await sheet(page).getByRole('button', { name: 'Redeem for 120' }).click()
  await expect(page).toHaveURL(/\/prizes\/claim\//)
  await expect(page.getByRole('status').getByText('Redeemed. Now claim it.')).toBeVisible()

  // As for any prize.
  await page.getByRole('radio', { name: /^Standard/ }).check()
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByRole('button', { name: 'Claim Prize' }).click()
  await expect(page).toHaveURL('/dashboard')
  const history = page.getByRole('region', { name: 'Points History' })
  await expect(history).toContainText(`Reward: ${name}`)
  await expect(history).toContainText('−120')

  const client = await instance.signedIn(member)
  const { data } = await client.rpc('my_leaderboard_position').throwOnError()
  expect(data).toMatchObject([{ points: 300 }])
  await page.goto('/rewards')
  await expect(card(page, name)).toContainText('You have had this one this season.')
  await card(page, name).getByRole('link', { name: 'Your prizes' }).click()
  await expect(page.getByRole('heading', { name: `${name} item` })).toBeVisible()
})

test.describe('a refusal', () => {
  // The refusal is written to the console.
  test.use({ expectedErrors: /Failed to redeem|status of 400/ })

  test('what is missing is said, and a reward that has gone meanwhile costs nothing', async ({
    page,
    instance,
    signIn,
  }) => {
    const [member, rival] = [await instance.register(), await instance.register()]
    const [last, dear] = [unique('Landing net'), unique('Bivvy')]
    for (const account of [member, rival]) await instance.givePoints(account, 100)
    const id = await makeReward(instance, { name: last, price: 100, quantity: 1 })
    await makeReward(instance, { name: dear, price: 220 })
    await signIn(member)
    await page.goto('/rewards')
    await expect(card(page, dear)).toContainText('120 points to go')
    await expect(card(page, dear).getByRole('button')).toHaveCount(0)

    await card(page, last)
      .getByRole('button', { name: `Redeem ${last}` })
      .click()
    const other = await instance.signedIn(rival)
    await other.rpc('redeem_reward', { request_id: randomUUID(), package_id: id, price: 100 }).throwOnError()
    await sheet(page).getByRole('button', { name: 'Redeem for 100' }).click()
    await expect(sheet(page).getByRole('alert')).toContainText('The last one has just gone. Your points are untouched.')
    await sheet(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page, last)).toHaveCount(0)
    await expect(page.getByText('Your balance').locator('..')).toContainText('100')
  })
})

test.describe('a lost answer', () => {
  test.use({ expectedErrors: /Failed to redeem|net::ERR_FAILED|Failed to fetch|status of 400/ })

  for (const next of ['another try', 'a reload of the page'])
    test(`and ${next} lead to one reward, which is claimed before the next`, async ({ page, instance, signIn }) => {
      const [member, name] = [await instance.register(), unique('Boilies')]
      await instance.givePoints(member, 100)
      await makeReward(instance, { name, price: 40, limit: null, type: 'digital' })
      await signIn(member)
      const client = await instance.signedIn(member)
      const points = async () =>
        (await client.from('profiles').select('points').eq('id', member.id).single().throwOnError()).data.points
      await page.goto('/rewards')
      await page.route('**/rest/v1/rpc/redeem_reward', async (route) => {
        await route.fetch()
        await route.abort()
      })
      const redeem = card(page, name).getByRole('button', { name: `Redeem ${name}` })
      const confirm = sheet(page).getByRole('button', { name: 'Redeem for 40' })
      await redeem.click()
      await confirm.click()
      await expect(sheet(page).getByRole('alert')).toContainText('You can try again')
      await page.unroute('**/rest/v1/rpc/redeem_reward')
      if (next === 'another try') await confirm.click()
      else {
        await page.reload()
        await expect(redeem).toHaveCount(0)
        await expect(card(page, name)).toContainText('You have one that is not claimed yet.')
        await expectAccessibleInBothThemes(page)
        await card(page, name)
          .getByRole('link', { name: `Claim ${name}` })
          .click()
        await page.getByRole('link', { name: new RegExp(`Claim.*${name} item`) }).click()
      }
      await expect(page).toHaveURL(/\/prizes\/claim\//)
      expect(await points()).toBe(60)
      await page.getByLabel('I accept the terms and conditions').check()
      await page.getByRole('button', { name: 'Claim Prize' }).click()
      await expect(page).toHaveURL('/dashboard')

      await page.goto('/rewards')
      await redeem.click()
      await confirm.click()
      if (next !== 'another try') {
        // The answer that was lost comes first: that one was claimed.
        await expect(page.getByRole('status').getByText('Redeem again to get another.')).toBeVisible()
        expect(await points()).toBe(60)
        await redeem.click()
        await confirm.click()
      }
      await expect(page).toHaveURL(/\/prizes\/claim\//)
      expect(await points()).toBe(20)
    })

  test('and the limit reached elsewhere: the refusal leads to the prizes', async ({ page, instance, signIn }) => {
    const [member, name] = [await instance.register(), unique('Weigh sling')]
    await instance.givePoints(member, 100)
    const id = await makeReward(instance, { name, price: 40 })
    await signIn(member)
    await page.goto('/rewards')
    await card(page, name)
      .getByRole('button', { name: `Redeem ${name}` })
      .click()
    const client = await instance.signedIn(member)
    await client.rpc('redeem_reward', { request_id: randomUUID(), package_id: id, price: 40 }).throwOnError()
    await sheet(page).getByRole('button', { name: 'Redeem for 40' }).click()
    await expect(sheet(page).getByRole('alert')).toContainText('as often as a member may this season')
    await sheet(page).getByRole('link', { name: 'Your prizes' }).click()
    await expect(page.getByRole('heading', { name: `${name} item` })).toBeVisible()
  })

  test('and one redeemed elsewhere that is not claimed: the refusal says to claim it', async ({
    page,
    instance,
    signIn,
  }) => {
    const [member, name] = [await instance.register(), unique('Spod')]
    await instance.givePoints(member, 100)
    const id = await makeReward(instance, { name, price: 40, limit: 2 })
    await signIn(member)
    await page.goto('/rewards')
    await card(page, name)
      .getByRole('button', { name: `Redeem ${name}` })
      .click()
    const client = await instance.signedIn(member)
    await client.rpc('redeem_reward', { request_id: randomUUID(), package_id: id, price: 40 }).throwOnError()
    await sheet(page).getByRole('button', { name: 'Redeem for 40' }).click()
    await expect(sheet(page).getByRole('alert')).toContainText('Claim it first. Your points are untouched.')
    await sheet(page).getByRole('link', { name: 'Your prizes' }).click()
    await expect(page.getByRole('heading', { name: `${name} item` })).toBeVisible()
  })
})

test('long names and large prices fit', async ({ page, instance, signIn }) => {
  const member = await instance.register()
  await instance.givePoints(member, 999_999_999)
  const name = `${randomUUID().slice(0, 8)}${'W'.repeat(80)}`
  await makeReward(instance, { name, price: 1_000_000 })
  await signIn(member)
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/rewards')
    await expect(card(page, name)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await card(page, name).getByRole('button').click()
    await expect(sheet(page)).toContainText('998,999,999')
    await expectNoSidewaysScroll(page)
  }
})

test.describe('a package whose answer is lost', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_FAILED|Failed to fetch|PostgrestError|package|Error: / })

  test('is completed at another try with fewer items and a lower price', async ({ page, instance, signIn }) => {
    const name = unique('Rig wallet')
    const admin = await instance.signedIn(instance.bailiff)
    await signIn(instance.bailiff)
    await page.goto('/admin/prizes')
    await page.getByRole('button', { name: 'Add Package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Package' })
    const item = (number: number) => dialog.getByRole('group', { name: `Item ${number}` })
    const send = dialog.getByRole('button', { name: 'Add Package' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Price in points').fill('2')
    await item(1).getByLabel('Title').fill('Wallet')
    await item(1).getByLabel('Type').selectOption('Digital')
    await dialog.getByRole('button', { name: 'Add item' }).click()
    await item(2).getByLabel('Title').fill('Rigs')
    await item(2).getByLabel('Type').selectOption('Digital')
    await page.route('**/rest/v1/prize_items*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    const mend = await failCalls(page, '**/rest/v1/prize_packages*', 'DELETE')
    await send.click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/rest/v1/prize_items*')
    await mend()
    await dialog.getByRole('button', { name: 'Remove item 2' }).click()
    await dialog.getByLabel('Price in points').fill('1')
    await send.click()
    await expect(card(page, name)).toContainText('Reward for 1 point')
    const { data } = await admin
      .from('prize_packages')
      .select('points_price, items:prize_items (title)')
      .eq('name', name)
      .throwOnError()
    expect(data).toEqual([{ points_price: 1, items: [{ title: 'Wallet' }] }])
  })
})

test('an admin sets a price, sees who got it for points, and gives the points back', async ({
  page,
  instance,
  signIn,
}) => {
  const [member, name] = [await instance.register(), unique('Unhooking mat')]
  await instance.givePoints(member, 100)
  const admin = await instance.signedIn(instance.bailiff)
  const { data: box } = await admin.from('prize_packages').insert({ name }).select('id').single().throwOnError()
  await admin
    .from('prize_items')
    .insert({ package_id: box.id, title: `${name} item`, type: 'digital', quantity: 3 })
    .throwOnError()
  await signIn(instance.bailiff)
  await page.goto('/admin/prizes')
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price in points').fill('60')
  await dialog.getByLabel('Per member and season').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, name)).toContainText('Reward for 60 points, 2 per member and season')
  await closedLayer(page)

  const client = await instance.signedIn(member)
  await client.rpc('redeem_reward', { request_id: randomUUID(), package_id: box.id, price: 60 }).throwOnError()
  const { data: award } = await client.from('prize_awards').select('id').single().throwOnError()
  await client
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true })
    .eq('id', award.id)
    .throwOnError()
  await page.goto(`/admin/claims?claim=${award.id}`)
  await expect(page.getByText('for 60 points')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel reward' })
  if (!(await cancel.isVisible())) await page.getByRole('button', { name: 'Update Status' }).click()
  await cancel.click()
  await expect(dialog).toContainText('and 60 points to the member')
  await dialog.getByRole('button', { name: 'Cancel reward' }).click()
  await expect(page.getByText('for 60 points')).toHaveCount(0)
  const { data: own } = await client.from('profiles').select('points').eq('id', member.id).single().throwOnError()
  expect(own.points).toBe(100)
})
