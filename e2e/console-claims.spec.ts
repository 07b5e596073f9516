import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dialog, failCalls, openConsole } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { awardPrize, saveAddress } from './support/prizes.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/test.ts'

const unique = (word: string) => `${word} ${randomUUID().slice(0, 8)}`
const CLAIMS = '**/rest/v1/prize_claims*'
const AWARDS = '**/rest/v1/prize_awards*'
const claimOf = (page: Page, winner: Account, title: string) =>
  page.getByRole('article', { name: `${winner.username} ${title}` })

/** A physical prize that its winner has claimed, with express shipping. */
async function claimedPrize(instance: Instance, winner: Account, title: string, fullName = 'Tom Alder') {
  const award = await awardPrize(instance, winner, { title })
  await saveAddress(instance, winner, fullName)
  const member = await instance.signedIn(winner)
  const { data: home } = await member
    .from('shipping_addresses')
    .select('id')
    .eq('full_name', fullName)
    .single()
    .throwOnError()
  await member
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, shipping_method: 'express', shipping_address_id: home.id })
    .eq('id', award)
    .throwOnError()
  return award
}

async function stored(instance: Instance, award: string) {
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin
    .from('prize_awards')
    .select('fulfillment_status, fulfillment_date, tracking_number, fulfillment_notes')
    .eq('id', award)
    .single()
    .throwOnError()
  return data
}

async function findClaims(page: Page, text: string) {
  await page.getByLabel('Search claims').fill(text)
  await expect(page).toHaveURL(new RegExp(`[?&]q=${encodeURIComponent(text).replaceAll('%20', '\\+')}`))
}

