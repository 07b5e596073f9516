import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { startOwnEngine } from './support/own-engine.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const jpeg = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#2f7d5b' } })
    .jpeg()
    .toBuffer()

test('a member downloads everything stored about them, with their photos’ addresses', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await instance.givePoints(account, 25)
  const member = await instance.signedIn(account)
  const path = `${account.id}/1.jpg`
  await member.storage.from('fishing-photos').upload(path, await jpeg(), { contentType: 'image/jpeg' })
  await signIn(account)
  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`bankside-data-${new Date().toISOString().slice(0, 10)}.json`)
  await expect(page.getByText('Your data was saved as a file.')).toBeVisible()
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({
    account: { email: account.email },
    profile: { username: account.username, points: 25 },
    points: [{ points_change: 25 }],
    photos: [expect.stringContaining(`/fishing-photos/${path}`)],
  })
  expect((await fetch(data.photos[0])).status).toBe(200)
})

test.describe('a member who deletes the account', () => {
  // The session no longer exists when the browser ends it, so the service reports an error.
  test.use({ expectedErrors: /Failed to load resource.*(400|401|403)|does not exist/ })

  test('enters the password, and account, posts and files are deleted', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const member = await instance.signedIn(account)
    await member.from('newsfeed_posts').insert({ content: `Last words of ${account.username}` })
    const path = `${account.id}/1.jpg`
    await member.storage.from('avatars').upload(path, await jpeg(), { contentType: 'image/jpeg' })
    const photo = member.storage.from('avatars').getPublicUrl(path).data.publicUrl
    await signIn(account)
    await page.goto('/profile')
    await page.getByLabel('Bio').fill('Unsent words')
    // What a page does at leisure has been done.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('bankside-time-zone'))).not.toBeNull()
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await expect(dialog).toContainText('Deleted for good:')
    await expect(dialog).toContainText('Kept, without your name:')
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByText('Enter your password')).toBeVisible()

    await dialog.getByLabel('Your password').fill('not-the-password')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('That is not your password. Nothing was deleted.')
    expect((await fetch(photo)).status).toBe(200)

    await dialog.getByLabel('Your password').fill(account.password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Your account is deleted.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    expect(
      await page.evaluate(
        (id) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]).includes(id),
        account.id,
      ),
    ).toBe(false)
    // What a page remembers when it is left.
    await page.reload()
    expect(await page.evaluate(() => sessionStorage.getItem('bankside-scroll'))).not.toContain('/profile')
    await expect(instance.signedIn(account)).rejects.toThrow('Invalid login credentials')
    const other = await instance.signedIn(await instance.register())
    const { data } = await other.from('newsfeed_posts').select('id').eq('user_id', account.id)
    expect(data).toEqual([])
    await expect.poll(async () => (await fetch(`${photo}?again`)).status).not.toBe(200)

    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login$/)
  })

  test('sees the confirmation when a request is refused while the landing page is loading', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/profile')
    const refused = page.waitForResponse((answer) => answer.status() === 401 || answer.status() === 403)
    await page.route(/\/assets\/landing[^/]*\.js$/, async (route) => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await refused
      // Time for the page to find out that its session has ended.
      await delay(1_500)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your password').fill(account.password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await refused
    await expect(page.getByText('Your account is deleted.')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
  })

  test('can stop with Cancel or Escape, and nothing changes', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/profile')
    const open = page.getByRole('button', { name: 'Delete account' })
    const dialog = page.getByRole('dialog')
    await open.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await open.click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await instance.signedIn(account)
  })
})

test('the last admin sees why the account cannot be deleted', async ({ browser }) => {
  const site = await startOwnEngine()
  const page = await browser.newPage({ baseURL: site.url, serviceWorkers: 'block' })
  try {
    const { E2E_ADMIN_EMAIL: email = '', E2E_ADMIN_PASSWORD: password = '' } = process.env
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('alert')).toContainText('You are the only admin.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await closedLayer(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  } finally {
    await page.close()
    await site.stop()
  }
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: /Failed to load resource|downloadData|deleteAccount/ })

  test('a failed download is reported, and too many of them say when to try again', async ({
    page,
    instance,
    signIn,
  }) => {
    await signIn(await instance.register())
    await page.goto('/profile')
    const answer = (status: number, code: string) =>
      page.route('**/rest/v1/rpc/my_data', (route) =>
        route.fulfill({ status, json: { code, message: 'no', details: null, hint: null } }),
      )
    await answer(400, 'XX000')
    await page.getByRole('button', { name: 'Download your data' }).click()
    await expect(page.getByText('Failed to download your data')).toBeVisible()
    await answer(429, 'PT429')
    await page.getByRole('button', { name: 'Download your data' }).click()
    await expect(page.getByText('You have downloaded your data too often. Try again in an hour.')).toBeVisible()
  })

  test('a failed deletion keeps the dialog and the password', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    await signIn(account)
    await page.goto('/profile')
    await page.route('**/rest/v1/rpc/delete_own_account', (route) => route.abort())
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(account.password)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to delete account')
    await expect(dialog.getByLabel('Your password')).toHaveValue(account.password)
    await page.unroute('**/rest/v1/rpc/delete_own_account')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await instance.signedIn(account)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the privacy note is linked from the footer and accessible in both themes, and so is the dialog', async ({
    page,
    instance,
    signIn,
  }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
    await expect(page.getByText('90 days after delivery')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await signIn(await instance.register())
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  })
})
