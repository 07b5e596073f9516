import { describe, expect, it } from 'vitest'
import { ConnectionLostError, DatabaseUnreachableError } from '../../db/errors.ts'
import { renderStorageError, storageErrors } from '../errors.ts'
import { databaseRefusal, isDefiniteFailure } from './database-refusal.ts'

const failure = (code: string) => Object.assign(new Error('could not extend file'), { code })

describe('a temporary failure', () => {
  it.each([
    failure('ENOSPC'),
    failure('EDQUOT'),
    failure('53100'),
    failure('53200'),
    new ConnectionLostError(),
    new DatabaseUnreachableError(),
  ])('is answered with 503, also as the HTTP status: %s', (error) => {
    const refusal = databaseRefusal(error)
    expect(refusal).toMatchObject({ statusCode: 503, code: 'ServiceUnavailable' })
    expect(renderStorageError(refusal ?? storageErrors.internal()).status).toBe(503)
  })
})

it('does not turn an internal error into a refusal', () => {
  for (const error of [failure('XX000'), failure('EACCES'), new TypeError('no')])
    expect(databaseRefusal(error)).toBeUndefined()
})

it('knows that a full database rolled the row back, and that a lost connection may have kept it', () => {
  expect(isDefiniteFailure(failure('53100'))).toBe(true)
  expect(isDefiniteFailure(new ConnectionLostError())).toBe(false)
})

it('passes on the code of a domain rule, which rolled the row back', () => {
  expect(databaseRefusal(failure('FL001'))).toMatchObject({ code: 'FL001' })
  expect(isDefiniteFailure(failure('FL001'))).toBe(true)
  expect(databaseRefusal(failure('XX001'))).toBeUndefined()
})
