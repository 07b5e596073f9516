import { randomUUID } from 'node:crypto'
import { local } from '../support/act-parts.ts'
import type { Instance } from '../support/instance.ts'
import { awardPrize, saveAddress } from '../support/prizes.ts'
import { article, button, dialog, field, link, main, radio, region, row, text } from './tab.ts'
import { DESK, expect, test } from './test.ts'

const CONSOLE = { role: 'navigation', name: 'Console' }

test("the admin's story", async ({ openTab, instance, step, photo }) => {
  const mark = randomUUID().slice(0, 8)
  const member = await instance.register()
  const parcel = await claimedParcel(instance, member, `Landing net ${mark}`)
  const admin = await instance.signedIn(instance.bailiff)
  const tab = await openTab(DESK)
  await step('signs in', () => tab.signIn(instance.bailiff))

  const renamed = `a_${mark}`
  await step('edits a user', async () => {
    await tab.open(`/admin/users?q=${member.username}`)
    await tab.tap(button(`Edit ${member.username}`))
    await tab.fill(renamed, dialog(), field(/^Username/))
    await tab.tap(dialog(), button('Save'))
    await tab.seesNo(dialog())
    await tab.fill(renamed, field(/^Search by username/))
    await tab.sees(button(`Edit ${renamed}`))
  })
  const card = `Winter league ${mark}`
  instance.atEnd(() => admin.from('info_cards').delete().eq('title', card).throwOnError())
  await step('makes a card with a picture', async () => {
    await tab.tap(CONSOLE, link('Cards'))
    await tab.tap(button('Add card'))
    await tab.fill(card, dialog(), field(/^Title/))
    await tab.upload([photo], dialog(), field('Image'))
    await tab.sees(dialog(), button('Replace'))
    await tab.set(local(-1), dialog(), field(/^Start date/))
    await tab.set(local(48), dialog(), field(/^End date/))
    await tab.tap(dialog(), button('Create card'))
    await tab.seesNo(dialog())
    await tab.sees(row(card), text('Active'))
    const { data } = await admin.from('info_cards').select('image_url').eq('title', card).single().throwOnError()
    expect(data.image_url).toContain('/games-images/')
  })
  const game = `Which corner ${mark}?`
  instance.atEnd(() => admin.from('games').delete().eq('title', game).throwOnError())
  await step('runs a game', async () => {
    await tab.tap(CONSOLE, link(/^Games/))
    await tab.tap(link('Add Game'))
    await tab.tap(radio(/Pick a swim/))
    await tab.fill(game, field(/^Title/))
    await tab.set(local(-1), field(/^Start date/))
    await tab.set(local(1), field(/^End date/))
    await tab.fill('300', field(/^Winner points/))
    await tab.fill('8', field('Winning square'))
    await tab.upload([photo], field('Lake photo'))
    await tab.sees(button('Replace'))
    await tab.tap(button('Create game'))
    await tab.tap(button(`Activate ${game}`))
    await tab.tap(dialog('Activate this game?'), button('Activate'))
    await tab.sees(button(`Complete ${game}`))
  })
  await step('completes it with a winner', async () => {
    const { data } = await admin.from('games').select('id').eq('title', game).single().throwOnError()
    const player = await instance.signedIn(member)
    const entry = { game_id: data.id, user_id: member.id, entry_data: { square: 8 } }
    await player.from('game_entries').insert(entry).throwOnError()
    await tab.tap(button(`Complete ${game}`))
    await tab.tap(dialog('Complete this game?'), button('Complete'))
    await tab.seesNo(dialog())
    await tab.until('the points of the winner', async () => (await points(instance, member)) === 300)
  })
  await step('gives points', async () => {
    await tab.open(`/admin/points?q=${renamed}`)
    await tab.tap(region('Members'), button(new RegExp(`^${renamed}`)))
    await tab.fill('80', field(/^Points change/))
    await tab.fill('Litter pick', field(/^Reason/))
    await tab.tap(button('Update Points'))
    await tab.sees({ ...main, has: 'Balance 380' })
    expect(await points(instance, member)).toBe(380)
  })
  await step('ships a prize with its tracking number', async () => {
    await tab.tap(CONSOLE, link(/^Claims/))
    const claim = article(parcel)
    await tab.tap(claim, button(/Update Status/))
    await tab.set('shipped', claim, field('Status'))
    await tab.fill('1Z999AA10123456784', claim, field(/^Tracking number/))
    await tab.tap(claim, button('Save'))
    await tab.sees(claim, text('Shipped'))
    const { data } = await (await instance.signedIn(member)).from('prize_awards').select('tracking_number')
    expect(data).toEqual([{ tracking_number: '1Z999AA10123456784' }])
  })
})

async function points(instance: Instance, member: { email: string; password: string }): Promise<number> {
  const client = await instance.signedIn(member)
  const { data } = await client.from('points_log').select('points_change').throwOnError()
  return data.reduce((sum, { points_change }) => sum + points_change, 0)
}

/** A parcel that its winner has claimed. Returns its title. */
async function claimedParcel(instance: Instance, winner: Awaited<ReturnType<Instance['register']>>, title: string) {
  const award = await awardPrize(instance, winner, { title })
  await saveAddress(instance, winner, 'Tom Alder')
  const client = await instance.signedIn(winner)
  const { data: home } = await client.from('shipping_addresses').select('id').single().throwOnError()
  await client
    .from('prize_awards')
    .update({ status: 'claimed', terms_accepted: true, shipping_method: 'express', shipping_address_id: home.id })
    .eq('id', award)
    .throwOnError()
  return title
}
