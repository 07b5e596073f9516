import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { closedLayer } from './support/closed-layer.ts'
import { holdAnswers } from './support/hold.ts'
import type { Account, Instance } from './support/instance.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

let viewer: Account
let prefix: string

test.beforeEach(async ({ instance, signIn }) => {
  prefix = `n${randomUUID().slice(0, 6)}`
  viewer = await instance.register(`${prefix}_viewer`)
  await signIn(viewer)
})

/** A member whose name begins with this test's prefix. */
const member = (instance: Instance, name = 'Dan') => instance.register(`${prefix}_${name}`)

const connections = async (instance: Instance, account: Account) =>
  (await (await instance.signedIn(account)).from('member_connections').select('user_id, status').throwOnError()).data

const gifts = async (instance: Instance, account: Account) =>
  (await (await instance.signedIn(account)).from('point_gifts').select('points, message').throwOnError()).data

const ask = async (instance: Instance, from: Account, to: Account) => {
  const client = await instance.signedIn(from)
  await client
    .from('member_connections')
    .insert({ user_id: from.id, connected_user_id: to.id, status: 'pending' })
    .throwOnError()
}

const RANGE = 'Please enter a valid amount between 1 and 1000 points'

test('a search finds other members by name, bio and area, and is kept in the address', async ({ page, instance }) => {
  const [byName, byBio, byArea] = await Promise.all([
    member(instance),
    instance.register(),
    instance.register(),
    instance.register(`Z${randomUUID().slice(0, 8)}`),
  ])
  await (await instance.signedIn(byBio))
    .from('profiles')
    .update({ bio: `Rods, ${prefix}.` })
    .eq('id', byBio.id)
  await (await instance.signedIn(byArea)).from('profiles').update({ fishing_area: prefix }).eq('id', byArea.id)
  await page.goto('/network')
  await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible()
  await page.getByLabel('Search members').fill(prefix.toUpperCase())
  const names = page.getByRole('heading', { level: 2 })
  await expect(names).toHaveCount(3)
  for (const { username } of [byName, byBio, byArea])
    await expect(page.getByRole('heading', { name: username })).toBeVisible()
  await expect(page.getByText(viewer.username)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`q=${prefix.toUpperCase()}`))
  await expect(page.getByText('1 to 3 of 3 members')).toBeVisible()
  await page.getByRole('radio', { name: 'Recently Joined' }).click()
  await expect(page).toHaveURL(/sort=joined/)
  await page.reload()
  await expect(page.getByLabel('Search members')).toHaveValue(prefix.toUpperCase())
  await expect(page.getByRole('radio', { name: 'Recently Joined' })).toBeChecked()
  await expect(names).toHaveCount(3)
})

test('characters with a meaning in SQL are searched literally', async ({ page, instance }) => {
  const odd = await member(instance, 'odd')
  await (await instance.signedIn(odd))
    .from('profiles')
    .update({ fishing_area: `${prefix}100%_a,b.(c)"\\d` })
    .eq('id', odd.id)
    .throwOnError()
  await member(instance, 'plain')
  for (const text of [`${prefix}100%_a`, 'a,b.(c)', '"\\d']) {
    await page.goto(`/network?${new URLSearchParams({ q: text })}`)
    await expect(page.getByRole('heading', { name: odd.username })).toBeVisible()
  }
  for (const text of [`${prefix}%lain`, `${prefix}_plai_`]) {
    await page.goto(`/network?${new URLSearchParams({ q: text })}`)
    await expect(page.getByText('No members found matching your search.')).toBeVisible()
  }
})

