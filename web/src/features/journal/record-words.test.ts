import { expect, it } from 'vitest'
import { lossText, offerText } from './record-words.ts'

it('says what a catch needs before it can be offered', () => {
  expect(offerText(undefined, false)).toContain('share it with Everyone')
  expect(offerText(undefined, true)).not.toContain('share it')
})

it('says where an offer stands, also when the catch could not be offered again', () => {
  expect(offerText('verified', false)).toContain('counts for the club records')
  expect(offerText('declined', true)).toContain('declined')
})

it('warns before a change only when an offer or a verification would be lost', () => {
  expect(lossText('waiting')).toContain('takes the offer back')
  expect(lossText('verified')).toContain('offered again')
  expect([lossText('declined'), lossText(undefined)]).toEqual([undefined, undefined])
})
