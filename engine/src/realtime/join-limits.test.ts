import { expect, it } from 'vitest'
import { createJoinLimits, type Joiner } from './join-limits.ts'
import { REALTIME_LIMITS } from './limits.ts'

const member = (userId: string, address = 'club'): Joiner => ({ address, caller: { role: 'authenticated', userId } })
const guest = (address: string, caller?: Joiner['caller']): Joiner => ({ address, caller })
const { account, address } = REALTIME_LIMITS.joins

function countOf(limits: ReturnType<typeof createJoinLimits>, joiner: Joiner, tries = 1_000) {
  const answers = Array.from({ length: tries }, () => limits.refusal(joiner))
  return { joined: answers.filter((answer) => answer === undefined).length, last: answers.at(-1) }
}

it('gives each account a limit of its own, and each address of guests', () => {
  let now = 0
  const limits = createJoinLimits(10_000, 1, () => now)
  expect(countOf(limits, member('ann'))).toEqual({ joined: account.atOnce, last: 'own' })
  expect(countOf(limits, member('ben'))).toEqual({ joined: account.atOnce, last: 'own' })
  expect(countOf(limits, guest('club'))).toEqual({ joined: address.atOnce, last: 'own' })
  expect(countOf(limits, guest('pub', { role: 'anon', userId: undefined }))).toEqual({
    joined: address.atOnce,
    last: 'own',
  })
  now += 2_000
  expect(countOf(limits, member('ann')).joined).toBe(2 * account.perSecond)
  expect(countOf(limits, guest('club')).joined).toBe(2 * address.perSecond)
})

it('lets all guests together take nothing from members, and the reverse', () => {
  const limits = createJoinLimits(20, 1, () => 0)
  expect(countOf(limits, guest('club'), 50)).toEqual({ joined: 20, last: 'shared' })
  // Sixteen, and three of the reserve.
  expect(countOf(limits, member('ann'), 50)).toEqual({ joined: 19, last: 'shared' })
  expect(limits.refusal(guest('pub'))).toBe('shared')
})

it('takes nothing from a joiner’s own limit when the shared one refuses', () => {
  let now = 0
  const limits = createJoinLimits(2, 1, () => now)
  expect(countOf(limits, member('ann'), 500)).toEqual({ joined: 3, last: 'shared' })
  for (let n = 3; n < account.atOnce; n += 1) {
    now += 1_000
    expect(limits.refusal(member('ann', `address ${n}`))).toBeUndefined()
  }
})

it.each([1, 3, 6])(
  'lets a member join while hundreds of accounts at %i other addresses join all the time',
  (addresses) => {
    let now = 0
    const limits = createJoinLimits(100, 1, () => now)
    let refused = 0
    for (; now < 20_000; now += 10) {
      for (let n = 0; n < 90; n += 1)
        limits.refusal(member(`account ${n + (now % 3) * 96}`, `address ${n % addresses}`))
      // What the addresses may take at once, they have taken by then.
      if (now >= 10_000 && now % 300 === 0 && limits.refusal(member('ann', 'home'))) refused += 1
    }
    expect(refused).toBe(0)
  },
)

it('gives the members of one address a quarter of the limit for as long as they like', () => {
  let now = 0
  const limits = createJoinLimits(100, 1, () => now)
  const joined = (ms: number) => {
    let count = 0
    for (const end = now + ms; now < end; now += 10)
      for (let n = 0; n < 10; n += 1) if (!limits.refusal(member(`account ${(now / 10 + n) % 300}`))) count += 1
    return count
  }
  expect(joined(10)).toBe(10)
  joined(10_000)
  expect(joined(10_000) / 10).toBeCloseTo(27, 0)
})

it('gives all members together, each at their own address, the whole limit', () => {
  const limits = createJoinLimits(100, 1, () => 0)
  const joined = Array.from({ length: 300 }, (_, n) => limits.refusal(member(`account ${n}`, `address ${n}`)))
  expect(joined.filter((refusal) => refusal === undefined)).toHaveLength(100)
})

it('does not limit the secret key', () => {
  const limits = createJoinLimits(1, 1, () => 0)
  expect(countOf(limits, { address: 'club', caller: { role: 'service_role', userId: undefined } }).joined).toBe(1_000)
})
