import { failCalls, openConsole } from './support/console.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const ROWS = '**/rest/v1/landing_content*'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a block is previewed, saved, and shown to guests', async ({ page, signIn, instance, browser }) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Feature 2' })
  await block.getByLabel('Title').fill('A swim of your own')
  await block.getByLabel('Description').fill('Pick one of a hundred.')
  await expect(block.getByText('18 / 100')).toBeVisible()
  await expect(block.getByText('Preview, not saved yet')).toBeVisible()
  await expect(block.locator('figure')).toContainText('A swim of your own')
  await block.getByRole('button', { name: 'Save Feature 2' }).dblclick()
  await expect(block.getByText('Feature 2 is saved.')).toBeVisible()

  const guest = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await guest.goto('/')
  await expect(guest.getByRole('heading', { name: 'A swim of your own' })).toBeVisible()
  await expect(guest.getByText('Pick one of a hundred.')).toBeVisible()

  await block.getByLabel('Title').fill('')
  await expect(block.getByText('Not shown: this block has no title.')).toBeVisible()
  await block.getByRole('button', { name: 'Save Feature 2' }).click()
  await expect(block.getByText('Feature 2 is saved.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(guest.getByText('Pick one of a hundred.')).toHaveCount(0)
  await guest.context().close()
})

test('a picture is uploaded, or its address pasted', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Feature 1' })
  const address = block.getByLabel('Address of: Feature 1 picture')
  await block
    .getByLabel('Feature 1 picture', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: PIXEL })
  await expect(address).toHaveValue(/\/storage\/v1\/object\/public\/games-images\//)
  await block.getByRole('button', { name: 'Save Feature 1' }).click()
  await expect(block.getByText('Feature 1 is saved.')).toBeVisible()
  await address.fill('javascript:alert(1)')
  await block.getByRole('button', { name: 'Save Feature 1' }).click()
  await expect(block.getByText('Invalid image URL')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('')
  await block.getByRole('button', { name: 'Save Feature 1' }).click()
  await expect(block.getByText('Feature 1 is saved.')).toBeVisible()
})

test('a picture from another site is fetched once, and guests see the copy', async ({
  page,
  signIn,
  instance,
  browser,
}) => {
  const admin = await instance.signedIn(instance.bailiff)
  const path = `${(await admin.auth.getUser()).data.user?.id}/fetched.png`
  const files = admin.storage.from('games-images')
  expect((await files.upload(path, PIXEL, { contentType: 'image/png' })).error).toBeNull()
  const copy = `/storage/v1/object/public/games-images/${path}`
  const asked: unknown[] = []
  await page.route('**/functions/v1/fetch-picture', (route) => {
    asked.push(route.request().postDataJSON())
    return route.fulfill({ json: { url: copy } })
  })
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Feature 3' })
  const address = block.getByLabel('Address of: Feature 3 picture')
  await address.fill('https://photos.example/lake.png')
  await block.getByRole('button', { name: 'Save Feature 3' }).click()
  await expect(block.getByText('Fetch the picture first, or upload one')).toBeVisible()
  await expect(address).toBeFocused()
  await block.getByRole('button', { name: 'Fetch picture' }).click()
  await expect(address).toHaveValue(copy)
  expect(asked).toEqual([{ url: 'https://photos.example/lake.png' }])
  await expect(block.getByRole('button', { name: 'Fetch picture' })).toHaveCount(0)
  await block.getByRole('button', { name: 'Save Feature 3' }).click()
  await expect(block.getByText('Feature 3 is saved.')).toBeVisible()
  const guest = await (await browser.newContext({ baseURL: instance.url })).newPage()
  await guest.goto('/')
  await expect(guest.locator(`img[src*="games-images/${path}"]`).first()).toBeVisible()
  await guest.context().close()
  await address.fill('')
  await block.getByRole('button', { name: 'Save Feature 3' }).click()
  await expect(block.getByText('Feature 3 is saved.')).toBeVisible()
})

