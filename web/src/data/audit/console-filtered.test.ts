import { expect, it } from 'vitest'
import { wordFilter } from './console-filtered.ts'

it('a word is found in the texts, or by the actions whose sentence has it', () => {
  expect(wordFilter({ text: 'finn', actions: [], codes: [] })).toBe('search_text.like."%finn%"')
  expect(wordFilter({ text: 'points', actions: ['give_points', 'edit_referral_settings'], codes: [] })).toBe(
    'search_text.like."%points%",action.in.(give_points,edit_referral_settings)',
  )
  expect(wordFilter({ text: 'dismissed', actions: [], codes: [{ action: 'decide_report', code: 'dismiss' }] })).toBe(
    'search_text.like."%dismissed%",and(action.eq.decide_report,search_text.like."%dismiss%")',
  )
})

it('what has a meaning in a filter or a pattern is taken literally', () => {
  expect(wordFilter({ text: '5%_"),x', actions: [], codes: [] })).toBe('search_text.like."%5\\\\%\\\\_\\"),x%"')
})
