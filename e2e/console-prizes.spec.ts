import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`
const card = (page: Page, name: string) => page.getByRole('article', { name })
const PACKAGES = '**/rest/v1/prize_packages*'
const ITEMS = '**/rest/v1/prize_items*'

interface Stock {
  title: string
  type?: 'points' | 'physical' | 'digital'
  quantity?: number
}

/** Creates a package through the API as the administrator. */
async function makePackage(instance: Instance, items: Stock[], name = unique('Box')) {
  const admin = await instance.signedIn(instance.bailiff)
  const { data: box } = await admin.from('prize_packages').insert({ name }).select('id, name').single().throwOnError()
  await admin
    .from('prize_items')
    .insert(
      items.map(({ title, type = 'physical', quantity = 1 }) => ({
        package_id: box.id,
        title,
        type,
        quantity,
        points_value: type === 'points' ? 50 : null,
      })),
    )
    .throwOnError()
  return { ...box, admin }
}

async function awardsOf(instance: Instance, winner: Account): Promise<string[]> {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('prize_awards')
    .select('status, item:prize_items (title)')
    .eq('user_id', winner.id)
    .throwOnError()
  return data.map(({ status, item }) => `${item.title} ${status}`).sort()
}

/** Opens the dialog and chooses package and winner. */
async function chooseFor(page: Page, name: string, winner: Account) {
  await page.getByRole('button', { name: 'Assign Prize' }).click()
  const sheet = dialog(page, 'Assign Prize')
  await expect(sheet.getByRole('button', { name: 'Assign Prize' })).toBeDisabled()
  await sheet.getByLabel('Package').selectOption({ label: name })
  await expect(sheet.getByRole('button', { name: 'Assign Prize' })).toBeDisabled()
  await sheet.getByLabel('Find a user').fill(winner.username.toUpperCase())
  await sheet.getByRole('button', { name: new RegExp(winner.username) }).click()
  return sheet
}

test('the address of a prize shows its package alone and moves to the prize', async ({ page, instance, signIn }) => {
  const [first, low] = [unique('Bivvy'), unique('Bite alarm')]
  const { id, name, admin } = await makePackage(instance, [{ title: first }, { title: low }])
  await makePackage(instance, [{ title: unique('Reel') }])
  const { data: item } = await admin.from('prize_items').select('id').eq('title', low).single().throwOnError()
  await signIn(instance.bailiff)
  await page.goto(`/admin/prizes?package=${id}&item=${item.id}`)
  await expect(card(page, name)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: low })).toBeFocused()
  await page.getByRole('link', { name: 'All packages' }).click()
  await expect(page.getByRole('article').nth(1)).toBeVisible()
})

test('an admin adds a package with items and an image', async ({ page, instance, signIn }) => {
  const name = unique('Summer Tackle Box')
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: 'Add Package' }).click()
  const sheet = dialog(page, 'Add Package')
  const add = sheet.getByRole('button', { name: 'Add Package' })
  const item = (number: number) => sheet.getByRole('group', { name: `Item ${number}` })
  await expect(add).toBeDisabled()
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Description').first().fill('For the newcomer of the year.')
  await expect(add).toBeDisabled()
  await expect(item(1).getByLabel('Type')).toHaveValue('points')
  await item(1).getByLabel('Title').fill('Bonus points')
  await expect(add).toBeEnabled()
  await item(1).getByLabel('Points value').fill('500')
  await sheet.getByRole('button', { name: 'Add item' }).click()
  await expect(add).toBeDisabled()
  await item(2).getByLabel('Title').fill('   ')
  await expect(add).toBeDisabled()
  await item(2).getByLabel('Title').fill('Bite alarm')
  await item(2).getByLabel('Type').selectOption('Physical')
  await expect(item(2).getByLabel('Points value')).toHaveCount(0)
  await item(2).getByLabel('Quantity').fill('3')
  await item(2)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'alarm.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f7d5b' } })
        .png()
        .toBuffer(),
    })
  await expect(item(2).getByRole('button', { name: 'Replace' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Add item' }).click()
  await item(3).getByLabel('Title').fill('Nobody wants this')
  await sheet.getByRole('button', { name: 'Remove item 3' }).click()
  await add.dblclick()

  await expect(card(page, name)).toBeVisible()
  await expect(card(page, name)).toContainText('For the newcomer of the year.')
  await expect(card(page, name)).toContainText('Total4')
  await expect(card(page, name)).toContainText('Remaining4')
  await expect(card(page, name)).toContainText('Points, 500 points')
  await expect(card(page, name)).toContainText('3/3 remaining')
  await expect(card(page, name).locator('img.photo')).toHaveCount(1)
  await expect(card(page, name).getByText('Inactive')).toHaveCount(0)
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('prize_packages')
    .select('is_active, items:prize_items (title, type, points_value, quantity, remaining_quantity)')
    .eq('name', name)
    .order('title', { referencedTable: 'items' })
    .throwOnError()
  expect(data).toEqual([
    {
      is_active: true,
      items: [
        { title: 'Bite alarm', type: 'physical', points_value: null, quantity: 3, remaining_quantity: 3 },
        { title: 'Bonus points', type: 'points', points_value: 500, quantity: 1, remaining_quantity: 1 },
      ],
    },
  ])
})

test('the form of a new package checks its numbers, and its draft survives a reload', async ({
  page,
  instance,
  signIn,
}) => {
  const name = unique('Box')
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: 'Add Package' }).click()
  const sheet = dialog(page, 'Add Package')
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Title').fill('Points')
  await sheet.getByLabel('Points value').fill('-1')
  await sheet.getByLabel('Quantity').fill('0')
  await sheet.getByRole('button', { name: 'Add Package' }).click()
  await expect(sheet.getByText('Enter a whole number from 0 to 1,000,000.')).toBeVisible()
  await expect(sheet.getByText('Enter a whole number from 1 to 1,000,000.')).toBeVisible()
  await expect(sheet.getByLabel('Points value')).toBeFocused()
  await page.reload()
  await expect(sheet.getByLabel('Name')).toHaveValue(name)
  await expect(sheet.getByLabel('Points value')).toHaveValue('-1')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet.getByLabel('Name')).toHaveValue(name)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click()
  await expect(sheet).toHaveCount(0)
  await closedLayer(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add Package' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
})

test.describe('with calls that fail', () => {
  test.use({ expectedErrors: /Failed to load resource|PostgrestError|package|item|Error: / })

  test('a package whose items fail is removed, and another try completes it', async ({ page, instance, signIn }) => {
    const name = unique('Box')
    const admin = await instance.signedIn(instance.bailiff)
    const stored = async () =>
      (await admin.from('prize_packages').select('name, items:prize_items (title)').eq('name', name).throwOnError())
        .data
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await page.getByRole('button', { name: 'Add Package' }).click()
    const sheet = dialog(page, 'Add Package')
    await sheet.getByLabel('Name').fill(name)
    await sheet.getByLabel('Title').fill('Net')
    const mendItems = await failCalls(page, ITEMS, 'POST')
    await sheet.getByRole('button', { name: 'Add Package' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Failed to create prize package')
    expect(await stored()).toEqual([])

    const mendPackages = await failCalls(page, PACKAGES, 'DELETE')
    await sheet.getByRole('button', { name: 'Add Package' }).click()
    await expect(sheet.getByRole('alert')).toContainText('The package was created without its items.')
    await expect(sheet.getByLabel('Title')).toHaveValue('Net')
    expect(await stored()).toEqual([{ name, items: [] }])

    await mendItems()
    await mendPackages()
    await sheet.getByLabel('Title').fill('Landing net')
    await sheet.getByRole('button', { name: 'Add Package' }).click()
    await expect(card(page, name)).toContainText('Landing net')
    expect(await stored()).toEqual([{ name, items: [{ title: 'Landing net' }] }])
  })

  test('reports a package that cannot be created, and keeps the input', async ({ page, instance, signIn }) => {
    const name = unique('Box')
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await page.getByRole('button', { name: 'Add Package' }).click()
    const sheet = dialog(page, 'Add Package')
    await sheet.getByLabel('Name').fill(name)
    await sheet.getByLabel('Title').fill('Net')
    await failCalls(page, PACKAGES, 'POST')
    await sheet.getByRole('button', { name: 'Add Package' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Failed to create prize package')
    await expect(sheet.getByLabel('Name')).toHaveValue(name)
  })

  test('reports packages that cannot be loaded, and loads them again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const box = await makePackage(instance, [{ title: 'Net' }])
    const restore = await failCalls(page, PACKAGES)
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await expect(page.getByRole('alert')).toContainText('Failed to load prize packages')
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, box.name)).toBeVisible()
  })

  test('reports an edit that fails or comes after a deletion', async ({ page, instance, signIn }) => {
    const box = await makePackage(instance, [{ title: 'Net' }])
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await page.getByRole('button', { name: `Edit ${box.name}` }).click()
    const sheet = dialog(page, 'Edit package')
    const restore = await failCalls(page, PACKAGES, 'PATCH')
    await sheet.getByLabel('Description').fill('Kept words.')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Failed to update package')
    await expect(sheet.getByLabel('Description')).toHaveValue('Kept words.')
    await restore()
    await box.admin.from('prize_packages').delete().eq('id', box.id).throwOnError()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Package not found')
    await expect(sheet.getByLabel('Description')).toHaveValue('Kept words.')
  })

  test('reports failed deletions', async ({ page, instance, signIn }) => {
    const box = await makePackage(instance, [{ title: 'Net' }])
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await failCalls(page, PACKAGES, 'DELETE')
    await failCalls(page, ITEMS, 'DELETE')
    await page.getByRole('button', { name: `Delete ${box.name}` }).click()
    await dialog(page, 'Delete package').getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page, 'Delete package').getByRole('alert')).toHaveText('Failed to delete package')
    await dialog(page, 'Delete package').getByRole('button', { name: 'Cancel' }).click()
    await card(page, box.name).getByRole('button', { name: 'Remove item Net' }).click()
    await dialog(page, 'Remove item').getByRole('button', { name: 'Remove' }).click()
    await expect(dialog(page, 'Remove item').getByRole('alert')).toHaveText('Failed to delete item')
  })

  test('awarded packages and items cannot be deleted, and the database’s message is shown', async ({
    page,
    instance,
    signIn,
  }) => {
    const winner = await instance.register()
    const box = await makePackage(instance, [{ title: 'Net', quantity: 2 }])
    await box.admin.rpc('assign_prize_package', { package_id: box.id, user_id: winner.id }).throwOnError()
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    await page.getByRole('button', { name: `Delete ${box.name}` }).click()
    const deletion = dialog(page, 'Delete package')
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(deletion).toContainText('This package has awards and cannot be deleted. Make it inactive instead.')
    await expect(deletion.getByRole('alert')).toHaveText('Failed to delete package')
    await deletion.getByRole('button', { name: 'Cancel' }).click()
    await card(page, box.name).getByRole('button', { name: 'Remove item Net' }).click()
    const removal = dialog(page, 'Remove item')
    await removal.getByRole('button', { name: 'Remove' }).click()
    await expect(removal).toContainText('This item has been awarded and cannot be deleted.')
    await removal.getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page, box.name)).toContainText('1/2 remaining')
  })

  test('an assignment whose answer is lost is not repeated', async ({ page, instance, signIn }) => {
    const winner = await instance.register()
    const box = await makePackage(instance, [{ title: 'Net', quantity: 5 }])
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    const sheet = await chooseFor(page, box.name, winner)
    await page.route('**/rest/v1/rpc/assign_prize_package', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await sheet.getByRole('button', { name: 'Assign Prize' }).click()
    await expect(page.getByText(`${box.name} was assigned to ${winner.username}.`)).toBeVisible()
    expect(await awardsOf(instance, winner)).toEqual(['Net assigned'])
  })

  test('a package that is out of stock by now is refused with the reason', async ({ page, instance, signIn }) => {
    const [winner, faster] = [await instance.register(), await instance.register()]
    const box = await makePackage(instance, [{ title: 'Net' }])
    await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
    const sheet = await chooseFor(page, box.name, winner)
    await box.admin.rpc('assign_prize_package', { package_id: box.id, user_id: faster.id }).throwOnError()
    await sheet.getByRole('button', { name: 'Assign Prize' }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Failed to assign prize package. "Net" is out of stock.')
    expect(await awardsOf(instance, winner)).toEqual([])
    await expect(sheet.getByRole('option', { name: `${box.name} (Net is out of stock)` })).toBeAttached()
  })
})

test('a prize is assigned once by a double click, listed, and returned to the stock', async ({
  page,
  instance,
  signIn,
}) => {
  const winner = await instance.register()
  const box = await makePackage(instance, [{ title: 'Bonus', type: 'points', quantity: 2 }, { title: 'Net' }])
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  const sheet = await chooseFor(page, box.name, winner)
  await expect(sheet.getByText('The user gets 2 items, one unit of each.')).toBeVisible()
  const chosen = Date.parse(`${await sheet.getByLabel('Claim deadline').inputValue()}:00`)
  expect(Math.abs(chosen - Date.now() - 30 * 86_400_000)).toBeLessThan(120_000)
  await sheet.getByLabel('Claim deadline').fill('2020-01-01T10:00')
  await sheet.getByRole('button', { name: 'Assign Prize' }).click()
  await expect(sheet.getByText('The claim deadline must be in the future.')).toBeVisible()
  await sheet.getByLabel('Claim deadline').fill('2031-01-01T10:00')
  await sheet.getByRole('button', { name: 'Assign Prize' }).dblclick()
  await expect(page.getByText(`${box.name} was assigned to ${winner.username}.`)).toBeVisible()
  expect(await awardsOf(instance, winner)).toEqual(['Bonus assigned', 'Net assigned'])
  await expect(card(page, box.name)).toContainText('Remaining1')
  await expect(card(page, box.name)).toContainText('0/1 remaining')
  const recent = card(page, box.name).getByRole('list', { name: 'Recent awards of Net' })
  await expect(recent).toContainText(winner.username)
  await expect(recent).toContainText('Assigned')

  await page.getByRole('button', { name: 'Assign Prize' }).click()
  await expect(
    dialog(page, 'Assign Prize').getByRole('option', { name: `${box.name} (Net is out of stock)` }),
  ).toBeDisabled()
  await dialog(page, 'Assign Prize').getByRole('button', { name: 'Cancel' }).click()

  await recent.getByRole('button', { name: `Take back Net from ${winner.username}` }).click()
  await dialog(page, 'Take back award').getByRole('button', { name: 'Take back' }).click()
  await expect(card(page, box.name)).toContainText('1/1 remaining')
  expect(await awardsOf(instance, winner)).toEqual(['Bonus assigned'])
})

test('only the three latest awards of an item are shown', async ({ page, instance, signIn }) => {
  const box = await makePackage(instance, [{ title: 'Net', quantity: 10 }])
  const winners: Account[] = []
  for (let number = 0; number < 4; number += 1) {
    const winner = await instance.register()
    await box.admin.rpc('assign_prize_package', { package_id: box.id, user_id: winner.id }).throwOnError()
    winners.push(winner)
  }
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  const recent = card(page, box.name).getByRole('list', { name: 'Recent awards of Net' })
  await expect(recent.getByRole('listitem')).toHaveCount(3)
  await expect(recent).not.toContainText(winners[0]?.username ?? '?')
})

test('an edit needs a name, can make a package inactive, and warns about another admin’s change', async ({
  page,
  instance,
  signIn,
}) => {
  const box = await makePackage(instance, [{ title: 'Net' }])
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: `Edit ${box.name}` }).click()
  const sheet = dialog(page, 'Edit package')
  await sheet.getByLabel('Name').fill('  ')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Name is required')).toBeVisible()
  await expect(sheet.getByLabel('Name')).toBeFocused()
  await sheet.getByLabel('Name').fill(box.name)
  await sheet.getByLabel('Active').uncheck()
  await box.admin.from('prize_packages').update({ description: 'By the other admin.' }).eq('id', box.id).throwOnError()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText(/Someone else changed this in the meantime/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Load latest version' }).click()
  await expect(sheet.getByLabel('Description')).toHaveValue('By the other admin.')
  await sheet.getByLabel('Active').uncheck()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, box.name).getByText('Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Assign Prize' }).click()
  await expect(dialog(page, 'Assign Prize').getByLabel('Package')).toBeEnabled()
  await expect(dialog(page, 'Assign Prize').getByRole('option', { name: box.name })).toHaveCount(0)
})

test('an item is added once to an existing package, however often the button is pressed', async ({
  page,
  instance,
  signIn,
}) => {
  const box = await makePackage(instance, [{ title: 'Net' }])
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: `Add item to ${box.name}` }).click()
  const sheet = dialog(page, `Add an item to ${box.name}`)
  await expect(sheet.getByRole('button', { name: 'Add item' })).toBeDisabled()
  await sheet.getByLabel('Title').fill('Bivvy')
  await sheet.getByLabel('Type').selectOption('Physical')
  await sheet.getByLabel('Quantity').fill('4')
  await sheet.getByLabel('Retail value').fill('12.345')
  await sheet.getByRole('button', { name: 'Add item' }).click()
  await expect(sheet.getByText(/such as 24.99/)).toBeVisible()
  await expect(sheet.getByLabel('Retail value')).toBeFocused()
  await sheet.getByLabel('Retail value').fill('389')
  await sheet.getByRole('button', { name: 'Add item' }).dblclick()
  await expect(sheet).toHaveCount(0)
  await expect(card(page, box.name)).toContainText('Total5')
  await expect(card(page, box.name)).toContainText('worth $389')
  const { data } = await box.admin
    .from('prize_items')
    .select('title, type, quantity, remaining_quantity, retail_value')
    .eq('package_id', box.id)
    .eq('title', 'Bivvy')
    .throwOnError()
  expect(data).toEqual([{ title: 'Bivvy', type: 'physical', quantity: 4, remaining_quantity: 4, retail_value: 389 }])
})

test('an item is corrected and restocked, but what its winner was promised cannot change', async ({
  page,
  instance,
  signIn,
}) => {
  const winner = await instance.register()
  const box = await makePackage(instance, [{ title: 'Fity points', type: 'points' }])
  await box.admin.rpc('assign_prize_package', { package_id: box.id, user_id: winner.id }).throwOnError()
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await expect(card(page, box.name)).toContainText('0/1')
  await page.getByRole('button', { name: 'Edit item Fity points' }).click()
  const sheet = dialog(page, 'Edit item')
  await expect(sheet.getByLabel('Type')).toBeDisabled()
  await expect(sheet.getByLabel('Points value')).not.toBeEditable()
  await expect(sheet.getByText('This item was awarded, so its points can no longer be changed.')).toBeVisible()
  await expect(sheet.getByText('1 awarded already')).toBeVisible()
  await sheet.getByLabel('Title').fill('Fifty points')
  await sheet.getByLabel('Quantity').fill('0')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Quantity')).toBeFocused()
  await sheet.getByLabel('Quantity').fill('6')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(card(page, box.name)).toContainText('5/6')
  await expect(card(page, box.name)).toContainText('Fifty points')
  const { data } = await box.admin
    .from('audit_log')
    .select('action, details')
    .eq('subject_label', 'Fifty points')
    .eq('action', 'edit_item')
    .order('at', { ascending: false })
    .limit(1)
    .throwOnError()
  expect(data).toMatchObject([{ details: { before: { quantity: 1 }, after: { quantity: 6 } } }])
})

test('warns the second of two admins who correct an item', async ({ page, instance, signIn }) => {
  const box = await makePackage(instance, [{ title: 'Net' }])
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await card(page, box.name).getByRole('button', { name: 'Edit item Net' }).click()
  const sheet = dialog(page, 'Edit item')
  await sheet.getByLabel('Title').fill('Mine')
  await box.admin.from('prize_items').update({ title: 'Theirs' }).eq('package_id', box.id).throwOnError()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText(/Someone else changed this in the meantime/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Load latest version' }).click()
  await expect(sheet.getByLabel('Title')).toHaveValue('Theirs')
})

test('the picker says when it does not show all members', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  for (let n = 0; n < 9; n++) await instance.register(`${word}_${n}`)
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: 'Assign Prize' }).click()
  const sheet = dialog(page, 'Assign Prize')
  await sheet.getByLabel('Find a user').fill(word)
  await expect(sheet.getByRole('list', { name: 'Found users' }).getByRole('listitem')).toHaveCount(8)
  await expect(sheet.getByText('There are more matches.')).toBeVisible()
  await sheet.getByLabel('Find a user').fill(`${word}_3`)
  await expect(sheet.getByRole('list', { name: 'Found users' }).getByRole('listitem')).toHaveCount(1)
  await expect(sheet.getByText('There are more matches.')).toHaveCount(0)
})

test('an item and a package without awards are deleted after a confirmation', async ({ page, instance, signIn }) => {
  const box = await makePackage(instance, [{ title: 'Net' }, { title: 'Rod', type: 'digital' }])
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await card(page, box.name).getByRole('button', { name: 'Remove item Net' }).click()
  await dialog(page, 'Remove item').getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, box.name)).toContainText('Total2')
  await card(page, box.name).getByRole('button', { name: 'Remove item Net' }).click()
  await dialog(page, 'Remove item').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page, box.name)).toContainText('Total1')
  await page.getByRole('button', { name: `Delete ${box.name}` }).click()
  await dialog(page, 'Delete package').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, box.name)).toHaveCount(0)
  const { data } = await box.admin.from('prize_packages').select('id').eq('id', box.id).throwOnError()
  expect(data).toEqual([])
})

test('shows a message when there are no packages', async ({ page, instance, signIn }) => {
  await page.route(PACKAGES, (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0', 'access-control-expose-headers': 'content-range' } }),
  )
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await expect(page.getByText('No prize packages available yet.')).toBeVisible()
})

test('the packages are accessible in both themes, and fit a phone', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const box = await makePackage(
    instance,
    [{ title: 'Net', quantity: 1_000_000 }, { title: `${'Long'.repeat(24)}🎣` }],
    `${unique('مرحبا')} ${'Wide'.repeat(15)}`,
  )
  await box.admin.rpc('assign_prize_package', { package_id: box.id, user_id: winner.id }).throwOnError()
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await expect(card(page, box.name)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('the dialogs of the prizes are accessible in both themes', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  await page.setViewportSize({ width: 320, height: 700 })
  await openConsole({ page, signIn, instance }, 'prizes', 'Prizes')
  await page.getByRole('button', { name: 'Add Package' }).click()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await dialog(page, 'Add Package').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Assign Prize' }).click()
  await dialog(page, 'Assign Prize').getByLabel('Find a user').fill(winner.username)
  await expect(dialog(page, 'Assign Prize').getByRole('list', { name: 'Found users' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
