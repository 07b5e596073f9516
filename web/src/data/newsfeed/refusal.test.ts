import { expect, it } from 'vitest'
import { isForbidden, refusalText } from './refusal.ts'

const refused = (message: string, hint = '', code = 'PT429') => ({ code, message, hint })

it('says in plain words why a text or a click was refused', () => {
  expect(refusalText(refused('you have just posted the same text'))).toBe('You have just posted the same text.')
  expect(refusalText(refused('you have just written the same comment'))).toBe('You have just written the same comment.')
  const limit = (seconds: number) =>
    refusalText(refused('too many requests, try again later', `at most 10 in 00:10:00; next in ${seconds} seconds`))
  expect(limit(12)).toBe('That was a lot in a short time. Try again in a minute.')
  expect(limit(61)).toBe('That was a lot in a short time. Try again in 2 minutes.')
  expect(limit(7300)).toBe('That was a lot in a short time. Try again in 3 hours.')
  expect(refusalText(refused('slow down'))).toBe('That was a lot in a short time. Try again a little later.')
  expect(refusalText(refused('violates check constraint "newsfeed_posts_content_plain"', '', '23514'))).toBe(
    'The text holds characters that cannot be shown.',
  )
})

it('has no words for what the author cannot act on', () => {
  expect(refusalText(new TypeError('Failed to fetch'))).toBeUndefined()
  expect(refusalText(refused('secret detail', '', 'XX000'))).toBeUndefined()
  expect(refusalText(undefined)).toBeUndefined()
})

it('tells a member who may not write from everything else', () => {
  expect(isForbidden(refused('new row violates row-level security policy', '', '42501'))).toBe(true)
  expect(isForbidden(new Error('network'))).toBe(false)
})
