import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { REASONS, reasonText } from './report-reasons.ts'
import { reportSchema } from './report-schema.ts'

describe('a report', () => {
  it('needs one of the six reasons', () => {
    expect(REASONS).toHaveLength(6)
    for (const { value } of REASONS) expect(errorsOf(reportSchema, { reason: value, words: '' })).toEqual({})
    for (const reason of ['', 'boring'])
      expect(errorsOf(reportSchema, { reason, words: '' })).toEqual({ reason: 'Choose a reason' })
  })

  it('may have up to 500 characters of words', () => {
    expect(errorsOf(reportSchema, { reason: 'spam', words: ` ${'🐟'.repeat(500)} ` })).toEqual({})
    expect(errorsOf(reportSchema, { reason: 'spam', words: 'x'.repeat(501) }).words).toBe('Use 500 characters at most')
  })
})

it('a reason has a text, also one of a later version', () => {
  expect(reasonText('abuse')).toBe('Insults or harassment')
  expect(reasonText('wrong_lake')).toBe('wrong lake')
})
