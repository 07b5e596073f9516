import { describe, expect, it } from 'vitest'
import { reachOf } from './reach.ts'

const reward = { price: 200, limit: 1, times: 0, closedUntil: null, isUnclaimed: false }

describe('a reward', () => {
  it('is within reach from its price on', () => {
    expect(reachOf(reward, 200)).toEqual({ kind: 'now' })
    expect(reachOf(reward, 199)).toEqual({ kind: 'missing', points: 1, share: 99 })
    expect(reachOf(reward, 0)).toEqual({ kind: 'missing', points: 200, share: 0 })
  })

  it('counts a balance below zero as missing too', () => {
    expect(reachOf(reward, -30)).toEqual({ kind: 'missing', points: 230, share: 0 })
  })

  it('was had when the limit is reached, whatever the balance', () => {
    expect(reachOf({ ...reward, times: 1 }, 500)).toEqual({ kind: 'had' })
    expect(reachOf({ ...reward, times: 1, limit: 2 }, 500)).toEqual({ kind: 'now' })
    expect(reachOf({ ...reward, times: 9, limit: null }, 500)).toEqual({ kind: 'now' })
  })

  it('is closed for a while after one that was not claimed, whatever the balance', () => {
    const until = '2026-12-30T10:00:00+00:00'
    expect(reachOf({ ...reward, limit: 2, times: 1, closedUntil: until }, 500)).toEqual({ kind: 'closed', until })
  })

  it('is to be claimed first, whatever the balance and the limit', () => {
    expect(reachOf({ ...reward, isUnclaimed: true }, 500)).toEqual({ kind: 'unclaimed' })
    expect(reachOf({ ...reward, isUnclaimed: true, times: 1 }, 0)).toEqual({ kind: 'unclaimed' })
  })

  it('is left to the database while the balance is unknown', () => {
    expect(reachOf(reward)).toEqual({ kind: 'now' })
  })
})
