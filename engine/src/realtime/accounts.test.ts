import { expect, it } from 'vitest'
import { createAccounts } from './accounts.ts'
import type { Channel, ChannelSocket } from './channel.ts'

const socket = () => ({}) as ChannelSocket
const channel = (connection: ChannelSocket, userId: string | undefined) =>
  ({ connection, caller: { userId } }) as Channel

it('counts sockets, not channels, and each account separately', () => {
  const accounts = createAccounts()
  const [phone, laptop, shared] = [socket(), socket(), socket()]
  for (const one of [
    channel(phone, 'ann'),
    channel(phone, 'ann'),
    channel(laptop, 'ann'),
    channel(shared, 'ann'),
    channel(shared, 'bob'),
    channel(socket(), undefined),
  ])
    accounts.enter(one)
  expect([...accounts.socketsOf('ann')]).toEqual([phone, laptop, shared])
  expect([...accounts.socketsOf('bob')]).toEqual([shared])
  expect(accounts.socketsOf('eve').size).toBe(0)
})

it('forgets a socket with the last channel of the account on it', () => {
  const accounts = createAccounts()
  const phone = socket()
  const [feed, cards] = [channel(phone, 'ann'), channel(phone, 'ann')]
  for (const one of [feed, cards]) accounts.enter(one)
  accounts.leave(feed)
  accounts.leave(feed)
  expect(accounts.socketsOf('ann').size).toBe(1)
  accounts.leave(cards)
  expect(accounts.socketsOf('ann').size).toBe(0)
})

it('follows a channel whose caller changes, and forgets it under the new account', () => {
  const accounts = createAccounts()
  const own = channel(socket(), undefined)
  for (const userId of ['ann', 'bob']) {
    own.caller = { ...own.caller, userId }
    accounts.enter(own)
  }
  expect([accounts.socketsOf('ann').size, accounts.socketsOf('bob').size]).toEqual([0, 1])
  own.caller = { ...own.caller, userId: 'eve' }
  accounts.leave(own)
  expect(accounts.socketsOf('bob').size).toBe(0)
})
