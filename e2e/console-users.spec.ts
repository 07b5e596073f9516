import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const unique = (name: string) => `${name}_${randomUUID().slice(0, 8)}`
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.locator('td') })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by username or email' })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** An account's row, read from the database as the administrator. */
const stored = async (instance: Instance, account: Account) => {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('profiles')
    .select('username, is_admin, is_suspended')
    .eq('id', account.id)
    .maybeSingle()
    .throwOnError()
  return data
}

test('users are found by name and address, without the admin’s own account, and sorted by each column', async ({
  page,
  instance,
  signIn,
}) => {
  const prefix = unique('u')
  const [low, high] = [await instance.register(`${prefix}_b`), await instance.register(`${prefix}_a`)]
  await instance.givePoints(high, 2480)
  await openConsole({ page, signIn, instance }, 'users', 'Users')
  for (const header of ['User', 'Email', 'Points', 'Status', 'Actions'])
    await expect(page.getByRole('columnheader', { name: header })).toBeVisible()
  await search(page).fill(prefix.toUpperCase())
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(new RegExp(`q=${prefix.toUpperCase()}`))
  await expect(rows(page).first()).toContainText(high.username)
  await expect(rows(page).first()).toContainText('2,480')
  await expect(rows(page).first()).toContainText('Active')
  await expect(page.getByText('1 to 2 of 2 users')).toBeVisible()
  await page.getByRole('button', { name: 'Points' }).click()
  await expect(page.getByRole('columnheader', { name: 'Points' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText(low.username)
  await page.getByRole('button', { name: 'User', exact: true }).click()
  await expect(rows(page).first()).toContainText(high.username)
  const byEmail = low.email < high.email ? low : high
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(rows(page).first()).toContainText(byEmail.username)
  await search(page).fill(low.email)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(low.username)
  await search(page).fill(instance.bailiff.email)
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await search(page).fill('100%_,.()"\\*')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
})

test.describe('paging', () => {
  // A page past the last one: 416.
  test.use({ expectedErrors: /416/ })

  test('shows 50 accounts on a page; the address keeps the page, and a page past the end shows the last one', async ({
    page,
    instance,
    signIn,
  }) => {
    // 51 sign-ups, each with its password hash.
    test.slow()
    const prefix = unique('p')
    for (let made = 0; made < 51; made += 3)
      await Promise.all(
        [0, 1, 2].map((index) => instance.register(`${prefix}_${String(made + index).padStart(2, '0')}`)),
      )
    await openConsole({ page, signIn, instance }, `users?q=${prefix}&sort=user`, 'Users')
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByText('1 to 50 of 51 users')).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(`${prefix}_50`)
    await page.reload()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await page.goto(`/admin/users?q=${prefix}&page=9`)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
  })
})

test.describe('editing', () => {
  // A taken name: 409.
  test.use({ expectedErrors: /409/ })

  test('an edit changes name and rights, explains what an admin is, and refuses a taken name', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register(unique('edit'))
    const other = await instance.register(unique('other'))
    await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
    await page.getByRole('button', { name: `Edit ${account.username}` }).click()
    const form = dialog(page, `Edit ${account.username}`)
    await expect(form.getByText('Only another admin can undo this.')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    const name = form.getByLabel('Username')
    await name.fill('  ')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Enter a username')).toBeVisible()
    await name.fill('x'.repeat(51))
    await expect(form.getByText('51 / 50')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Username must have 1 to 50 characters')).toBeVisible()
    await expect(name).toBeFocused()
    await name.fill(` ${other.username.toUpperCase()} `)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Username is already taken')).toBeVisible()
    const renamed = unique('renamed')
    await name.fill(` ${renamed} `)
    await form.getByLabel('Admin').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${renamed} is saved.`)).toBeVisible()
    expect(await stored(instance, account)).toEqual({ username: renamed, is_admin: true, is_suspended: false })
    await search(page).fill(renamed)
    await expect(rows(page).getByText('Admin', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Edit ${renamed}` }).click()
    await dialog(page, `Edit ${renamed}`).getByLabel('Admin').uncheck()
    await page.keyboard.press('Escape')
    await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await stored(instance, account)).toMatchObject({ is_admin: true })
  })
})

