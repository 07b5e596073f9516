import type { Page } from '@playwright/test'
import { photo, signInAt } from './support/crew.ts'
import type { Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'
import { untilControlled } from './support/worker.ts'

test.use({
  serviceWorkers: 'allow',
  // The browser and the app log every request that fails while offline, and the refusal that a story is about. The script
  // that signs in finds no storage on a blank page.
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|no network|WebSocket|AuthRetryableFetchError|load[A-Z]|Failed to load|checkAdmin|start|'sessionStorage'/,
})

const form = (page: Page) => page.getByRole('form', { name: 'Log a catch' })
const waiting = (page: Page) => page.getByRole('button', { name: /Waiting to be sent/ })

/** A member who weighs in pounds, with the journal open and kept on the device. */
async function angler(instance: Instance) {
  const account = await instance.register()
  const client = await instance.signedIn(account)
  await client.from('profiles').update({ weight_unit: 'lbs' }).eq('id', account.id).throwOnError()
  return { account, client }
}

async function log(page: Page, pounds: string, note: string) {
  await form(page).getByLabel('Pounds').fill(pounds)
  await form(page).getByRole('radio', { name: 'Mirror' }).check()
  await form(page).getByLabel('Note').fill(note)
  await form(page).getByRole('button', { name: 'Save catch' }).click()
  await expect(form(page).getByLabel('Note')).toHaveValue('')
}

test('twenty catches that are logged without a line survive a closed app, and two tabs make twenty rows of them', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  test.slow()
  const { account, client } = await angler(instance)
  await signIn(account)
  await page.goto('/journal')
  await expect(form(page)).toBeVisible()
  await untilControlled(page)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Your journal is not on this device')).toBeVisible()
  await expect(form(page).getByLabel('Pounds')).toBeVisible()
  await form(page)
    .getByLabel('Photo', { exact: true })
    .setInputFiles(await photo('#506b2f'))
  await expect(form(page).getByRole('button', { name: 'Replace' })).toBeVisible()
  for (let n = 1; n <= 20; n += 1) await log(page, String(n), `Catch ${n}`)
  await expect(waiting(page)).toHaveCount(20)
  await expect(page.getByText('20 catches wait on this device', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  // No document of the app is left.
  await page.goto('about:blank')
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) {
    await tab.goto('/journal')
    await expect(waiting(tab)).toHaveCount(20)
  }
  await context.setOffline(false)
  const rows = async () => {
    const { data } = await client
      .from('catches')
      .select('grams, words, photo_path')
      .eq('user_id', account.id)
      .order('created_at')
      .throwOnError()
    return data
  }
  await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(20)
  for (const tab of tabs) {
    await expect(waiting(tab)).toHaveCount(0)
    await expect(tab.getByRole('row', { name: /^All time 20/ })).toBeVisible()
  }
  // A personal best that was found later is told in one of them.
  await expect
    .poll(async () =>
      (await Promise.all(tabs.map((tab) => tab.getByText('New personal best', { exact: true }).count()))).sort(),
    )
    .toEqual([0, 1])
  const all = await rows()
  expect(all.map(({ words }) => words)).toEqual(Array.from({ length: 20 }, (_, index) => `Catch ${index + 1}`))
  expect(new Set(all.map(({ grams }) => grams)).size).toBe(20)
  expect(all.map(({ photo_path }) => photo_path !== null)).toEqual(all.map((_, index) => index === 0))
})

test('a refused catch stays with its reason for its angler alone, and is sent once it is corrected', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  test.slow()
  const { account: tom, client } = await angler(instance)
  const { account: finn, client: finns } = await angler(instance)
  const count = async (of: typeof client, id: string) =>
    (await of.from('catches').select('words').eq('user_id', id).throwOnError()).data.map(({ words }) => words)
  await signIn(tom)
  await page.goto('/journal')
  await expect(form(page)).toBeVisible()
  await untilControlled(page)
  await context.setOffline(true)
  await log(page, '12', 'From tomorrow')
  await log(page, '13', 'To be deleted')
  await log(page, '14', 'From today')
  await page.getByRole('button', { name: /^13 lb/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this catch?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(waiting(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^14 lb/ }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('From today, by the reeds')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A device whose clock is wrong lets its form take such a day.
  await setDay(page, 'From tomorrow', '2101-01-01')
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /Not accepted/ })).toHaveCount(1)
  await expect(waiting(page)).toHaveCount(0)
  await expect.poll(() => count(client, tom.id)).toEqual(['From today, by the reeds'])

  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await signInAt(page, finn)
  await page.goto('/journal')
  await expect(page.getByText('Your journal begins with your next fish.')).toBeVisible()
  await expect(page.getByText(/Not accepted|wait on this device/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Exit' }).click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()

  await signInAt(page, tom)
  await page.goto('/journal')
  await page.getByRole('button', { name: /Not accepted/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Not accepted' })
  await expect(sheet.getByText('The day is in the future.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await sheet.getByLabel(/^Date/).fill('2026-01-02')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => count(client, tom.id)).toEqual(['From today, by the reeds', 'From tomorrow'])
  await expect(page.getByRole('button', { name: /Not accepted|Waiting to be sent/ })).toHaveCount(0)
  expect(await count(finns, finn.id)).toEqual([])
})

/** Changes the day of a catch that waits on the device. */
async function setDay(page: Page, words: string, day: string) {
  await page.evaluate(
    ([words, day]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('bankside-catches')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('catches', 'readwrite')
          const store = transaction.objectStore('catches')
          const reading = store.getAll()
          reading.onsuccess = () => {
            for (const one of reading.result)
              if (one.fields.words === words) store.put({ ...one, fields: { ...one.fields, caught_on: day } })
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          transaction.onerror = () => reject(transaction.error)
        }
      }),
    [words, day] as const,
  )
}
