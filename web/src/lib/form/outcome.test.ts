import { AuthApiError, AuthRetryableFetchError, PostgrestError } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NotAuthenticated } from '../not-authenticated.ts'
import { Refused } from '../refused.ts'
import { StaleError } from '../stale-error.ts'
import { failureOf } from './failure.ts'
import { outcomeOf } from './outcome.ts'

const answer = (code: string) => new PostgrestError({ message: 'no', details: '', hint: '', code })

describe('a failed write', () => {
  it.each(['P0001', '42501', '23505', 'PT429', 'PT409', '22U01', 'PGRST116', '57014'])(
    'counts as refused with code %s',
    (code) => {
      expect(outcomeOf(answer(code), true)).toBe('refused')
    },
  )

  it.each([
    ['no answer arrived', new TypeError('Failed to fetch')],
    ['the client reports no answer', answer('')],
    ['the server shuts down', answer('57P01')],
    ['the connection broke', answer('08006')],
    ['the server broke', answer('XX000')],
    ['no connection is free', answer('53300')],
    ['the database is unreachable', answer('PGRST001')],
    ['a proxy answers', new AuthRetryableFetchError('Bad Gateway', 502)],
    ['the error is unknown', 'what'],
  ])('has an unknown outcome when %s', (_, error) => {
    expect(outcomeOf(error, true)).toBe('unknown')
  })

  it('counts as unsent when offline', () => {
    expect(outcomeOf(new TypeError('Failed to fetch'), false)).toBe('unsent')
  })

  it('counts as refused when the auth service says so or the session has ended', () => {
    expect(outcomeOf(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), true)).toBe('refused')
    expect(outcomeOf(new NotAuthenticated(), true)).toBe('refused')
    expect(outcomeOf(new Refused('wrong-password'), true)).toBe('refused')
  })

  it('counts as stale when another change came first', () => {
    expect(outcomeOf(new StaleError(), true)).toBe('stale')
  })
})

describe('the text of a failed write', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => vi.restoreAllMocks())
  const plan = {
    action: 'giftPoints',
    reason: (error: unknown) => (error instanceof PostgrestError && error.code === 'P0001' ? 'Too few.' : undefined),
    unanswered: 'Try again.',
  } as const

  it('gives the reason of a refusal, without the hint that another try is safe', () => {
    expect(failureOf(answer('P0001'), plan, true)).toEqual({
      outcome: 'refused',
      text: 'Failed to gift points',
      reason: 'Too few.',
    })
    expect(failureOf(answer('42501'), plan, true).reason).toBeUndefined()
  })

  it('says that another try is safe when the answer was lost', () => {
    expect(failureOf(new TypeError('Failed to fetch'), plan, true)).toMatchObject({
      outcome: 'unknown',
      reason: 'Try again.',
    })
  })

  it('is left to the notice when another change came first, and nothing is logged', () => {
    expect(failureOf(new StaleError(), plan, true)).toEqual({ outcome: 'stale', text: '' })
    expect(console.error).not.toHaveBeenCalled()
  })

  it('says only that the session has ended when it has', () => {
    expect(failureOf(new NotAuthenticated(), plan, true)).toEqual({ outcome: 'refused', text: 'Not authenticated' })
  })

  it('is the form’s own where it has one', () => {
    expect(failureOf('x', { action: 'signIn', text: () => 'Own' }, true).text).toBe('Own')
  })
})
