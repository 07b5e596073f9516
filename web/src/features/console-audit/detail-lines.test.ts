import { expect, it } from 'vitest'
import { detailLines } from './detail-lines.ts'

it.each([
  [
    'rename_user',
    { before: { username: 'Finn' }, after: { username: 'Finn P' } },
    ['Username: from “Finn” to “Finn P”'],
  ],
  ['edit_package', { before: { is_active: true }, after: { is_active: false } }, ['Active: from yes to no']],
  [
    'edit_claim',
    {
      award_id: 'x',
      prize: 'Lamp',
      before: { fulfillment_status: null },
      after: { fulfillment_status: 'shipped' },
      changed: ['fulfillment_notes', 'admin_notes'],
    },
    ['Fulfillment: set to shipped', 'Changed: fulfillment notes, admin notes'],
  ],
  [
    'edit_claim',
    { before: { tracking_number: 'RM 1' }, after: { tracking_number: null } },
    ['Tracking number: “RM 1” removed'],
  ],
  ['give_points', { points: 5, reason: 'Bank clean-up' }, ['Reason: Bank clean-up']],
  [
    'edit_site_settings',
    { before: { currency_symbol: '$' }, after: { currency_symbol: '£' } },
    ['Currency symbol: from “$” to “£”'],
  ],
  ['complete_game', { winners: 2, prize: 'awarded' }, ['Winners: 2', 'Prize: awarded']],
  ['create_game', { type: 'pick_swim', status: 'draft' }, ['Type: pick a swim', 'Status: draft']],
  ['create_post', { type: 'prize_award' }, ['Type: prize award']],
  ['delete_file', { bucket: 'avatars' }, []],
  ['make_club_link', { places: 1000, days: 30 }, ['Places: 1,000', 'Days: 30']],
  ['invite_addresses', { count: 3 }, []],
  ['withdraw_invitations', { count: 3, domains: ['lake.test', 'pike.test'] }, ['Addresses at: lake.test, pike.test']],
  ['withdraw_invitations', { count: 3 }, []],
  ['import_members', { count: 3, points: 1200 }, []],
  ['suspend', {}, []],
])('%s', (action, details, lines) => {
  expect(detailLines({ action, details: { ...details } })).toEqual(lines)
})
