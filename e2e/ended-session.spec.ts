import { randomUUID } from 'node:crypto'
import { whenJoined } from './support/joined.ts'
import { expect, test } from './support/test.ts'

const ENDED = 'You have been signed out.'

test.use({ expectedErrors: /401|403|400|Failed to|createPost|loadPosts|checkSession|JWT/ })

test('a member whose password an admin has set is signed out with a message, keeps the draft and returns to the page', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/newsfeed')
  const text = `Half a sentence ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Write a post').fill(text)

  const admin = await instance.signedIn(instance.bailiff)
  const password = 'a password that the admin chose'
  await admin.rpc('set_member_password', { user_id: account.id, new_password: password }).throwOnError()

  // The page may already have noticed; reloading it leads to the same place.
  await page.reload()
  await expect(page).toHaveURL('/login', { timeout: 30_000 })
  await expect(page.getByText(ENDED)).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/newsfeed')
  await expect(page.getByLabel('Write a post')).toHaveValue(text)
})

test('a member whose account an admin has deleted is signed out in every tab, and a reload does not bring the app back', async ({
  page,
  context,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/games')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/network')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await (await instance.signedIn(instance.bailiff)).rpc('delete_user', { user_id: account.id }).throwOnError()
  await page.reload()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login', { timeout: 30_000 })
    await expect(tab.getByText(ENDED)).toBeVisible()
  }
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
})

test('a page without requests also reports that its session was ended elsewhere', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  const joined = whenJoined(page, `member:${account.id}`, '/privacy')
  await page.goto('/privacy')
  await joined
  await (await instance.signedIn(instance.bailiff))
    .rpc('set_member_password', { user_id: account.id, new_password: account.password })
    .throwOnError()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('a page that is loaded with a session that has ended leads to the login page and back', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register()
  await signIn(account)
  await page.goto('/leaderboard')
  await (await instance.signedIn(instance.bailiff))
    .rpc('set_member_password', { user_id: account.id, new_password: account.password })
    .throwOnError()
  await page.goto('/network?sort=recent')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(ENDED)).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/network?sort=recent')
})

test('a session in the address is ignored: neither a guest nor a member is signed in to another account', async ({
  page,
  instance,
  signIn,
}) => {
  const [attacker, victim] = [await instance.register(), await instance.register()]
  const { access_token, refresh_token, expires_in } = await instance.session(attacker)
  const link = `#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=${expires_in}&token_type=bearer&type=recovery`
  for (const path of ['/', '/login', '/reset-password']) {
    await page.goto(path + link)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/profile')
    await expect(page).toHaveURL('/login')
  }
  await signIn(victim)
  for (const address of [`/dashboard${link}`, `/${link}`, `/dashboard?code=${'a'.repeat(36)}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByLabel('Username')).toHaveValue(victim.username)
  }
})

test('a member who signs out sees no message about an ended session', async ({ page, instance, signIn }) => {
  await signIn(await instance.register())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Exit' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(ENDED)).toHaveCount(0)
})
