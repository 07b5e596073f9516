import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { passwordSchema } from './password-schema.ts'

const good = { current: 'old one', next: 'brown bread', confirm: 'brown bread' }
it('accepts a complete change', () => {
  expect(errorsOf(passwordSchema, good)).toEqual({})
})

it('asks for the current password', () => {
  expect(errorsOf(passwordSchema, { ...good, current: '' })).toEqual({ current: 'Enter your current password' })
})

it('refuses five characters and accepts six', () => {
  expect(errorsOf(passwordSchema, { ...good, next: '12345', confirm: '12345' })).toEqual({
    next: 'Password must be at least 6 characters long',
  })
  expect(errorsOf(passwordSchema, { ...good, next: '123456', confirm: '123456' })).toEqual({})
})

it('refuses a password that the hash would truncate', () => {
  const tooLong = 'é'.repeat(37)
  expect(errorsOf(passwordSchema, { ...good, next: tooLong, confirm: tooLong })).toEqual({
    next: 'Password must be at most 72 characters long',
  })
})

it('compares the repeated password', () => {
  expect(errorsOf(passwordSchema, { ...good, confirm: 'brownbread' })).toEqual({
    confirm: 'New passwords do not match',
  })
})
