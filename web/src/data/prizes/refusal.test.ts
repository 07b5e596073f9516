import { expect, it } from 'vitest'
import { prizeRefusal } from './refusal.ts'

it.each([
  [{ code: 'PZ007', message: 'none left', details: 'Net' }, '"Net" is out of stock.'],
  [{ code: 'PZ002', message: 'too few', details: '3' }, 'The quantity cannot be below the 3 already awarded.'],
  [{ code: 'P0001', message: 'a text of the database' }, undefined],
  [
    { code: 'PZ004', message: 'has awards' },
    'This package has awards and cannot be deleted. Make it inactive instead.',
  ],
  [{ code: '23503', message: 'update or delete on table "x" violates foreign key constraint' }, undefined],
  [{ code: '42501', message: 'permission denied for table prize_packages' }, 'Only admins can do this.'],
  [{ code: '23514', message: 'new row violates check' }, 'A text or a number is outside its limits.'],
  [{ code: '', message: 'TypeError: Failed to fetch' }, undefined],
  [{ code: '57014', message: 'canceling statement' }, undefined],
  [new Error('offline'), undefined],
  [undefined, undefined],
])('reads %o', (error, message) => {
  expect(prizeRefusal(error)).toBe(message)
})
