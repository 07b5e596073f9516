import { expect, it } from 'vitest'
import { detailLines } from './detail-lines.ts'

it.each([
  [
    'rename_user',
    { before: { username: 'Finn' }, after: { username: 'Finn P' } },
    ['Username: “Finn” is now “Finn P”'],
  ],
  ['edit_package', { before: { is_active: true }, after: { is_active: false } }, ['Active: yes is now no']],
  [
    'edit_claim',
    {
      award_id: 'x',
      prize: 'Lamp',
      before: { fulfillment_status: null },
      after: { fulfillment_status: 'shipped' },
      changed: ['fulfillment_notes', 'admin_notes'],
    },
    ['Fulfillment: none is now shipped', 'Changed: fulfillment notes, admin notes'],
  ],
  ['give_points', { points: 5, reason: 'Bank clean-up' }, ['Reason: Bank clean-up']],
  [
    'edit_site_settings',
    { before: { currency_symbol: '$' }, after: { currency_symbol: '£' } },
    ['Currency symbol: “$” is now “£”'],
  ],
  ['complete_game', { winners: 2, prize: 'awarded' }, ['Winners: 2', 'Prize: awarded']],
  ['create_game', { type: 'pick_swim', status: 'draft' }, ['Type: pick a swim', 'Status: draft']],
  ['suspend', {}, []],
])('%s', (action, details, lines) => {
  expect(detailLines({ action, details: { ...details } })).toEqual(lines)
})