test('an edit of an account that was changed in the meantime shows a warning and overwrites nothing', async ({
  page,
  instance,
  signIn,
}) => {
  const account = await instance.register(unique('stale'))
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Edit ${account.username}` }).click()
  const form = dialog(page, `Edit ${account.username}`)
  await form.getByLabel('Username').fill(unique('mine'))
  const theirs = unique('theirs')
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('profiles').update({ username: theirs }).eq('id', account.id).throwOnError()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/changed this in the meantime, so your changes have not been saved/)).toBeVisible()
  expect(await stored(instance, account)).toMatchObject({ username: theirs })
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect(page.getByRole('dialog').getByLabel('Username')).toHaveValue(theirs)
  const mine = unique('mine')
  await page.getByRole('dialog').getByLabel('Username').fill(mine)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, `${mine} is saved.`)).toBeVisible()
  expect(await stored(instance, account)).toMatchObject({ username: mine })
})

test('a suspension explains its effect and can be lifted', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('suspend'))
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Suspend ${account.username}` }).click()
  const suspend = dialog(page, `Suspend ${account.username}?`)
  await expect(suspend.getByText(/no longer read or write in the newsfeed/)).toBeVisible()
  const reason = suspend.getByRole('textbox', { name: /^Reason/ })
  await expect(reason).toBeFocused()
  await suspend.getByRole('button', { name: 'Suspend' }).click()
  await expect(suspend.getByText('Enter a reason')).toBeVisible()
  await reason.fill('Insults in comments')
  await suspend.getByLabel('For how long').selectOption('Until I lift it')
  await expect(suspend.getByText('Until an admin lifts it.')).toBeVisible()
  await suspend.getByLabel('For how long').selectOption('1 day')
  await expect(suspend.getByText(/^Ends automatically on/)).toBeVisible()
  await suspend.getByRole('button', { name: 'Suspend' }).dblclick()
  await expect(rows(page).getByText('Suspended')).toBeVisible()
  await expect(rows(page).getByText(/^until /)).toBeVisible()
  expect(await stored(instance, account)).toMatchObject({ is_suspended: true })
  const member = await instance.signedIn(account)
  const { data: own } = await member.rpc('my_suspension').throwOnError()
  expect(own).toMatchObject([{ reason: 'Insults in comments' }])
  await page.getByRole('button', { name: `Unsuspend ${account.username}` }).click()
  await dialog(page, `Unsuspend ${account.username}?`).getByRole('button', { name: 'Unsuspend' }).click()
  await expect(rows(page).getByText('Active')).toBeVisible()
  expect(await stored(instance, account)).toMatchObject({ is_suspended: false })
})

test('a deletion asks for confirmation, then removes the account and its files', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('delete'))
  const member = await instance.signedIn(account)
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0b5345' } })
    .png()
    .toBuffer()
  const path = `${account.id}/1.png`
  const uploaded = await member.storage.from('fishing-photos').upload(path, photo, { contentType: 'image/png' })
  expect(uploaded.error).toBeNull()
  const address = member.storage.from('fishing-photos').getPublicUrl(path).data.publicUrl
  expect((await fetch(address)).status).toBe(200)
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Delete ${account.username}` }).click()
  const asked = dialog(page, `Delete ${account.username}?`)
  await expect(
    asked.getByText('Are you sure you want to delete this user? This action cannot be undone.'),
  ).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(instance, account)).not.toBeNull()
  await page.getByRole('button', { name: `Delete ${account.username}` }).click()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, `${account.username} is deleted.`)).toBeVisible()
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  expect(await stored(instance, account)).toBeNull()
  expect((await fetch(address, { cache: 'no-store' })).ok).toBe(false)
  await expect(instance.signedIn(account)).rejects.toThrow()
})

test('a deletion completes although others remove its files at the same time', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('delete'))
  let lists = 0
  // The file is still listed, but no longer exists when it is to be removed.
  await page.route('**/rest/v1/rpc/leftover_files', (route) => {
    lists += 1
    if (lists > 1) return route.fallback()
    return route.fulfill({ json: [{ bucket_id: 'fishing-photos', name: `${account.id}/1.png` }] })
  })
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Delete ${account.username}` }).click()
  await dialog(page, `Delete ${account.username}?`).getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, `${account.username} is deleted.`)).toHaveText(`${account.username} is deleted.`)
  // More than twice where another story's deletion leaves files at that moment.
  expect(lists).toBeGreaterThan(1)
})