test('a claim is found by winner, prize and tracking number, and shows all its data', async ({
  page,
  instance,
  signIn,
}) => {
  const winner = await instance.register()
  const title = unique('Bite alarm')
  const award = await claimedPrize(instance, winner, title)
  const tracking = unique('1Z_100%')
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('prize_awards')
    .update({ tracking_number: tracking, fulfillment_notes: 'Spare battery inside.', admin_notes: 'Check the house.' })
    .eq('id', award)
    .throwOnError()
  await openConsole({ page, signIn, instance }, 'claims', 'Claims')
  for (const text of [winner.username.toUpperCase(), title.toLowerCase(), tracking]) {
    await findClaims(page, text)
    await expect(claimOf(page, winner, title)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  }
  for (const fact of [
    /Awarded .*\d{4}/,
    'Physical, claimed',
    'Pending',
    'Express, 2-3 business days',
    tracking,
    'Tom Alder, 220 W Water St, Syracuse, NY 13202, United States',
    'Spare battery inside.',
    'Check the house.',
  ])
    await expect(claimOf(page, winner, title)).toContainText(fact)
  await findClaims(page, unique('no such claim'))
  await expect(page.getByText('No prize claims found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(claimOf(page, winner, title)).toBeVisible()
})

test('a claim is shipped and closed, and its winner sees only the notes for them', async ({
  page,
  instance,
  signIn,
}) => {
  const winner = await instance.register()
  const title = unique('Bivvy')
  const award = await claimedPrize(instance, winner, title)
  await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
  const claim = claimOf(page, winner, title)
  const open = claim.getByRole('button', { name: 'Update Status' })
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await open.click()
  const editor = claim.getByRole('form', { name: 'Update Status' })
  await expect(editor.getByLabel('Status').getByRole('option')).toHaveText([
    'Pending',
    'Processing',
    'Shipped',
    'Delivered',
    'Closed',
  ])
  await editor.getByLabel('Status').selectOption('Shipped')
  await editor.getByLabel('Tracking number').fill(' 1Z 999 AA1 ')
  await editor.getByLabel('Fulfillment notes').fill('Packed with care.')
  await editor.getByLabel('Admin notes').fill('Second parcel to this house.')
  await editor.getByRole('button', { name: 'Save' }).dblclick()
  await expect(editor).toHaveCount(0)
  await expect(claim.getByText('Shipped', { exact: true })).toBeVisible()
  await expect(claim).toContainText('1Z 999 AA1')
  await expect(claim).toContainText('Second parcel to this house.')
  expect(await stored(instance, award)).toEqual({
    fulfillment_status: 'shipped',
    fulfillment_date: expect.any(String),
    tracking_number: '1Z 999 AA1',
    fulfillment_notes: 'Packed with care.',
  })

  const member = await instance.signedIn(winner)
  const own = await member.from('prize_awards').select('fulfillment_notes, admin_notes').eq('id', award).throwOnError()
  expect(own.data).toEqual([{ fulfillment_notes: 'Packed with care.', admin_notes: null }])
  expect((await member.from('prize_award_notes').select('*').throwOnError()).data).toEqual([])
  expect((await member.from('prize_claims').select('*').throwOnError()).data).toEqual([])

  await open.click()
  await editor.getByLabel('Status').selectOption('Delivered')
  await editor.getByLabel('Admin notes').fill('')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(claim.getByText('Delivered', { exact: true })).toBeVisible()
  await expect(claim).not.toContainText('Second parcel')
  expect((await stored(instance, award)).fulfillment_date).toBeNull()
})

test('claims are filtered by status, and open ones are listed oldest first', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  await claimedPrize(instance, winner, `First ${word}`, 'One')
  const sent = await claimedPrize(instance, winner, `Second ${word}`, 'Two')
  await claimedPrize(instance, winner, `Third ${word}`, 'Three')
  await awardPrize(instance, winner, { title: `Unclaimed ${word}` })
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('prize_awards').update({ fulfillment_status: 'shipped' }).eq('id', sent).throwOnError()
  await openConsole({ page, signIn, instance }, `claims?q=${word}`, 'Claims')
  const titles = page.getByRole('article').getByText(new RegExp(` ${word}$`))
  await expect(titles).toHaveText([`Unclaimed ${word}`, `Third ${word}`, `Second ${word}`, `First ${word}`])
  await expect(claimOf(page, winner, `Unclaimed ${word}`)).toContainText('not claimed yet')
  await expect(claimOf(page, winner, `Unclaimed ${word}`)).toContainText('Pending')
  await page.getByLabel('Status').selectOption('Shipped')
  await expect(titles).toHaveText([`Second ${word}`])
  await page.getByLabel('Status').selectOption('Pending')
  await expect(titles).toHaveText([`Unclaimed ${word}`, `Third ${word}`, `First ${word}`])
  for (const status of ['Processing', 'Delivered', 'Closed']) {
    await page.getByLabel('Status').selectOption(status)
    await expect(page.getByText('No prize claims found.')).toBeVisible()
  }
  await page.getByLabel('Status').selectOption('All statuses')
  await page.getByLabel('Order').selectOption('Open, oldest first')
  await expect(titles).toHaveText([`First ${word}`, `Third ${word}`])
  await page.reload()
  await expect(titles).toHaveText([`First ${word}`, `Third ${word}`])
})

test('many claims are shown in pages', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const title = unique('Bait')
  const admin = await instance.signedIn(instance.bailiff)
  const { data: box } = await admin
    .from('prize_packages')
    .insert({ name: unique('Box') })
    .select('id')
    .single()
    .throwOnError()
  const { data: item } = await admin
    .from('prize_items')
    .insert({ package_id: box.id, title, type: 'digital', quantity: 60 })
    .select('id')
    .single()
    .throwOnError()
  await admin
    .from('prize_awards')
    .insert(Array.from({ length: 51 }, () => ({ user_id: winner.id, item_id: item.id, status: 'assigned' })))
    .throwOnError()
  await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(page.getByRole('main').getByText('51', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('warns when two admins edit the same claim', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const title = unique('Net')
  const award = await claimedPrize(instance, winner, title)
  // Live, the form would warn before the button is pressed, and disable it.
  await page.routeWebSocket('**/realtime/**', () => {})
  await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
  const claim = claimOf(page, winner, title)
  await claim.getByRole('button', { name: 'Update Status' }).click()
  await claim.getByLabel('Tracking number').fill('MINE')
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('prize_awards').update({ tracking_number: 'THEIRS' }).eq('id', award).throwOnError()
  await claim.getByRole('button', { name: 'Save' }).click()
  await expect(claim.getByText(/Someone else changed this in the meantime/)).toBeVisible()
  await expect(claim.getByLabel('Tracking number')).toHaveValue('MINE')
  expect((await stored(instance, award)).tracking_number).toBe('THEIRS')
  await expect(claim.getByRole('definition').filter({ hasText: 'THEIRS' })).toBeVisible()
  await claim.getByRole('button', { name: 'Load latest version' }).click()
  await expect(claim.getByLabel('Tracking number')).toHaveValue('THEIRS')
  await claim.getByLabel('Tracking number').fill('AGREED')
  await claim.getByRole('button', { name: 'Save' }).click()
  await expect(claim.getByRole('definition').filter({ hasText: 'AGREED' })).toBeVisible()
})

test('an unclaimed prize stays pending, and a parcel has a carrier', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  await awardPrize(instance, winner, { title: `Lamp ${word}`, type: 'digital' })
  const sent = await claimedPrize(instance, winner, `Rod ${word}`)
  await openConsole({ page, signIn, instance }, `claims?q=${word}`, 'Claims')
  const lamp = claimOf(page, winner, `Lamp ${word}`)
  await lamp.getByRole('button', { name: 'Update Status' }).click()
  await expect(lamp.getByText('The winner has not claimed this prize yet, so it stays pending.')).toBeVisible()
  await expect(lamp.getByRole('option', { name: 'Shipped' })).toBeDisabled()
  await lamp.getByRole('button', { name: 'Cancel' }).click()

  const rod = claimOf(page, winner, `Rod ${word}`)
  await rod.getByRole('button', { name: 'Update Status' }).click()
  await rod.getByLabel('Status', { exact: true }).selectOption('Shipped')
  await rod.getByLabel('Carrier').fill('x'.repeat(61))
  await rod.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await rod.getByRole('button', { name: 'Save' }).click()
  await expect(rod.getByText('Use 60 characters at most')).toBeVisible()
  await rod.getByLabel('Carrier').fill(' UPS ')
  await rod.getByRole('button', { name: 'Save' }).click()
  await expect(rod.getByRole('form')).toHaveCount(0)
  await expect(rod.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  )
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.from('prize_awards').select('carrier').eq('id', sent).single().throwOnError()
  expect(data.carrier).toBe('UPS')
})

test('a claim being edited keeps its input when it leaves the list', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  const award = await claimedPrize(instance, winner, `Net ${word}`, 'One')
  await claimedPrize(instance, winner, `Rod ${word}`, 'Two')
  await openConsole({ page, signIn, instance }, `claims?q=${word}&filter=pending`, 'Claims')
  const net = claimOf(page, winner, `Net ${word}`)
  const rod = claimOf(page, winner, `Rod ${word}`)
  await net.getByRole('button', { name: 'Update Status' }).click()
  await net.getByLabel('Admin notes').fill('Half a sentence')
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('prize_awards').update({ fulfillment_status: 'closed' }).eq('id', award).throwOnError()
  await rod.getByRole('button', { name: 'Update Status' }).click()
  await rod.getByLabel('Status', { exact: true }).selectOption('Closed')
  await rod.getByRole('button', { name: 'Save' }).click()
  await expect(rod).toHaveCount(0)
  await expect(net.getByLabel('Admin notes')).toHaveValue('Half a sentence')
  await net.getByRole('button', { name: 'Save' }).click()
  await net.getByRole('button', { name: 'Load latest version' }).click()
  await expect(net.getByLabel('Status', { exact: true })).toHaveValue('closed')
  await net.getByLabel('Admin notes').fill('A whole sentence')
  await net.getByRole('button', { name: 'Save' }).click()
  await expect(net).toHaveCount(0)
  const { data } = await admin.from('prize_claims').select('admin_notes').eq('id', award).single().throwOnError()
  expect(data.admin_notes).toBe('A whole sentence')
})

test('exports the list to a file with formulas escaped', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  await claimedPrize(instance, winner, `=HYPERLINK("http://${word}")`, '@Tom, "T" Alder')
  await awardPrize(instance, winner, { title: `Other ${word}`, type: 'points' })
  await openConsole({ page, signIn, instance }, `claims?q=${word}`, 'Claims')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^claims-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('Username,Prize,Type,Package,Points paid,Awarded')
  expect(text).toContain(`${winner.username},"'=HYPERLINK(""http://${word}"")",Physical`)
  expect(text).toContain(`"'@Tom, ""T"" Alder"`)
  expect(text).toContain(`${winner.username},Other ${word},Points`)
})

test('prints the parcels to be sent, one per block', async ({ page, instance, signIn }) => {
  const word = randomUUID().slice(0, 8)
  const winner = await instance.register()
  await claimedPrize(instance, winner, `Rod ${word}`, 'Ivy Reeds')
  const sent = await claimedPrize(instance, winner, `Sent ${word}`, 'Old Home')
  await awardPrize(instance, winner, { title: `Unclaimed ${word}` })
  const admin = await instance.signedIn(instance.bailiff)
  await admin.from('prize_awards').update({ fulfillment_status: 'shipped' }).eq('id', sent).throwOnError()
  await openConsole({ page, signIn, instance }, `claims?q=${word}`, 'Claims')
  await page.getByRole('button', { name: 'Packing list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Packing list' })).toBeVisible()
  const parcels = page.getByRole('list', { name: 'Parcels' }).getByRole('listitem')
  await expect(parcels).toHaveCount(1)
  for (const text of ['Ivy Reeds', '220 W Water St', 'Syracuse, NY 13202', 'United States', `Rod ${word}`, 'Express'])
    await expect(parcels).toContainText(text)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(parcels).toBeVisible()
  await expect(parcels).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.getByRole('button', { name: 'Back to claims' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('an unclaimed award can be taken back, a claimed one cannot', async ({ page, instance, signIn }) => {
  const winner = await instance.register()
  const title = unique('Net')
  await claimedPrize(instance, winner, `${title} one`)
  const award = await awardPrize(instance, winner, { title: `${title} two` })
  await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
  await claimOf(page, winner, `${title} one`).getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByRole('button', { name: 'Take back award' })).toHaveCount(0)
  await claimOf(page, winner, `${title} two`).getByRole('button', { name: 'Update Status' }).click()
  await page.getByRole('button', { name: 'Take back award' }).click()
  await dialog(page, 'Take back award').getByRole('button', { name: 'Take back' }).click()
  await expect(claimOf(page, winner, `${title} two`)).toHaveCount(0)
  const admin = await instance.signedIn(instance.bailiff)
  expect((await admin.from('prize_awards').select('id').eq('id', award).throwOnError()).data).toEqual([])
})

test.describe('with calls that fail', () => {
  test.use({ expectedErrors: /Failed to load resource|prize claim|Error: / })

  test('reports claims that cannot be loaded, and loads them again', async ({ page, instance, signIn }) => {
    // A live connection would load again by itself and remove the button.
    await page.routeWebSocket('**/realtime/**', () => {})
    const restore = await failCalls(page, CLAIMS)
    await openConsole({ page, signIn, instance }, `claims?q=${randomUUID()}`, 'Claims')
    await expect(page.getByRole('alert')).toContainText('Failed to load prize claims')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('alert')).toHaveCount(2)
    await page.getByRole('button', { name: 'Packing list' }).click()
    // The list with its two claims stays until the other one has loaded.
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText('Failed to load prize claims')
    await restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Nothing to pack.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to claims' }).click()
    await expect(page.getByText('No prize claims found.')).toBeVisible()
  })

  test('a failed update keeps the input and can be sent again', async ({ page, instance, signIn }) => {
    const winner = await instance.register()
    const title = unique('Net')
    const award = await claimedPrize(instance, winner, title)
    await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
    const claim = claimOf(page, winner, title)
    await claim.getByRole('button', { name: 'Update Status' }).click()
    await claim.getByLabel('Tracking number').fill('x'.repeat(101))
    await claim.getByRole('button', { name: 'Save' }).click()
    await expect(claim.getByText('Use 100 characters at most')).toBeVisible()
    await expect(claim.getByLabel('Tracking number')).toBeFocused()
    await claim.getByLabel('Tracking number').fill('1Z')
    const restore = await failCalls(page, AWARDS, 'PATCH')
    await claim.getByRole('button', { name: 'Save' }).click()
    await expect(claim.getByRole('alert')).toHaveText('Failed to update prize claim')
    await expect(claim.getByLabel('Tracking number')).toHaveValue('1Z')
    await restore()
    await page.route(AWARDS, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    const answers: string[] = []
    page.on('requestfailed', (request) => answers.push(request.method()))
    page.on('response', (reply) => {
      if (reply.url().includes('/rest/v1/prize_claims') && reply.ok()) answers.push('claim')
    })
    await claim.getByRole('button', { name: 'Save' }).click()
    // The app sends once more by itself. That has to be lost as well: with an answer, the form would close.
    await expect.poll(() => answers.filter((answer) => answer === 'PATCH')).toHaveLength(2)
    await expect.poll(() => answers.slice(answers.lastIndexOf('PATCH'))).toContain('claim')
    // The claim is loaded again and shows the sent values, so nothing has failed.
    await expect(claim.getByRole('alert')).toHaveCount(0)
    expect((await stored(instance, award)).tracking_number).toBe('1Z')
    await page.unroute(AWARDS)
    await claim.getByRole('button', { name: 'Save' }).click()
    await expect(claim.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(claim).toContainText('1Z')
  })
})

test('the claims are accessible in both themes, and fit a phone', async ({ page, instance, signIn }) => {
  const winner = await instance.register(`${randomUUID().slice(0, 8)} ${'Wide'.repeat(10)}`)
  const title = `${unique('Net')} ${'Long'.repeat(18)}`
  await claimedPrize(instance, winner, title)
  await openConsole({ page, signIn, instance }, `claims?q=${encodeURIComponent(title)}`, 'Claims')
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Packing list' }).click()
  await expect(page.getByRole('list', { name: 'Parcels' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})
