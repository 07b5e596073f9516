import { expect, it } from 'vitest'
import { userRow } from '../../testing/rows.ts'
import { memberPasswordSchema, userSchema } from './user-schema.ts'

it.each([
  ['a name', 'Dan', undefined],
  ['50 emoji', '🎣'.repeat(50), undefined],
  ['50 letters between blanks', ` ${'x'.repeat(50)} `, undefined],
  ['51 letters', 'x'.repeat(51), 'Username must have 1 to 50 characters'],
  ['nothing', '', 'Enter a username'],
  ['blanks', '  ', 'Enter a username'],
])('a username of %s', (_, username, message) => {
  expect(userSchema.safeParse(userRow({ username })).error?.issues[0]?.message).toBe(message)
})

it.each([
  ['5 letters', '12345', 'Password must be at least 6 characters long'],
  ['6 letters', '123456', undefined],
  ['6 blanks', '      ', undefined],
  ['72 letters', 'x'.repeat(72), undefined],
  ['73 letters', 'x'.repeat(73), 'Password must be at most 72 characters long'],
  ['37 letters of two bytes', 'ü'.repeat(37), 'Password must be at most 72 characters long'],
])('a password of %s', (_, password, message) => {
  expect(memberPasswordSchema.safeParse({ password }).error?.issues[0]?.message).toBe(message)
})
