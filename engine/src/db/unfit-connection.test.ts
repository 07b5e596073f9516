import { describe, expect, it } from 'vitest'
import { DatabaseUnreachableError } from './errors.ts'
import { isStalePlan } from './stale-plan.ts'
import { isUnfitConnection, unfitConnection } from './unfit-connection.ts'

const failure = (code: string, routine: string) => Object.assign(new Error('text'), { code, routine })

describe('a connection to the wrong server', () => {
  it.each([
    ['42P05', 'StorePreparedStatement'],
    ['26000', 'FetchPreparedStatement'],
  ])('is recognised by %s, for reads and writes, and the request may be repeated', (code, routine) => {
    const error = failure(code, routine)
    for (const readOnly of [true, false]) expect(isUnfitConnection(error, readOnly)).toBe(true)
    expect(unfitConnection(error)).toBeInstanceOf(DatabaseUnreachableError)
    expect(unfitConnection(error).cause).toBe(error)
  })

  it.each(['42P05', '26000', '25006'])(
    'is not recognised by %s when a function of the application raises it',
    (code) => {
      expect(isUnfitConnection(failure(code, 'exec_stmt_raise'), false)).toBe(false)
    },
  )

  it('is one to a read-only server, for a request that writes', () => {
    expect(isUnfitConnection(failure('25006', 'PreventCommandIfReadOnly'), false)).toBe(true)
    expect(isUnfitConnection(failure('25006', 'PreventCommandIfReadOnly'), true)).toBe(false)
  })

  it('is not recognised by any other failure', () => {
    for (const error of [failure('23505', '_bt_check_unique'), new Error('text')])
      expect(isUnfitConnection(error, false)).toBe(false)
  })
})

it('treats a prepared statement unknown to its server as a stale plan', () => {
  expect(isStalePlan(failure('26000', 'FetchPreparedStatement'))).toBe(true)
  expect(isStalePlan(failure('42P05', 'StorePreparedStatement'))).toBe(false)
})
