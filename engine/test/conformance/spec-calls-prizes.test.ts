import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { like, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
const box = randomUUID()
const rod = randomUUID()
const award = randomUUID()
beforeAll(async () => {
  area = await openMemberArea()
  await area.row(`insert into public.prize_packages (id, name) values ($1, 'Winter box')`, [box])
  await area.row(
    `insert into public.prize_items (id, package_id, title, type, quantity) values ($1, $2, 'Rod', 'physical', 9)`,
    [rod, box],
  )
  await area.row('insert into public.prize_awards (id, user_id, item_id) values ($1, $2, $3)', [
    award,
    area.member.user.id,
    rod,
  ])
})
afterAll(() => area.engine.close())

const PACKAGE = 'Spring box'
/** Set by the calls, which are in the order of the screens. */
const made = { package: '', item: '', award: '', address: '' }

describe('prize_packages and prize_items', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'prize_packages: insert',
        run: (client) =>
          client.from('prize_packages').insert({ name: PACKAGE, description: 'For the opening' }).select('id').single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: ({ data }) => {
          made.package = (data as { id: string }).id
        },
      },
      {
        call: 'prize_items: insert one per item after the package',
        run: (client) =>
          client
            .from('prize_items')
            .insert({
              package_id: made.package,
              title: 'Fifty points',
              description: '',
              type: 'points',
              points_value: 50,
              quantity: 3,
            })
            .select('id, remaining_quantity')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: (answer) => {
          like({ remaining_quantity: 3 })(answer)
          made.item = (answer.data as { id: string }).id
        },
      },
      {
        call: 'prize_packages: read newest first',
        run: (client) => client.from('prize_packages').select('name').order('created_at', { ascending: false }),
        not: { guest: 'denied' },
        by: 'admin',
        gives: like([{ name: PACKAGE }, { name: 'Winter box' }]),
      },
      {
        call: 'prize_packages: read id, name where active ordered by name',
        run: (client) => client.from('prize_packages').select('id, name').eq('is_active', true).order('name'),
        not: { guest: 'denied' },
        by: 'admin',
        gives: like([{ name: PACKAGE }, { name: 'Winter box' }]),
      },
      {
        call: 'prize_packages: update name, description, is_active, updated_at by id',
        run: (client) =>
          client
            .from('prize_packages')
            .update({
              name: 'Summer box',
              description: 'For the heat',
              is_active: true,
              updated_at: new Date().toISOString(),
            })
            .eq('id', made.package)
            .select('name'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ name: 'Summer box' }]),
      },
      {
        call: 'prize_awards: insert one per item (user_id, item_id, status assigned)',
        run: (client) =>
          client
            .from('prize_awards')
            .insert({ user_id: area.member.user.id, item_id: made.item, status: 'assigned' })
            .select('id, status')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: (answer) => {
          like({ status: 'assigned' })(answer)
          made.award = (answer.data as { id: string }).id
        },
      },
      {
        call: 'prize_items: read with awards and user',
        run: (client) =>
          client
            .from('prize_items')
            .select('title, awards:prize_awards(status, user:profiles!prize_awards_user_id_fkey(username))')
            .eq('id', made.item),
        not: { guest: 'denied' },
        by: 'admin',
        gives: (answer) => like([{ awards: [{ user: { username: area.member.user.username } }] }])(answer),
      },
    ],
  )
})

describe('prize_awards', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'read own with status assigned or pending ordered by claim_deadline',
        run: (client) =>
          client
            .from('prize_awards')
            .select('id, claim_deadline, item:prize_items(title, type)')
            .eq('user_id', area.member.user.id)
            .in('status', ['assigned', 'pending'])
            .order('claim_deadline'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: ({ data }) => expect((data as unknown[]).length).toBe(2),
      },
      {
        call: 'read single by id',
        run: (client) =>
          client
            .from('prize_awards')
            .select('id, item:prize_items(title, description, type)')
            .eq('id', award)
            .maybeSingle(),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like({ id: award, item: { title: 'Rod', type: 'physical' } }),
      },
      {
        call: 'shipping_addresses: insert',
        run: (client) =>
          client
            .from('shipping_addresses')
            .insert({
              user_id: area.member.user.id,
              full_name: 'Tom Alder',
              email: 'tom@example.com',
              phone_number: '+44 1865 000000',
              address_line1: '1 Mill Lane',
              city: 'Oxford',
              state: 'Oxfordshire',
              postal_code: 'OX1 1AA',
              country: 'United Kingdom',
              is_default: true,
            })
            .select('id')
            .single(),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: ({ data }) => {
          made.address = (data as { id: string }).id
        },
      },
      {
        call: 'shipping_addresses: read default first',
        run: (client) =>
          client
            .from('shipping_addresses')
            .select('id, is_default')
            .eq('user_id', area.member.user.id)
            .order('is_default', { ascending: false }),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: (answer) => like([{ id: made.address, is_default: true }])(answer),
      },
      {
        call: 'update to claimed (status, shipping_method, shipping_details, shipping_address_id, terms_accepted)',
        run: (client) =>
          client
            .from('prize_awards')
            .update({
              status: 'claimed',
              shipping_method: 'standard',
              shipping_details: { note: 'ring twice' },
              shipping_address_id: made.address,
              terms_accepted: true,
            })
            .eq('id', award)
            .select('status, shipping_method, shipping_address_id'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ status: 'claimed', shipping_method: 'standard' }]),
      },
      {
        call: 'read with user, item and shipping_address ordered by awarded_at descending',
        run: (client) =>
          client
            .from('prize_awards')
            .select(
              'status, user:profiles!prize_awards_user_id_fkey(username, avatar_url), item:prize_items(title, description, type), shipping_address:shipping_addresses(city)',
            )
            .order('awarded_at', { ascending: false })
            .eq('id', award),
        not: { guest: 'denied', other: 'nothing' },
        by: 'admin',
        gives: (answer) =>
          like([
            {
              status: 'claimed',
              user: { username: area.member.user.username },
              item: { title: 'Rod' },
              shipping_address: { city: 'Oxford' },
            },
          ])(answer),
      },
      {
        call: 'update by id (tracking_number, fulfillment_notes, fulfillment_status, admin_notes, fulfillment_date)',
        run: (client) =>
          client
            .from('prize_awards')
            .update({
              tracking_number: 'RM 1234',
              fulfillment_notes: 'On its way',
              fulfillment_status: 'shipped',
              admin_notes: 'box was dented',
              fulfillment_date: new Date().toISOString(),
            })
            .eq('id', award)
            .select('tracking_number, fulfillment_status'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'admin',
        gives: like([{ tracking_number: 'RM 1234', fulfillment_status: 'shipped' }]),
      },
      {
        call: 'the admin’s notes are not the member’s to read',
        run: (client) => client.from('prize_award_notes').select('admin_notes').eq('award_id', award),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ admin_notes: 'box was dented' }]),
      },
    ],
  )
})

describe('what has awards, and what has none', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'prize_awards: an unclaimed one is deleted before its item',
        run: (client) => client.from('prize_awards').delete().eq('id', made.award).select('id'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: ({ data }) => expect(data).toHaveLength(1),
      },
      {
        call: 'prize_items: delete by id',
        run: (client) => client.from('prize_items').delete().eq('id', made.item).select('id'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: ({ data }) => expect(data).toHaveLength(1),
      },
      {
        call: 'prize_packages: delete by id',
        run: (client) => client.from('prize_packages').delete().eq('id', made.package).select('id'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: ({ data }) => expect(data).toHaveLength(1),
      },
    ],
  )
})