test('a new password replaces the old one and signs the member out everywhere', async ({ page, instance, signIn }) => {
  const account = await instance.register(unique('forgetful'))
  const elsewhere = await instance.signedIn(account)
  await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
  await page.getByRole('button', { name: `Change password of ${account.username}` }).click()
  const form = dialog(page, `Change password of ${account.username}`)
  await expect(form.getByText(/signed out everywhere/)).toBeVisible()
  const field = form.getByLabel('New password', { exact: true })
  await field.fill('12345')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Password must be at least 6 characters long')).toBeVisible()
  await field.fill('brown bread')
  await form.getByRole('button', { name: 'Show new password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, `${account.username} has a new password and is signed out everywhere.`)).toBeVisible()
  await expect(instance.signedIn(account)).rejects.toThrow()
  await instance.signedIn({ ...account, password: 'brown bread' })
  expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
})

test('the export contains every account, with formulas escaped', async ({ page, instance, signIn }) => {
  const account = await instance.register(`-1 ${randomUUID().slice(0, 8)}`)
  await instance.givePoints(account, -20)
  await openConsole({ page, signIn, instance }, 'users', 'Users')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFUser,Email,Points,Status,Suspended until,Admin,Moderator,Member since,Joined,Id')
  const line = lines.find((one) => one.includes(account.id))
  expect(line).toContain(`'${account.username}`)
  expect(line).toContain(`,${account.email},-20,Active,,no,no,`)
  expect(lines.some((one) => one.includes(instance.bailiff.email))).toBe(true)
})

test('users are filtered by status, role and joining, in views with an address, and those found are exported', async ({
  page,
  instance,
  signIn,
}) => {
  const prefix = unique('f')
  const [plain, suspended, moderator] = [
    await instance.register(`${prefix}_plain`),
    await instance.register(`${prefix}_out`),
    await instance.register(`${prefix}_mod`),
  ]
  const admin = await instance.signedIn(instance.bailiff)
  await admin.rpc('suspend_member', { user_id: suspended.id, reason: 'Spam' }).throwOnError()
  await admin.from('profiles').update({ is_moderator: true }).eq('id', moderator.id).throwOnError()
  const shows = async (...accounts: Account[]) => {
    await expect(rows(page)).toHaveCount(accounts.length)
    for (const account of accounts) await expect(rows(page).getByText(account.username)).toBeVisible()
  }
  await openConsole({ page, signIn, instance }, `users?q=${prefix}`, 'Users')
  await shows(plain, suspended, moderator)
  const views = page.getByRole('navigation', { name: 'Views' })
  const view = (name: string) => views.getByRole('button', { name, exact: true })
  await expect(view('All')).toHaveAttribute('aria-current', 'true')
  await view('Suspended').click()
  await shows(suspended)
  await expect(page).toHaveURL(/q=f_.*status=suspended/)
  await page.getByLabel('Role', { exact: true }).selectOption('Moderators')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await expect(views.locator('[aria-current]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear status' }).click()
  await shows(moderator)
  await page.reload()
  await shows(moderator)
  await view('Team').click()
  await shows(moderator)
  await view('New this week').click()
  await shows(plain, suspended, moderator)
  await page.getByRole('button', { name: 'Joined', exact: true }).click()
  await expect(rows(page).first()).toContainText(plain.username)
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await shows(plain, moderator)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export found' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(moderator.email)
  await search(page).fill('nobody of this name')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/admin\/users(\?sort=joined)?$/)
  await expect(view('All')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Invite members' }).click()
  await expect(page).toHaveURL(/\/admin\/invitations$/)
})

test('a new member and a change of points appear by themselves, and the dialog keeps its input', async ({
  page,
  instance,
  signIn,
}) => {
  const prefix = unique('live')
  const account = await instance.register(`${prefix}_a`)
  await openConsole({ page, signIn, instance }, `users?q=${prefix}`, 'Users')
  await page.getByRole('button', { name: `Edit ${account.username}` }).click()
  await page.getByRole('dialog').getByLabel('Username').fill('half typed')
  await instance.register(`${prefix}_b`)
  await instance.givePoints(account, 77)
  await expect(page.locator('tbody').getByText('77', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByRole('dialog').getByLabel('Username')).toHaveValue('half typed')
})

test.describe('when the rights end', () => {
  // A request of the console that is under way at that moment is refused.
  test.use({ expectedErrors: /status of 403/ })

  test('an admin who loses their rights leaves the console at once', async ({ page, instance, signIn }) => {
    const account = await instance.register()
    const bailiff = await instance.signedIn(instance.bailiff)
    await bailiff.from('profiles').update({ is_admin: true }).eq('id', account.id).throwOnError()
    await signIn(account)
    await page.goto('/admin/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await bailiff.from('profiles').update({ is_admin: false }).eq('id', account.id).throwOnError()
    await expect(page).toHaveURL((url) => url.pathname === '/', { timeout: 15_000 })
  })
})

test('shows a message when there are no other users, and ignores a trailing slash', async ({
  page,
  instance,
  signIn,
}) => {
  await page.route('**/rest/v1/user_profiles_with_email*', (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0', 'access-control-expose-headers': 'content-range' } }),
  )
  await openConsole({ page, signIn, instance }, 'users/', 'Users')
  await expect(page).toHaveURL((url) => url.pathname === '/admin/users')
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('You are the only user so far.')).toBeVisible()
  await page.goto('/admin/')
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Home' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test.describe('when calls fail', () => {
  test.use({ expectedErrors: /Failed to load resource|Users?|Password|leftover|Error/i })

  test('list, edit and status report what failed, keep the input, and work at the next try', async ({
    page,
    instance,
    signIn,
  }) => {
    // A live connection, or a change by someone else, would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const { username: name } = await instance.register(unique('fail'))
    const mendList = await failCalls(page, '**/rest/v1/user_profiles_with_email?**')
    await openConsole({ page, signIn, instance }, `users?q=${name}`, 'Users')
    await expect(page.getByText('Failed to load users')).toBeVisible({ timeout: 15_000 })
    await mendList()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(1)

    const mendProfile = await failCalls(page, '**/rest/v1/profiles?**', 'PATCH')
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const form = dialog(page, `Edit ${name}`)
    await form.getByLabel('Username').fill(`${name}2`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Failed to update user')).toBeVisible({ timeout: 15_000 })
    await expect(form.getByLabel('Username')).toHaveValue(`${name}2`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: `Suspend ${name}` }).click()
    const suspend = dialog(page, `Suspend ${name}?`)
    await mendProfile()
    const mendSuspension = await failCalls(page, '**/rpc/suspend_member*')
    await suspend.getByRole('textbox', { name: /^Reason/ }).fill('Insults')
    await suspend.getByRole('button', { name: 'Suspend' }).click()
    await expect(suspend.getByText('Failed to update user status')).toBeVisible({ timeout: 15_000 })
    await expect(suspend.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Insults')
    await mendSuspension()
    await suspend.getByRole('button', { name: 'Suspend' }).click()
    await expect(rows(page).getByText('Suspended')).toBeVisible()
  })

  test('password and deletion report what failed, and remaining files are reported', async ({
    page,
    instance,
    signIn,
  }) => {
    const account = await instance.register(unique('fail'))
    const name = account.username
    await openConsole({ page, signIn, instance }, `users?q=${name}`, 'Users')
    await failCalls(page, '**/rest/v1/rpc/set_member_password')
    await page.getByRole('button', { name: `Change password of ${name}` }).click()
    const password = dialog(page, `Change password of ${name}`)
    await password.getByLabel('New password', { exact: true }).fill('brown bread')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(password.getByText('Failed to update password')).toBeVisible({ timeout: 15_000 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()

    const mendDelete = await failCalls(page, '**/rest/v1/rpc/delete_user')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const remove = dialog(page, `Delete ${name}?`)
    await remove.getByRole('button', { name: 'Delete' }).click()
    await expect(remove.getByText('Failed to delete user. Make sure you have admin privileges.')).toBeVisible({
      timeout: 15_000,
    })
    await mendDelete()
    await failCalls(page, '**/rest/v1/rpc/leftover_files')
    await remove.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(/is deleted\. Some of their files could not be removed yet/)).toBeVisible({
      timeout: 15_000,
    })
    expect(await stored(instance, account)).toBeNull()
  })

  test('reports a file that is still listed after its removal', async ({ page, instance, signIn }) => {
    const account = await instance.register(unique('fail'))
    await page.route('**/rest/v1/rpc/leftover_files', (route) =>
      route.fulfill({ json: [{ bucket_id: 'fishing-photos', name: `${account.id}/1.png` }] }),
    )
    await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
    await page.getByRole('button', { name: `Delete ${account.username}` }).click()
    await dialog(page, `Delete ${account.username}?`).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(/is deleted\. Some of their files could not be removed yet/)).toBeVisible()
    expect(await stored(instance, account)).toBeNull()
  })

  test('an ended session is reported as such', async ({ page, instance, signIn }) => {
    const account = await instance.register(unique('session'))
    await openConsole({ page, signIn, instance }, `users?q=${account.username}`, 'Users')
    await page.route('**/rpc/suspend_member*', (route) =>
      route.fulfill({ status: 401, json: { code: '42501', message: 'permission denied for function suspend_member' } }),
    )
    await page.getByRole('button', { name: `Suspend ${account.username}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Reason/ })
      .fill('Insults')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByRole('dialog').getByText('Not authenticated')).toBeVisible()
  })
})

test('the users are accessible in both themes, and fit a phone', async ({ page, instance, signIn }) => {
  test.slow()
  const prefix = randomUUID().slice(0, 8)
  const account = await instance.register(`${'W'.repeat(30)} ${prefix}`)
  await instance.givePoints(account, 2_000_000_000)
  await openConsole({ page, signIn, instance }, `users?q=${prefix}`, 'Users')
  await expect(rows(page)).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: `Edit ${account.username}` }).click()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Delete ${account.username}` }).click()
  await expectAccessibleInBothThemes(page)
})
