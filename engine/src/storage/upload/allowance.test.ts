import { describe, expect, it } from 'vitest'
import type { Database } from '../../db/port.ts'
import type { Caller } from '../../http/caller.ts'
import { createUploadAllowance, UPLOAD_ALLOWANCE } from './allowance.ts'

const MIB = 1024 * 1024
const caller = (userId: string | undefined, role = 'authenticated'): Caller => ({
  role,
  userId,
  claims: {},
  claimsJson: '{}',
  hasSession: userId !== undefined,
})
const member = caller('a')

/** An allowance over a database in which each account uses the given number of bytes. */
const allowanceWith = (bytes = 0, scale = 1) =>
  createUploadAllowance({ query: async () => [{ bytes }] } as unknown as Database, scale)
const times = (n: number, work: () => void) => Array.from({ length: n }, work)
const slowDown = expect.objectContaining({ statusCode: 429, code: 'SlowDown' })

describe('in an hour', () => {
  it('allows each member thirty uploads, and not one more', () => {
    const allowance = allowanceWith()
    times(30, () => allowance.countUpload(member, '192.0.2.1'))
    expect(() => allowance.countUpload(member, '192.0.2.2')).toThrow(slowDown)
    allowance.countUpload(caller('b'), '192.0.2.1')
  })

  it('shares one allowance between guests of one network', () => {
    const allowance = allowanceWith()
    times(30, () => allowance.countUpload(caller(undefined, 'anon'), '2001:db8:0:1::1'))
    expect(() => allowance.countUpload(caller(undefined, 'anon'), '2001:db8:0:1:ffff::2')).toThrow(slowDown)
    allowance.countUpload(caller(undefined, 'anon'), '2001:db8:0:2::1')
  })

  it('does not count the secret key, and multiplies the allowance by the scale', () => {
    const allowance = allowanceWith(0, 2)
    times(100, () => allowance.countUpload(caller(undefined, 'service_role'), '192.0.2.1'))
    times(60, () => allowance.countUpload(member, '192.0.2.1'))
    expect(() => allowance.countUpload(member, '192.0.2.1')).toThrow(slowDown)
  })
})

it('allows one address 240 renditions per minute, and not one more', () => {
  const allowance = allowanceWith()
  times(240, () => allowance.countRendition('192.0.2.1'))
  expect(() => allowance.countRendition('192.0.2.1')).toThrow(slowDown)
  allowance.countRendition('192.0.2.2')
})

it('counts a rendition as several that takes longer than 100 milliseconds', () => {
  const allowance = allowanceWith()
  const make = (ms: number) => {
    allowance.countRendition('192.0.2.1')
    allowance.countRenderingTime('192.0.2.1', ms)
  }
  times(24, () => make(500))
  times(120, () => make(100))
  expect(() => allowance.countRendition('192.0.2.1')).toThrow(slowDown)
  allowance.countRendition('192.0.2.2')
})

describe('the space of an account', () => {
  const full = expect.objectContaining({ statusCode: 413, code: 'QuotaExceeded' })

  it('is 200 MiB, and not a byte more', async () => {
    expect(UPLOAD_ALLOWANCE.bytes).toBe(200 * MIB)
    const allowance = allowanceWith(195 * MIB)
    expect(await allowance.withSpace(member, 5 * MIB, async () => 'stored')).toBe('stored')
    await expect(allowance.withSpace(member, 5 * MIB + 1, async () => 'stored')).rejects.toEqual(full)
    expect(await allowance.withSpace(caller(undefined, 'service_role'), 6 * MIB, async () => 'stored')).toBe('stored')
  })

  it('counts what an unfinished upload has reserved once, also while several are finished at once', async () => {
    const allowance = allowanceWith(190 * MIB)
    const finish = (id: string) => allowance.withSpace(member, 6 * MIB, async () => id, id)
    let end = () => {}
    const first = allowance.withSpace(member, 6 * MIB, () => new Promise<void>((resolve) => (end = resolve)), 'first')
    expect(await finish('second')).toBe('second')
    await expect(allowance.withSpace(member, 11 * MIB, async () => 'large', 'third')).rejects.toEqual(full)
    end()
    await first
  })

  it('cannot be exceeded by concurrent uploads, and is released when an upload fails', async () => {
    const allowance = allowanceWith(190 * MIB)
    let end = (_stored: string) => {}
    const first = allowance.withSpace(member, 6 * MIB, () => new Promise<string>((resolve) => (end = resolve)))
    await expect(allowance.withSpace(member, 5 * MIB, async () => 'second')).rejects.toEqual(full)
    expect(await allowance.withSpace(caller('b'), 5 * MIB, async () => 'of another')).toBe('of another')
    end('first')
    expect(await first).toBe('first')
    await expect(allowance.withSpace(member, 9 * MIB, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    expect(await allowance.withSpace(member, 10 * MIB, async () => 'third')).toBe('third')
  })
})
