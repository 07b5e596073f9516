import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'
import { untilControlled } from './support/worker.ts'

// Photos of a post that are kept on the device, and what a phone shares with the app.

const UPLOADS = '**/storage/v1/object/newsfeed-images/**'
const KEPT = 'bankside-kept-photos'
const COLOURS = ['#506b2f', '#2f506b', '#6b2f50']
const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
const composer = (page: Page) => page.getByRole('textbox', { name: 'Write a post' })
const form = (page: Page) => page.getByRole('form', { name: 'New post' })
const tiles = (page: Page) => form(page).getByRole('listitem')
const send = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
const files = (count: number) =>
  Promise.all(
    COLOURS.slice(0, count).map(async (background, at) => ({
      name: `${at + 1}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 120, height: 90, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  )

async function choose(page: Page, count: number) {
  await page.getByRole('button', { name: 'Photo', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(await files(count))
  await expect(tiles(page)).toHaveCount(count)
}

/** Number of photos that the browser keeps for posts. */
const keptCount = (page: Page) =>
  page.evaluate(async (name) => {
    const databases = await indexedDB.databases()
    if (!databases.some((database) => database.name === name)) return 0
    return await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        const counting = database.transaction('photos').objectStore('photos').count()
        counting.onsuccess = () => {
          database.close()
          resolve(counting.result)
        }
      }
    })
  }, KEPT)

/** The photos of the member's posts, and their stored files. */
async function stored(instance: Instance, account: Account) {
  const client = await instance.signedIn(account)
  const { data: posts } = await client
    .from('newsfeed_posts')
    .select('content, image_url, more_images')
    .eq('user_id', account.id)
    .throwOnError()
  const { data: objects } = await client.storage.from('newsfeed-images').list(account.id)
  return {
    posts: posts.map(({ content, image_url, more_images }) => ({
      content,
      photos: [image_url, ...more_images].filter((url) => url !== null).length,
    })),
    files: objects?.length,
  }
}

interface Sharing {
  title?: string
  text?: string
  files: { name: string; type: string; base64: string }[]
}

/** Sends a form to the app's address for shares, from the page that is open, as the system of a phone does. */
async function share(page: Page, to: string, sharing: Sharing) {
  await page.evaluate(
    ([to, { title = '', text = '', files }]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: to, enctype: 'multipart/form-data' })
      for (const [name, value] of Object.entries({ title, text })) {
        const field = document.createElement('input')
        Object.assign(field, { name, value, type: 'hidden' })
        form.append(field)
      }
      const data = new DataTransfer()
      for (const { name, type, base64 } of files)
        data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }))
      const photos = document.createElement('input')
      Object.assign(photos, { type: 'file', name: 'photos', multiple: true, files: data.files })
      form.append(photos)
      document.body.append(form)
      form.submit()
    },
    [to, sharing] as const,
  )
}

const shared = async (count: number) =>
  (await files(count)).map(({ name, mimeType, buffer }) => ({
    name,
    type: mimeType,
    base64: buffer.toString('base64'),
  }))

/** Counts the uploads that a page begins. */
function uploadsOf(page: Page) {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/storage/v1/object/newsfeed-images/')) seen.count += 1
  })
  return seen
}

test.describe('a photo that was not uploaded', () => {
  test.use({ expectedErrors: /Failed to load resource|photo|Image|createPost/i })

  test('is there after a reload, is sent again alone, and is in the post once', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    let sent = 0
    let fails = true
    await page.route(UPLOADS, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent += 1
      return fails && sent > 1 ? route.fulfill({ status: 400, json: { message: 'no' } }) : route.fallback()
    })
    await page.goto('/newsfeed')
    const content = unique('Kept')
    await composer(page).fill(content)
    await choose(page, 3)
    await expect(form(page).getByRole('alert')).toHaveCount(2)
    await expect.poll(() => keptCount(page)).toBe(3)

    await page.reload()
    await expect(composer(page)).toHaveValue(content)
    await expect(tiles(page)).toHaveCount(3)
    await expect(tiles(page).nth(0).getByRole('alert')).toHaveCount(0)
    await expect(form(page).getByRole('alert')).toHaveCount(2)
    await expect(send(page)).toBeDisabled()
    await expectAccessibleInBothThemes(page)
    fails = false
    sent = 0
    await form(page).getByRole('button', { name: 'Retry, photo 2' }).click()
    await form(page).getByRole('button', { name: 'Retry, photo 3' }).click()
    await expect(send(page)).toBeEnabled()
    expect(sent).toBe(2)
    await send(page).click()
    await expect(page.getByRole('article').filter({ hasText: content })).toContainText('1 of 3')
    expect(await stored(instance, account)).toEqual({ posts: [{ content, photos: 3 }], files: 3 })
    await expect.poll(() => keptCount(page)).toBe(0)
  })

  test('is deleted from the device at sign-out', async ({ page, instance, signIn }) => {
    await signIn(await instance.register())
    await page.route(UPLOADS, (route) => route.fulfill({ status: 400, json: { message: 'no' } }))
    await page.goto('/newsfeed')
    await composer(page).fill('Kept')
    await choose(page, 1)
    await expect.poll(() => keptCount(page)).toBe(1)
    await page.getByRole('button', { name: 'Exit' }).click()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expect.poll(() => keptCount(page)).toBe(0)
  })

  test('is named by its place when the service has removed it, and can be sent again', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/newsfeed')
    const content = unique('Gone')
    await composer(page).fill(content)
    const answers: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/object/newsfeed-images/')) answers.push(request.url())
    })
    await choose(page, 2)
    await expect(send(page)).toBeEnabled()
    const bucket = (await instance.signedIn(account)).storage.from('newsfeed-images')
    const path = decodeURIComponent(answers[1]?.split('/newsfeed-images/')[1] ?? '')
    expect((await bucket.remove([path])).data).toHaveLength(1)
    await send(page).click()
    await expect(form(page)).toContainText('photo 2. Retry or remove it.')
    await expect(tiles(page).nth(1).getByRole('alert')).toContainText('This photo is no longer stored.')
    await expect(tiles(page).nth(0).getByRole('alert')).toHaveCount(0)
    await form(page).getByRole('button', { name: 'Retry, photo 2' }).click()
    await expect(send(page)).toBeEnabled()
    await send(page).click()
    await expect(page.getByRole('article').filter({ hasText: content })).toContainText('1 of 2')
    expect(await stored(instance, account)).toEqual({ posts: [{ content, photos: 2 }], files: 2 })
  })
})

test.describe('with the worker of the app', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what a phone shares opens the composer with it, once, and is posted', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/leaderboard')
    await untilControlled(page)
    const uploads = uploadsOf(page)
    const words = unique('From the gallery')
    await share(page, '/share', { title: 'One of two', text: words, files: await shared(2) })
    await expect(tiles(page)).toHaveCount(2)
    await expect(page).toHaveURL('/newsfeed')
    await expect(composer(page)).toHaveValue(`One of two\n${words}`)
    await expect(composer(page)).toBeFocused()
    await expect.poll(() => keptCount(page)).toBe(2)
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 320, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(tiles(page)).toHaveCount(2)
    await expect(composer(page)).toHaveValue(`One of two\n${words}`)
    await page.goBack()
    await expect(page).toHaveURL('/leaderboard')
    await page.goForward()
    await expect(tiles(page)).toHaveCount(2)
    expect(uploads.count).toBe(0)

    await composer(page).press('End')
    await expect(send(page)).toBeEnabled()
    await send(page).click()
    await expect(page.getByRole('article').filter({ hasText: words })).toContainText('1 of 2')
    expect(await stored(instance, account)).toEqual({
      posts: [{ content: `One of two\n${words}`, photos: 2 }],
      files: 2,
    })
    await expect.poll(() => keptCount(page)).toBe(0)
  })

  test('what a guest shares waits until they have signed in', async ({ page, instance }) => {
    const account = await instance.register()
    await page.goto('/')
    await untilControlled(page)
    await share(page, '/share', { text: 'Before signing in', files: await shared(1) })
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(tiles(page)).toHaveCount(1)
    await expect(page).toHaveURL('/newsfeed')
    await expect(composer(page)).toHaveValue('Before signing in')
    await composer(page).click()
    await send(page).click()
    await expect
      .poll(async () => (await stored(instance, account)).posts)
      .toEqual([{ content: 'Before signing in', photos: 1 }])
  })

  test('what a suspended member shares is dropped', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const admin = await instance.signedIn(instance.bailiff)
    await admin.from('profiles').update({ is_suspended: true }).eq('id', account.id).throwOnError()
    await signIn(account)
    await page.goto('/leaderboard')
    await untilControlled(page)
    await share(page, '/share', { text: 'Let me', files: await shared(1) })
    await expect(page.getByText('Your account has been suspended from posting in the newsfeed.')).toBeVisible()
    await expect(page).toHaveURL('/newsfeed')
    await expect.poll(() => keptCount(page)).toBe(0)
  })

  test('another site can open the composer with a picture, and do nothing else', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/leaderboard')
    await untilControlled(page)
    const uploads = uploadsOf(page)
    await page.route('http://attacker.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Look</title><body>' }),
    )
    await page.goto('http://attacker.test/')
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    await share(page, `${instance.url}/share`, {
      title: '<img src=x onerror=alert(1)>',
      text: 'https://attacker.test/',
      files: [
        { name: 'page.png', type: 'image/png', base64: base64('<html><script>alert(1)</script>') },
        { name: 'drawing.svg', type: 'image/svg+xml', base64: base64('<svg xmlns="http://www.w3.org/2000/svg"/>') },
        ...(await shared(1)),
      ],
    })
    await expect(tiles(page)).toHaveCount(1)
    await expect(page).toHaveURL(`${instance.url}/newsfeed`)
    await expect(form(page)).toContainText('2 files were not a JPEG, PNG or WebP photo and left out.')
    // The photo is ready to be sent, and is not before the member has done something.
    await expect.poll(() => keptCount(page)).toBe(1)
    await expect(send(page)).toBeDisabled()
    expect(uploads.count).toBe(0)
    expect(await stored(instance, account)).toEqual({ posts: [], files: 0 })
    await form(page).getByRole('button', { name: 'Remove photo 1' }).click()
    await expect(tiles(page)).toHaveCount(0)
    await expect.poll(() => keptCount(page)).toBe(0)
  })
})

test('without the worker a member is told to add the photo', async ({ page, instance, signIn }) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/leaderboard')
  await share(page, '/share', { text: 'Lost', files: await shared(1) })
  await expect(page.getByText('The photo did not reach the app. Add it here.')).toBeVisible()
  await expect(page).toHaveURL('/newsfeed')
  await expect(form(page).getByRole('button', { name: 'Choose photos' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByText('The photo did not reach the app. Add it here.')).toHaveCount(0)
})
