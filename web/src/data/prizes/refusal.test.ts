import { expect, it } from 'vitest'
import { prizeRefusal } from './refusal.ts'

it.each([
  [{ code: 'P0001', message: 'There is none left of "Net".' }, 'There is none left of "Net".'],
  [
    { code: '23503', message: 'This package has awards and cannot be deleted.', hint: 'Make it inactive instead.' },
    'This package has awards and cannot be deleted. Make it inactive instead.',
  ],
  [{ code: '23503', message: 'update or delete on table "x" violates foreign key constraint' }, undefined],
  [{ code: '42501', message: 'permission denied for table prize_packages' }, 'Only admins may do this.'],
  [{ code: '23514', message: 'new row violates check' }, 'A text or a number is outside its limits.'],
  [{ code: '', message: 'TypeError: Failed to fetch' }, undefined],
  [{ code: '57014', message: 'canceling statement' }, undefined],
  [new Error('offline'), undefined],
  [undefined, undefined],
])('reads %o', (error, words) => {
  expect(prizeRefusal(error)).toBe(words)
})
