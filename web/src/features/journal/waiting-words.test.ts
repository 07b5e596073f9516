import { expect, it } from 'vitest'
import { NotKept } from '../../data/catches/waiting-queue.ts'
import { notKeptReason, refusalOf, sendingTold } from './waiting-words.ts'

it('says why a catch was not kept, and nothing about other failures', () => {
  expect(notKeptReason(new NotKept('full'))).toContain('50 catches wait on this device')
  expect(notKeptReason(new NotKept('storage'))).toContain('private window')
  expect(notKeptReason(new Error('another'))).toBeUndefined()
})

it('names the reason of every refusal', () => {
  expect(refusalOf({ refusal: null })).toBeUndefined()
  expect(refusalOf({ refusal: 'CT001' })).toBe('The day is in the future.')
  expect(refusalOf({ refusal: '23514' })).toContain('(23514)')
  expect(refusalOf({ refusal: 'PHOTO' })).toContain('Choose it again')
  expect(refusalOf({ refusal: 'SPACE' })).toContain('Your space for photos')
})

it('says once what became of the catches', () => {
  expect(sendingTold({ sent: 0, refused: 0, bests: 0, end: 'line' }, false)).toBeUndefined()
  expect(sendingTold({ sent: 0, refused: 0, bests: 0, end: 'all' }, true)).toBeUndefined()
  expect(sendingTold({ sent: 20, refused: 1, bests: 1, end: 'all' }, false)).toBe(
    '20 catches sent to your journal. New personal best! 1 catch not accepted: open your journal to see why.',
  )
  expect(sendingTold({ sent: 1, refused: 0, bests: 0, end: 'limit' }, true)).toBe(
    '1 catch sent to your journal. You have reached the limit of catches for now. The others are sent later.',
  )
})