test('an address of more than 2,048 characters is refused with a message and not truncated', async ({
  page,
  signIn,
  instance,
}) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Feature 3' })
  const address = block.getByLabel('Address of: Feature 3 picture')
  const long = `https://photos.example/${'x'.repeat(2048)}`
  await address.fill(long)
  await expect(block.getByText('Use 2048 characters at most')).toBeVisible()
  await block.getByRole('button', { name: 'Save Feature 3' }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveValue(long)
})

test('texts that are too long are not sent', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Hero' })
  await block.getByLabel('Title').fill('x'.repeat(101))
  await block.getByLabel('Description').fill('x'.repeat(501))
  await block.getByRole('button', { name: 'Save Hero' }).click()
  await expect(block.getByText('Use 100 characters at most')).toBeVisible()
  await expect(block.getByText('Use 500 characters at most')).toBeVisible()
  await expect(block.getByLabel('Title')).toBeFocused()
})

test('warns the second of two admins, and overwrites nothing', async ({ page, signIn, instance }) => {
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  const block = page.getByRole('region', { name: 'Feature 3' })
  await block.getByLabel('Title').fill('Mine')
  const other = await instance.signedIn(instance.bailiff)
  await other.from('landing_content').update({ title: 'Theirs' }).eq('section', 'feature3').throwOnError()
  await block.getByRole('button', { name: 'Save Feature 3' }).click()
  await expect(block.getByText('Someone else changed this in the meantime')).toBeVisible()
  await expect(block.getByLabel('Title')).toHaveValue('Mine')
  await block.getByRole('button', { name: 'Load latest version' }).click()
  await expect(block.getByLabel('Title')).toHaveValue('Theirs')
})

test('is accessible in both themes and fits a phone', async ({ page, signIn, instance }) => {
  await openConsole({ page, signIn, instance }, 'content', 'Content')
  await expect(page.getByRole('region', { name: 'Feature 3' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|content|uploadImage|fetchPicture/ })

  test('reports what could not be loaded, and tries again', async ({ page, signIn, instance }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, ROWS)
    await openConsole({ page, signIn, instance }, 'content', 'Content')
    await expect(page.getByText('Failed to load content')).toBeVisible()
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Hero' })).toBeVisible()
  })

  test('reports an address without a picture, and keeps it', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, 'content', 'Content')
    const block = page.getByRole('region', { name: 'Feature 1' })
    const address = block.getByLabel('Address of: Feature 1 picture')
    await address.fill('http://127.0.0.1/lake.png')
    await address.press('Enter')
    await expect(block.getByText('No picture could be fetched from this address.')).toBeVisible()
    await expect(address).toHaveValue('http://127.0.0.1/lake.png')
  })

  test('reports a failed upload, keeps the input, and uploads at the next try', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, 'content', 'Content')
    const block = page.getByRole('region', { name: 'Feature 1' })
    await block.getByLabel('Description').fill('Typed before the picture')
    const restore = await failCalls(page, '**/storage/v1/object/games-images/**')
    await block
      .getByLabel('Feature 1 picture', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: 'lake.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(block.getByText('Failed to upload image')).toBeVisible()
    await restore()
    await block.getByRole('button', { name: 'Retry' }).click()
    await expect(block.getByLabel('Address of: Feature 1 picture')).toHaveValue(/\/games-images\//)
    await expect(block.getByText('Failed to upload image')).toHaveCount(0)
    await expect(block.getByLabel('Description')).toHaveValue('Typed before the picture')
  })

  test('reports what could not be saved, and keeps the input', async ({ page, signIn, instance }) => {
    await openConsole({ page, signIn, instance }, 'content', 'Content')
    const block = page.getByRole('region', { name: 'Hero' })
    await block.getByLabel('Title').fill('Words worth keeping')
    await failCalls(page, ROWS, 'PATCH')
    await block.getByRole('button', { name: 'Save Hero' }).click()
    await expect(block.getByText('Failed to update content')).toBeVisible()
    await expect(block.getByLabel('Title')).toHaveValue('Words worth keeping')
  })
})
