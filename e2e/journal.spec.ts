import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const photoOf = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()

const form = (page: Page) => page.getByRole('form', { name: 'Log a catch' })
const row = (page: Page, weight: string) => page.getByRole('button', { name: new RegExp(`^${weight}`) })
const told = (page: Page) => page.getByRole('heading', { name: 'New personal best' })

/** A member who weighs in pounds. */
async function angler(instance: Instance) {
  const account = await instance.register()
  const client = await instance.signedIn(account)
  await client.from('profiles').update({ weight_unit: 'lbs' }).eq('id', account.id).throwOnError()
  return { account, client }
}

async function openJournal(page: Page) {
  await page.goto('/journal')
  await expect(page.getByRole('heading', { name: 'Log a catch' })).toBeVisible()
}

/** Fills weight and variety; the rest stays as it is. */
async function fill(page: Page, pounds: string, ounces: string, variety: string) {
  await form(page).getByLabel('Pounds').fill(pounds)
  await form(page).getByLabel('Ounces').fill(ounces)
  await form(page).getByRole('radio', { name: variety }).check()
}

const save = (page: Page) => form(page).getByRole('button', { name: 'Save catch' }).click()

test('a member logs 32 lb 8 oz with a photo, is told of the best once, and corrects and deletes it', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const { account, client } = await angler(instance)
  await signIn(account)
  await openJournal(page)
  await expect(page.getByText('Your journal begins with your next fish.')).toBeVisible()
  await expect(form(page).getByText('There is no field for a place.', { exact: false })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await fill(page, '32', '8', 'Mirror')
  await expect(form(page).getByText('14.74 kg.')).toBeVisible()
  for (let n = 0; n < 3; n += 1) {
    await form(page).getByRole('radio', { name: 'kg', exact: true }).click()
    await form(page).getByRole('radio', { name: 'lb oz' }).click()
  }
  await expect(form(page).getByLabel('Ounces')).toHaveValue('8')
  await form(page)
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'carp.jpg', mimeType: 'image/jpeg', buffer: await photoOf('#506b2f') })
  await expect(form(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  const words = `On a wafter ${randomUUID().slice(0, 8)}`
  await form(page).getByLabel('Note').fill(words)

  // The words stay when the page is loaded again before they are sent.
  await page.reload()
  await expect(form(page).getByLabel('Note')).toHaveValue(words)
  await expect(form(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  await save(page)
  await expect(told(page)).toBeFocused()
  await expect(page.getByText('Your first mirror in the journal: the one to beat.', { exact: false })).toBeVisible()
  await expect(form(page).getByLabel('Pounds')).toHaveValue('')
  await expectAccessibleInBothThemes(page)
  const { data: stored } = await client
    .from('catches')
    .select('grams, variety, visibility, words')
    .eq('user_id', account.id)
    .throwOnError()
  expect(stored).toEqual([{ grams: 14_742, variety: 'mirror', visibility: 'connections', words }])

  // Told once: not again after a reload, nor for a smaller one.
  await page.reload()
  await expect(row(page, '32 lb 8 oz')).toBeVisible()
  await expect(told(page)).toHaveCount(0)
  await fill(page, '20', '0', 'Mirror')
  await save(page)
  await expect(page.getByRole('status').getByText('Saved in your journal.')).toBeVisible()
  await expect(row(page, '20 lb 0 oz')).toBeVisible()
  await expect(page.getByText(/^2 catches, 52 lb 8 oz$/)).toBeVisible()

  await row(page, '32 lb 8 oz').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Open the photo' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Ounces').fill('10')
  await page.getByRole('dialog').getByRole('radio', { name: 'Everyone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row(page, '32 lb 10 oz')).toContainText('Everyone')

  await row(page, '32 lb 10 oz').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').getByText('Catch deleted.')).toBeVisible()
  await expect(row(page, '32 lb 10 oz')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Personal best' })).toContainText('20 lb 0 oz')
})

test('a new best is offered to News: the composer opens with its words and its photo', async ({
  page,
  instance,
  signIn,
}) => {
  const { account, client } = await angler(instance)
  const log = { grams: 13_000, caught_on: '2026-01-01', variety: 'common' }
  await client.from('catches').insert(log).throwOnError()
  await signIn(account)
  await openJournal(page)
  await fill(page, '32', '8', 'Common')
  await form(page)
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'carp.jpg', mimeType: 'image/jpeg', buffer: await photoOf('#2f506b') })
  await expect(form(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  await form(page).getByLabel('Note').fill('At first light.')
  await save(page)
  await expect(
    page.getByText(/^3 lb 13 oz up on your old best common, which stood since January 2026\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Share it in News' }).click()
  await expect(page).toHaveURL('/newsfeed')
  await expect(page.getByRole('textbox', { name: 'Write a post' })).toHaveValue(
    'New personal best: 32 lb 8 oz common.\n\nAt first light.',
  )
  await expect(
    page.getByRole('form', { name: 'New post' }).getByRole('button', { name: 'Remove photo 1' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const post = page.getByRole('article').filter({ hasText: 'New personal best: 32 lb 8 oz common.' }).first()
  await expect(post.getByRole('img').first()).toBeVisible()
})

/** A device whose share sheet takes files; what it was given is kept in the page. */
const addShareSheet = (page: Page) =>
  page.evaluate(() => {
    const given: { title: string | undefined; name: string; type: string; bytes: number[] }[] = []
    const sheet = {
      canShare: ({ files }: ShareData) => files !== undefined,
      share: async ({ files = [], title }: ShareData) => {
        for (const file of files)
          given.push({ title, name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())] })
      },
    }
    for (const [name, value] of Object.entries(sheet))
      Object.defineProperty(navigator, name, { value, configurable: true })
    Object.assign(window, { given })
  })
const given = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { given: { title: string; name: string; type: string; bytes: number[] }[] }).given,
  )

test('on a phone a picture of a new best is saved, or handed to the share sheet as a file', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const { account } = await angler(instance)
  await signIn(account)
  await page.setViewportSize({ width: 390, height: 844 })
  await openJournal(page)
  await fill(page, '31', '4', 'Mirror')
  await save(page)
  await expect(told(page)).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  expect((await saving).suggestedFilename()).toBe('personal-best-mirror.jpg')
  await expect(page.getByRole('status').getByText('Picture saved.')).toBeVisible()

  await addShareSheet(page)
  await fill(page, '32', '8', 'Mirror')
  await form(page)
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'carp.jpg', mimeType: 'image/jpeg', buffer: await photoOf('#0000ff') })
  await expect(form(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  await save(page)
  const share = page.getByRole('button', { name: 'Share picture' })
  await expect(share).toBeVisible()
  expect((await share.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessibleInBothThemes(page)
  await share.click()
  await expect.poll(async () => (await given(page)).length).toBe(1)
  const [{ bytes = [], ...file } = {}] = await given(page)
  expect(file).toEqual({ title: 'New personal best', name: 'personal-best-mirror.jpg', type: 'image/jpeg' })
  const picture = sharp(Buffer.from(bytes))
  expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  // In the middle of the ring is the photo.
  const { data } = await picture
    .extract({ left: 888, top: 315, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)].map((value) => Math.round(value / 64))).toEqual([0, 0, 4])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test.describe('a picture that cannot be made', () => {
  test.use({ expectedErrors: /status of 429|could not be made/ })

  test('is told, and can be tried again', async ({ page, instance, signIn }) => {
    const { account } = await angler(instance)
    await signIn(account)
    await openJournal(page)
    await fill(page, '31', '4', 'Mirror')
    await save(page)
    await page.route('**/share/own/**', (route) => route.fulfill({ status: 429, body: '{}' }), { times: 1 })
    await page.getByRole('button', { name: 'Save picture' }).click()
    await expect(page.getByRole('status').getByText('The picture could not be made. Try again.')).toBeVisible()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save picture' }).click()
    await saving
  })
})

async function catchFor(client: Awaited<ReturnType<typeof angler>>['client'], visibility: string, grams: number) {
  const fields = { grams, visibility, caught_on: '2026-03-01', variety: 'mirror' }
  await client.from('catches').insert(fields).throwOnError()
}

test('another member sees what is shared with them, on the member’s page and in the journal, and sums of that only', async ({
  page,
  instance,
  signIn,
}) => {
  test.slow()
  const { account: mel, client } = await angler(instance)
  await catchFor(client, 'members', 9072)
  await catchFor(client, 'connections', 11_340)
  await catchFor(client, 'me', 13_608)
  const { account: tom, client: toms } = await angler(instance)
  await signIn(tom)

  const journal = async () => {
    await page.goto(`/members/${mel.username}`)
    await page.getByRole('link', { name: 'All catches' }).click()
    await expect(page).toHaveURL(`/members/${mel.username}/journal`)
    await expect(page.getByRole('heading', { level: 1, name: `Journal of ${mel.username}` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Personal best' })).toBeVisible()
  }
  await journal()
  await expect(row(page, '20 lb 0 oz')).toBeVisible()
  for (const hidden of ['25 lb 0 oz', '30 lb 0 oz']) await expect(row(page, hidden)).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^All time 1 20 lb 0 oz/ })).toBeVisible()
  await row(page, '20 lb 0 oz').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /Edit|Delete|Remove/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  await toms.from('member_connections').insert({ user_id: tom.id, connected_user_id: mel.id, status: 'pending' })
  await client.from('member_connections').update({ status: 'accepted' }).eq('user_id', tom.id).throwOnError()
  await journal()
  await expect(page.getByRole('row', { name: /^All time 2 45 lb 0 oz/ })).toBeVisible()
  await expect(row(page, '30 lb 0 oz')).toHaveCount(0)
})

test('the form is filled and sent by keyboard, and leads to the first error', async ({ page, instance, signIn }) => {
  const { account } = await angler(instance)
  await signIn(account)
  await openJournal(page)
  await form(page).getByRole('button', { name: 'Save catch' }).focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Pounds')).toBeFocused()
  await expect(form(page).getByText('Enter the weight')).toBeVisible()
  await page.keyboard.type('32 lb 8 oz')
  await expect(form(page).getByLabel('Ounces')).toHaveValue('8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form(page).getByRole('radio', { name: 'Common' })).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByRole('radio', { name: 'Mirror' })).toBeChecked()
  await form(page).getByLabel('Note').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(form(page).getByRole('radio', { name: 'Only me' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(told(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeFocused()
  await expect(row(page, '32 lb 8 oz')).toContainText('Only me')
})

test('what is logged on one device appears on another', async ({ page, instance, signIn }) => {
  const { account, client } = await angler(instance)
  await signIn(account)
  await openJournal(page)
  await catchFor(client, 'me', 14_742)
  await expect(row(page, '32 lb 8 oz')).toBeVisible()
})

test('on a phone the button leads to the form, and nothing is cut off', async ({ page, instance, signIn }) => {
  const { account, client } = await angler(instance)
  await catchFor(client, 'members', 453_592)
  await signIn(account)
  await page.setViewportSize({ width: 320, height: 640 })
  await openJournal(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Log a catch' }).click()
  await expect(page.getByRole('heading', { name: 'Log a catch' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Log a catch' })).toBeInViewport()
})

test('the weight of the profile can be the best catch that everyone may see', async ({ page, instance, signIn }) => {
  const { account, client } = await angler(instance)
  await catchFor(client, 'members', 14_742)
  await catchFor(client, 'me', 20_000)
  await signIn(account)
  await page.goto('/profile')
  await page.getByRole('radio', { name: 'My best catch' }).click()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByLabel('Personal best weight')).toHaveValue('32.5')
  await page.getByRole('radio', { name: 'As typed' }).click()
  await page.getByLabel('Personal best weight').fill('30')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await page.reload()
  await expect(page.getByLabel('Personal best weight')).toHaveValue('30')
})

test('the chart shows the personal bests, or every catch', async ({ page, instance, signIn }) => {
  const { account, client } = await angler(instance)
  const log = (caught_on: string, pounds: number) =>
    client
      .rpc('log_catch', {
        request_id: randomUUID(),
        grams: Math.round(pounds * 453.592_37),
        caught_on,
        variety: 'mirror',
      })
      .throwOnError()
  await log('2024-05-01', 18)
  await signIn(account)
  await openJournal(page)
  const chart = page.getByRole('img', { name: /^Personal best over time/ })
  await expect(chart).toBeVisible()
  // One catch: nothing to choose from.
  await expect(page.getByRole('radio', { name: 'Every catch' })).toBeHidden()
  await log('2025-06-02', 24)
  await log('2026-01-03', 12)
  await page.reload()
  await page.getByRole('radio', { name: 'Every catch' }).click()
  const every = page.getByRole('img', { name: '3 catches since May 2024; the heaviest 24 lb 0 oz' })
  await expect(every.locator('i')).toHaveCount(3)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)

  // What is logged now is in it as well.
  await fill(page, '20', '0', 'Common')
  await save(page)
  await expect(told(page)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('radio', { name: 'Every catch' }).click()
  await expect(page.getByRole('img', { name: /^4 catches since May 2024/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Every catch' }).press('ArrowLeft')
  await expect(chart).toBeVisible()
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|journal|catch/i })

  test('a journal that cannot be loaded says so, and a catch that is not saved stays in the form', async ({
    page,
    instance,
    signIn,
  }) => {
    const { account } = await angler(instance)
    await signIn(account)
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.route('**/rest/v1/rpc/journal_summary*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/journal')
    await expect(page.getByRole('heading', { name: 'Failed to load the journal' })).toBeVisible()
    await page.unroute('**/rest/v1/rpc/journal_summary*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Failed to load the journal' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Log a catch' })).toBeVisible()

    await fill(page, '9', '0', 'Mirror')
    await save(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await fill(page, '8', '0', 'Mirror')
    await save(page)
    await page.route('**/rest/v1/rpc/journal_weights*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('radio', { name: 'Every catch' }).click()
    await expect(page.getByText('The catches did not load.')).toBeVisible()
    await page.unroute('**/rest/v1/rpc/journal_weights*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('img', { name: /^2 catches since/ })).toBeVisible()

    await page.route('**/rest/v1/rpc/log_catch', (route) =>
      route.fulfill({ status: 400, json: { code: 'CT001', message: 'x', details: null, hint: null } }),
    )
    await fill(page, '10', '4', 'Ghost')
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Failed to save the catch. The day is in the future.')
    await expect(form(page).getByLabel('Pounds')).toHaveValue('10')
  })
})
