import { describe, expect, it } from 'vitest'
import { ConnectionLostError, DatabaseUnreachableError } from '../../db/errors.ts'
import { renderStorageError, storageErrors } from '../errors.ts'
import { databaseRefusal, isDefiniteFailure } from './database-refusal.ts'

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code })

describe('what passes by itself', () => {
  it.each([
    failure('ENOSPC'),
    failure('EDQUOT'),
    failure('53100'),
    failure('53200'),
    new ConnectionLostError(),
    new DatabaseUnreachableError(),
  ])('is answered with 503, on the HTTP level too: %s', (error) => {
    const refusal = databaseRefusal(error)
    expect(refusal).toMatchObject({ statusCode: 503, code: 'ServiceUnavailable' })
    expect(renderStorageError(refusal ?? storageErrors.internal()).status).toBe(503)
  })
})

it('what is nobody’s fault but ours is no refusal', () => {
  for (const error of [failure('XX000'), failure('EACCES'), new TypeError('no')])
    expect(databaseRefusal(error)).toBeUndefined()
})

it('a full database has taken the row back, a lost connection may have kept it', () => {
  expect(isDefiniteFailure(failure('53100'))).toBe(true)
  expect(isDefiniteFailure(new ConnectionLostError())).toBe(false)
})
