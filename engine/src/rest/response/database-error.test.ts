import { describe, expect, it } from 'vitest'
import { fromDatabase, safeHeaders } from './database-error.ts'

const failure = (code: string, more: object = {}) =>
  Object.assign(new Error('text'), {
    severity: 'ERROR',
    code,
    detail: 'Failing row contains (secret)',
    hint: 'try this',
    ...more,
  })

describe('fromDatabase', () => {
  it.each(['23505', '23514', '23502', '22P02', '42703', '42601', 'XX000'])(
    'leaves out the details of %s, which quote the row',
    (code) => {
      expect(fromDatabase(failure(code), true)).toMatchObject({ code, message: 'text', details: null })
    },
  )

  it.each(['P0001', 'PT429', '42501'])('passes on the details that the author of %s wrote', (code) => {
    expect(fromDatabase(failure(code), true)).toMatchObject({
      details: 'Failing row contains (secret)',
      hint: 'try this',
    })
  })

  it('names no files of the server', () => {
    const failed = failure('58P01', { message: 'could not access file "/srv/plpgsql.so"', detail: '/srv' })
    expect(fromDatabase(failed, true)).toMatchObject({
      status: 500,
      code: '58P01',
      message: 'A file of the database cannot be read or written',
      details: null,
    })
  })

  it('does not suggest names', () => {
    expect(fromDatabase(failure('42703'), true)?.hint).toBeNull()
    expect(fromDatabase(failure('42P01'), true)?.hint).toBeNull()
  })

  it('answers 405 for a write that the view cannot take', () => {
    const write = failure('55000', { message: 'cannot delete from view "leaderboard"' })
    expect(fromDatabase(write, true)).toMatchObject({ status: 405, code: '55000' })
    expect(fromDatabase(failure('55000'), true)).toMatchObject({ status: 500 })
  })

  it('answers 400 for a search that is too complex, and keeps other failures of that code', () => {
    expect(fromDatabase(failure('XX000', { message: 'tsquery stack too small' }), true)).toMatchObject({
      status: 400,
      code: '54001',
      message: 'The search has too many operators',
      details: null,
      hint: null,
    })
    expect(fromDatabase(failure('XX000'), true)).toMatchObject({ status: 500, code: 'XX000' })
  })

  it('answers 413 for a text that is longer than PostgreSQL can make, and 500 for its other limits', () => {
    const long = 'string buffer exceeds maximum allowed length (1073741823 bytes)'
    expect(fromDatabase(failure('54000', { message: long }), true)).toMatchObject({ status: 413, code: '54000' })
    expect(fromDatabase(failure('54000', { message: 'other' }), true)).toMatchObject({ status: 500, code: '54000' })
  })

  it('distinguishes a lost or busy database from a refusal', () => {
    const named = (name: string) => fromDatabase(Object.assign(new Error('x'), { name }), true)
    expect(named('CallerBusyError')).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      headers: { 'retry-after': '10' },
    })
    expect(named('PoolTimeoutError')).toMatchObject({ status: 504, code: 'PGRST003' })
    expect(named('ConnectionLostError')).toMatchObject({ status: 503, code: 'PGRST001' })
    expect(named('DatabaseUnreachableError')).toMatchObject({ status: 503, code: 'PGRST000' })
  })

  it('ignores errors that are not the database’s', () => {
    expect(fromDatabase(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), true)).toBeUndefined()
    expect(fromDatabase(new TypeError('bug'), true)).toBeUndefined()
  })

  it('answers 500 for a PGRST error that cannot be read', () => {
    expect(fromDatabase(failure('PGRST', { message: 'no json' }), true)).toMatchObject({
      status: 500,
      code: 'PGRST121',
    })
    const odd = { message: '{"code":"x","message":"y"}', detail: '{"status":99}' }
    expect(fromDatabase(failure('PGRST', odd), true)?.code).toBe('PGRST121')
  })
})

describe('safeHeaders', () => {
  it('drops headers that could split the response', () => {
    expect(
      safeHeaders({
        'X-A': 'b',
        'x-split': 'a\r\nset-cookie: b',
        'bad name': 'x',
        'Content-Length': '5',
        'transfer-encoding': 'chunked',
      }),
    ).toEqual({
      'x-a': 'b',
    })
  })
})
