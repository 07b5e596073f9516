import { expect, it } from 'vitest'
import { caseLine, prizeLine } from './record-text.ts'

it('says what a case is about and how it was decided', () => {
  const found = { id: '1', at: '2026-11-01T00:00:00Z' }
  expect(caseLine({ ...found, kind: 'post', decision: 'warn' })).toBe('A post: warned')
  expect(caseLine({ ...found, kind: 'member', decision: null })).toBe('The profile: not decided yet')
})

it('says where a prize is', () => {
  const prize = { id: '1', title: 'Rod bag', at: '2026-11-01T00:00:00Z' }
  expect(prizeLine({ ...prize, status: 'assigned', stage: null })).toBe('Not claimed yet')
  expect(prizeLine({ ...prize, status: 'claimed', stage: null })).toBe('Claimed')
  expect(prizeLine({ ...prize, status: 'claimed', stage: 'shipped' })).toBe('Shipped')
})
