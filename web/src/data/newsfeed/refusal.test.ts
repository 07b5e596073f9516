import { expect, it } from 'vitest'
import { isForbidden, refusalText } from './refusal.ts'

const refused = (code: string, details: string | null = null) => ({ code, message: 'English for developers', details })

it('gives the reason why a text or a click was refused', () => {
  expect(refusalText(refused('NF001'))).toBe('This post is already in the feed.')
  expect(refusalText(refused('NF002'))).toBe('This comment has already been posted.')
  const limit = (seconds: number) => refusalText(refused('PT429', String(seconds)))
  expect(limit(12)).toBe('You are doing that too often. Try again in a minute.')
  expect(limit(61)).toBe('You are doing that too often. Try again in 2 minutes.')
  expect(limit(7300)).toBe('You are doing that too often. Try again in 3 hours.')
  expect(refusalText(refused('PT429'))).toBe('You are doing that too often. Try again later.')
  expect(refusalText(refused('FL001', '2 and 3'))).toMatch(/photo 2 and 3\. Retry or remove it\.$/)
  expect(refusalText(refused('FL001'))).toMatch(/^A photo is no longer stored/)
  expect(refusalText(refused('NF003'))).toBe('The text contains characters that cannot be shown.')
})

it('gives no reason that the author cannot act on', () => {
  expect(refusalText(new TypeError('Failed to fetch'))).toBeUndefined()
  expect(refusalText(refused('XX000', 'secret detail'))).toBeUndefined()
  expect(refusalText(undefined)).toBeUndefined()
})

it('recognises only a missing right to write as forbidden', () => {
  expect(isForbidden(refused('42501'))).toBe(true)
  expect(isForbidden(new Error('network'))).toBe(false)
})