test('Most Points, Recently Joined and Most Active order the members', async ({ page, instance }) => {
  const first = await member(instance, 'first')
  const second = await member(instance, 'second')
  const third = await member(instance, 'third')
  await instance.givePoints(second, 50)
  await instance.givePoints(third, 20)
  const author = await instance.signedIn(first)
  await author.from('newsfeed_posts').insert({ user_id: first.id, content: prefix, type: 'post' }).throwOnError()
  await page.goto(`/network?q=${prefix}`)
  const names = page.getByRole('heading', { level: 2 })
  await expect(names).toHaveText([second, third, first].map(({ username }) => username))
  await page.getByRole('radio', { name: 'Most Points' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Recently Joined' })).toBeFocused()
  await expect(names).toHaveText([third, second, first].map(({ username }) => username))
  await page.getByRole('radio', { name: 'Most Active' }).click()
  await expect(names.first()).toHaveText(first.username)
})

test('members are shown 30 on a page, with the range and the total', async ({ page, instance }) => {
  for (let count = 0; count < 31; count += 4)
    await Promise.all(
      Array.from({ length: Math.min(4, 31 - count) }, (_, index) => member(instance, String(count + index))),
    )
  await page.goto(`/network?q=${prefix}&sort=joined`)
  const cards = page.getByRole('heading', { level: 2 })
  await expect(cards).toHaveCount(30)
  await expect(page.getByText('1 to 30 of 31 members')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('list').filter({ has: cards })).toBeFocused()
  await expect(cards.first()).toBeInViewport()
  await expect(cards).toHaveCount(1)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('Connect sends one request and becomes Requested, then Connected when accepted', async ({ page, instance }) => {
  const dan = await member(instance)
  await page.goto(`/network?q=${prefix}`)
  await page.getByRole('button', { name: `Connect with ${dan.username}` }).dblclick()
  await expect(page.getByRole('button', { name: `Requested: ${dan.username}` })).toHaveText('Requested')
  await expect.poll(() => connections(instance, viewer)).toEqual([{ user_id: viewer.id, status: 'pending' }])
  const other = await instance.signedIn(dan)
  await other.from('member_connections').update({ status: 'accepted' }).eq('user_id', viewer.id).throwOnError()
  await page.reload()
  await expect(page.getByRole('button', { name: `Connected: ${dan.username}` })).toHaveText('Connected')
})

test('Connect accepts a request from that member', async ({ page, instance }) => {
  const dan = await member(instance)
  await ask(instance, dan, viewer)
  await page.goto(`/network?q=${prefix}`)
  await page.getByRole('button', { name: `Connect with ${dan.username}` }).click()
  await expect(page.getByRole('button', { name: `Connected: ${dan.username}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: /connection request/ })).toBeHidden()
  expect(await connections(instance, viewer)).toEqual([{ user_id: dan.id, status: 'accepted' }])
})

test('requests are accepted and declined in their list', async ({ page, instance }) => {
  const [dan, eve] = await Promise.all([member(instance, 'Dan'), member(instance, 'Eve')])
  await ask(instance, dan, viewer)
  await ask(instance, eve, viewer)
  await page.goto(`/network?q=${prefix}`)
  await page.getByRole('button', { name: `Decline ${eve.username}` }).click()
  await expect(page.getByRole('status').getByText('Request declined.')).toBeVisible()
  await page.getByRole('button', { name: `Accept ${dan.username}` }).click()
  await expect(page.getByRole('button', { name: `Connected: ${dan.username}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Connect with ${eve.username}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: /connection request/ })).toBeHidden()
  expect(await connections(instance, viewer)).toEqual([{ user_id: dan.id, status: 'accepted' }])
})

test('on a phone requests are one line that opens, and a search shows its first member', async ({ page, instance }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const people = await Promise.all(['Dan', 'Eve', 'Fay'].map((name) => member(instance, name)))
  for (const person of people) await ask(instance, person, viewer)
  await page.goto('/network')
  const line = page.locator('summary').filter({ hasText: '3 connection requests' })
  await expect(line).toBeInViewport()
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(56)
  await expect(page.getByRole('button', { name: /^Accept / })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search members' }).fill(people[0]?.username ?? '')
  await expect(page.getByRole('heading', { name: people[0]?.username })).toBeInViewport({ ratio: 1 })
  await line.click()
  await page.getByRole('button', { name: `Accept ${people[0]?.username}` }).click()
  await expect(page.locator('summary').filter({ hasText: '2 connection requests' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Accept / })).toHaveCount(2)
})

test('a gift transfers points with a message, and the shown balance is updated', async ({ page, instance }) => {
  const dan = await member(instance)
  await instance.givePoints(viewer, 120)
  await page.goto(`/network?q=${prefix}`)
  await page.getByRole('button', { name: `Gift Points to ${dan.username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Gift Points' })
  await expect(dialog.getByText('120', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '100', exact: true }).click()
  await expect(dialog.getByLabel('Points')).toHaveValue('100')
  await dialog.getByLabel('Message').fill('Cheers 🎣')
  await expect(dialog.getByText('8 / 200')).toBeVisible()
  await dialog.getByRole('button', { name: 'Gift Points' }).dblclick()
  await expect(page.getByText(`You gave ${dan.username} 100 points.`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: '20 points' })).toBeVisible()
  expect(await gifts(instance, dan)).toEqual([{ points: 100, message: 'Cheers 🎣' }])
})

test('a gift is a whole number from 1 to 1000 within the balance', async ({ page, instance }) => {
  const dan = await member(instance)
  await instance.givePoints(viewer, 40)
  await page.goto(`/network?q=${prefix}`)
  await page.getByRole('button', { name: `Gift Points to ${dan.username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Gift Points' })
  const amount = dialog.getByLabel('Points')
  for (const typed of ['', '0', '1001', '-5', '1.5', 'ten']) {
    await amount.fill(typed)
    await dialog.getByRole('button', { name: 'Gift Points' }).click()
    await expect(dialog.getByText(RANGE)).toBeVisible()
    await expect(amount).toBeFocused()
  }
  await amount.fill('41')
  await expect(dialog.getByText('You have 40 points to give.')).toBeVisible()
  await amount.fill('1')
  await dialog.getByLabel('Message').fill('x'.repeat(201))
  await dialog.getByRole('button', { name: 'Gift Points' }).click()
  await expect(dialog.getByText('A message has at most 200 characters.')).toBeVisible()
  expect(await gifts(instance, viewer)).toEqual([])
})

test('an unsent gift survives closing the dialog and a reload', async ({ page, instance }) => {
  const dan = await member(instance)
  await instance.givePoints(viewer, 40)
  await page.goto(`/network?q=${prefix}`)
  const open = page.getByRole('button', { name: `Gift Points to ${dan.username}` })
  const dialog = page.getByRole('dialog', { name: 'Gift Points' })
  await open.click()
  await dialog.getByLabel('Points').fill('12')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await closedLayer(page)
  await page.reload()
  await open.click()
  await expect(dialog.getByLabel('Points')).toHaveValue('12')
})

test('photos open over the page, change with the arrow keys and close with Escape', async ({ page, instance }) => {
  const dan = await member(instance)
  const client = await instance.signedIn(dan)
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#506b2f' } })
    .png()
    .toBuffer()
  const photos: string[] = []
  for (let index = 0; index < 4; index++) {
    const path = `${dan.id}/${index}.png`
    const { error } = await client.storage.from('fishing-photos').upload(path, photo, { contentType: 'image/png' })
    if (error) throw error
    photos.push(client.storage.from('fishing-photos').getPublicUrl(path).data.publicUrl)
  }
  await client.from('profiles').update({ fishing_photos: photos }).eq('id', dan.id).throwOnError()
  await page.goto(`/network?q=${prefix}`)
  await expect(page.getByRole('button', { name: /^Open photo/ })).toHaveCount(3)
  const second = page.getByRole('button', { name: `Open photo 2 of ${dan.username}` })
  await second.click()
  const box = page.getByRole('dialog', { name: `Photos of ${dan.username}` })
  await expect(box.getByText('2 of 4')).toBeVisible()
  await expect(box.getByRole('img', { name: `Photo 2 of ${dan.username}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(box.getByText('3 of 4')).toBeVisible()
  await box.getByRole('button', { name: 'Previous photo' }).click()
  await expect(box.getByText('2 of 4')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(second).toBeFocused()

  await second.click()
  await expect(box.getByText('2 of 4')).toBeVisible()
  await page.goBack()
  await expect(box).toBeHidden()
  await expect(page).toHaveURL(`/network?q=${prefix}`)
  await expect(second).toBeFocused()
})

test('cards and gift dialog are accessible in both themes, and fit a narrow window', async ({ page, instance }) => {
  await instance.register(prefix.padEnd(50, 'W'))
  await ask(instance, await member(instance), viewer)
  // High enough for all cards: a name that the bar at the bottom half covers counts as too small.
  await page.setViewportSize({ width: 320, height: 2_400 })
  await page.goto(`/network?q=${prefix}`)
  await expect(page.getByRole('heading', { name: '1 connection request' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await page
    .getByRole('button', { name: /^Gift Points/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gift Points' }).click()
  await expect(page.getByText(RANGE)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
})

test('placeholders are shown while members load', async ({ page, instance }) => {
  await member(instance)
  const release = await holdAnswers(page, '**/rest/v1/member_search**')
  await page.goto(`/network?q=${prefix}`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading members' })).toHaveCount(1)
  release()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
})

test.describe('past the last page', () => {
  // The service answers such a range with 416, which the browser logs.
  test.use({ expectedErrors: /status of 416/ })

  test('an address leads to the last page', async ({ page, instance }) => {
    const dan = await member(instance)
    await page.goto(`/network?q=${prefix}&page=900`)
    await expect(page.getByRole('heading', { name: dan.username })).toBeVisible()
    await expect(page.getByText('1 to 1 of 1 member')).toBeVisible()
    await expect(page).not.toHaveURL(/page=/)
  })
})

test.describe('when a call fails', () => {
  test.use({ expectedErrors: /Failed to load resource|loadMembers|sendConnectionRequest|giftPoints/ })

  const refuse = { status: 400, json: { code: 'XX000', message: 'no', details: null, hint: null } }

  for (const table of ['member_search', 'member_connections'])
    test(`of ${table} the page reports it and loads after a retry`, async ({ page, instance }) => {
      // A live connection would load again by itself and remove the button.
      await page.routeWebSocket('**/realtime/**', () => {})
      const dan = await member(instance)
      const call = `**/rest/v1/${table}**`
      await page.route(call, (route) => route.fulfill(refuse))
      await page.goto(`/network?q=${prefix}`)
      await expect(page.getByText('Failed to load members')).toBeVisible()
      await page.unroute(call)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: dan.username })).toBeVisible()
    })

  test('a failed request leaves Connect unchanged', async ({ page, instance }) => {
    const dan = await member(instance)
    await page.goto(`/network?q=${prefix}`)
    await page.route('**/rest/v1/member_connections**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: `Connect with ${dan.username}` }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to send connection request')
    await expect(page.getByRole('button', { name: `Connect with ${dan.username}` })).toBeVisible()
    expect(await connections(instance, viewer)).toEqual([])
  })

  test('a gift whose answer is lost is not given twice, even after a reload', async ({ page, instance }) => {
    const dan = await member(instance)
    await instance.givePoints(viewer, 100)
    await page.goto(`/network?q=${prefix}`)
    const open = page.getByRole('button', { name: `Gift Points to ${dan.username}` })
    const dialog = page.getByRole('dialog', { name: 'Gift Points' })
    const send = dialog.getByRole('button', { name: 'Gift Points' })
    await open.click()
    await dialog.getByLabel('Points').fill('60')
    const call = '**/rest/v1/point_gifts**'
    await page.route(call, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to gift points')
    await expect(dialog.getByRole('alert')).toContainText('will not be given twice')
    await page.unroute(call)
    await page.reload()
    await open.click()
    await expect(dialog.getByLabel('Points')).toHaveValue('60')
    await dialog.getByLabel('Points').fill('10')
    await send.click()
    await expect(page.getByText(`Your gift of 60 points to ${dan.username} was already made.`)).toBeVisible()
    await expect(page.getByRole('link', { name: '40 points' })).toBeVisible()
    expect(await gifts(instance, dan)).toEqual([{ points: 60, message: null }])
  })

  test('a gift from a suspended member, or above the real balance, is refused with its reason', async ({
    page,
    instance,
  }) => {
    const dan = await member(instance)
    await instance.givePoints(viewer, 100)
    // Live, the form would know the new balance before the button is pressed.
    await page.routeWebSocket('**/realtime/**', () => {})
    await page.goto(`/network?q=${prefix}`)
    await page.getByRole('button', { name: `Gift Points to ${dan.username}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Gift Points' })
    const send = dialog.getByRole('button', { name: 'Gift Points' })
    await dialog.getByLabel('Points').fill('100')
    await instance.givePoints(viewer, -50, 'Correction')
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('You do not have enough points for this gift.')
    await expect(dialog.getByText('You have 50 points to give.')).toBeVisible()
    const admin = await instance.signedIn(instance.bailiff)
    await admin.from('profiles').update({ is_suspended: true }).eq('id', viewer.id).throwOnError()
    await dialog.getByLabel('Points').fill('5')
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to gift points')
    await expect(dialog.getByRole('alert')).toContainText('Suspended members cannot give or receive points.')
    expect(await gifts(instance, dan)).toEqual([])
  })
})
