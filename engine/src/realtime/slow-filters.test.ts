import { expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { createSlowFilters } from './slow-filters.ts'

const channel = (userId: string | undefined, address = 'club') =>
  ({ caller: { userId }, connection: { address } }) as unknown as Channel

it('remembers an account wherever it is, and guests by their address, for five minutes', () => {
  let now = 0
  const slow = createSlowFilters(() => now)
  slow.add(channel('ann'))
  slow.add(channel(undefined, 'pub'))
  const found = () =>
    [
      { userId: 'ann', address: 'home' },
      { userId: undefined, address: 'pub' },
      { userId: 'bob', address: 'club' },
      { userId: undefined, address: 'club' },
    ].map(slow.has)
  now = REALTIME_LIMITS.slowFilterMs - 1
  expect(found()).toEqual([true, true, false, false])
  now += 1
  expect(found()).toEqual([false, false, false, false])
})
