import { expect, it } from 'vitest'
import { checkPasswordChange } from './password-rules.ts'

const good = { current: 'old one', next: 'brown bread', confirm: 'brown bread' }

it('lets a complete change through', () => {
  expect(checkPasswordChange(good)).toEqual({})
})

it('asks for the current password', () => {
  expect(checkPasswordChange({ ...good, current: '' })).toEqual({ current: 'Enter your current password' })
})

it('refuses five characters and takes six', () => {
  expect(checkPasswordChange({ ...good, next: '12345', confirm: '12345' })).toEqual({
    next: 'Password must be at least 6 characters long',
  })
  expect(checkPasswordChange({ ...good, next: '123456', confirm: '123456' })).toEqual({})
})

it('refuses what the hash would cut off', () => {
  const tooLong = 'é'.repeat(37)
  expect(checkPasswordChange({ ...good, next: tooLong, confirm: tooLong })).toEqual({
    next: 'Password must be at most 72 characters long',
  })
})

it('compares the repeated password', () => {
  expect(checkPasswordChange({ ...good, confirm: 'brownbread' })).toEqual({ confirm: 'New passwords do not match' })
})
