import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { makeDoor } from './support/door.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, test } from './support/test.ts'

test.use({
  // The browser and the app log every request that fails without a line.
  expectedErrors:
    /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to (fetch|load)|no network|WebSocket|AuthRetryable|load[A-Z]/,
})

const WAITS = 'No connection. The upload goes on by itself when it is back.'
const RESUMABLE = '/storage/v1/upload/resumable'

/** A photo with noise, of about a megabyte. */
const photo = async () => ({
  name: 'dawn.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 1200,
      height: 1000,
      channels: 3,
      background: '#2f7d5b',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer(),
})

/** Limits what a page can send, in bytes a second; -1 without a limit. */
async function narrow(page: Page, bytes: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const open = { offline: false, latency: 0, downloadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', { ...open, uploadThroughput: bytes })
  // The limit ends with the session.
  if (bytes < 0) await cdp.detach()
}

interface Given {
  page: Page
  instance: Instance
  signIn: (account: Account) => Promise<void>
}

/** The profile of a new member, behind a door: of a browser that is switched offline, requests on their way go on. */
async function openProfile({ page, instance, signIn }: Given) {
  const [account, door] = [await instance.register(), await makeDoor(instance.url)]
  instance.atEnd(() => door.shut())
  await signIn(account)
  await page.goto(`${door.url}/profile`)
  return { account, door, uploads: uploadsOf(page) }
}

/** Requests of resumable uploads from now on. */
function uploadsOf(page: Page): { of: (method: string) => Request[] } {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes(RESUMABLE)) sent.push(request)
  })
  return { of: (method) => sent.filter((request) => request.method() === method) }
}

const offsetOf = (request: Request | undefined) => Number(request?.headers()['upload-offset'])
const shareOf = (page: Page) =>
  page.getByRole('progressbar', { name: 'Uploading' }).evaluate((bar: HTMLProgressElement) => bar.value)

/** Chooses a fishing photo, on a line so slow that a third of it has been sent when this returns. */
async function sendAThird(page: Page, file: Awaited<ReturnType<typeof photo>>): Promise<void> {
  await expect(page.getByText('Add Photo')).toBeVisible()
  await narrow(page, 150_000)
  await page.getByLabel('Fishing photo', { exact: true }).setInputFiles(file)
  await expect.poll(() => shareOf(page)).toBeGreaterThan(0.33)
}

async function filesOf(instance: Instance, account: Account): Promise<string[]> {
  const { data } = await (await instance.signedIn(account)).storage.from('fishing-photos').list(account.id)
  return (data ?? []).map(({ name }) => name)
}

test('a photo waits for a line that is lost, and goes on where it was', async ({ page, instance, signIn }) => {
  const { account, door, uploads } = await openProfile({ page, instance, signIn })
  await sendAThird(page, await photo())

  await door.shut()
  await expect(page.getByText(WAITS)).toBeVisible()
  const kept = await shareOf(page)
  expect(kept).toBeGreaterThan(0.33)
  await expect.poll(() => uploads.of('HEAD').length).toBeGreaterThan(0)
  await expect(page.getByText(WAITS)).toBeVisible()
  expect(await shareOf(page)).toBe(kept)

  await narrow(page, -1)
  await door.open()
  await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Fishing photo 1' })).toBeVisible()
  expect(uploads.of('POST')).toHaveLength(1)
  const length = Number(uploads.of('POST')[0]?.headers()['upload-length'])
  const offsets = uploads.of('PATCH').map(offsetOf)
  expect(offsets).toHaveLength(2)
  expect(offsets[0]).toBe(0)
  expect(offsets[1]).toBeGreaterThan(length / 5)
  expect(await filesOf(instance, account)).toHaveLength(1)
})

test('Cancel without a line removes what was begun, once there is one', async ({ page, instance, signIn }) => {
  const { account, door, uploads } = await openProfile({ page, instance, signIn })
  await sendAThird(page, await photo())
  await door.shut()
  await expect(page.getByText(WAITS)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(WAITS)).toBeHidden()
  const removed = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.status() === 204)
  await door.open()
  const address = (await removed).url()
  const { access_token: token } = await instance.session(account)
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  expect((await page.request.head(address, { headers })).status()).toBe(404)
  expect(uploads.of('PATCH')).toHaveLength(1)
  expect(await filesOf(instance, account)).toEqual([])
  await expect(page.getByRole('button', { name: 'Add Photo' })).toBeEnabled()
})

test('after a reload the same photo goes on where it was', async ({ page, instance, signIn }) => {
  const { account, uploads } = await openProfile({ page, instance, signIn })
  const file = await photo()
  await sendAThird(page, file)
  await page.reload()
  await expect(page.getByText('Add Photo')).toBeVisible()
  await narrow(page, -1)
  await page.getByLabel('Fishing photo', { exact: true }).setInputFiles(file)
  await expect(page.getByText('Fishing photo added successfully!')).toBeVisible()
  expect(uploads.of('POST')).toHaveLength(1)
  const length = Number(uploads.of('POST')[0]?.headers()['upload-length'])
  expect(offsetOf(uploads.of('PATCH').at(-1))).toBeGreaterThan(length / 5)
  expect(await filesOf(instance, account)).toHaveLength(1)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('upload')))).toEqual([])
})
