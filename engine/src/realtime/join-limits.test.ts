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
  expect(countOf(limits, member('ann'), 50)).toEqual({ joined: 20, last: 'shared' })
  expect(limits.refusal(guest('pub'))).toBe('shared')
})

it('takes nothing from a joiner’s own limit when the shared one refuses', () => {
  let now = 0
  const limits = createJoinLimits(1, 1, () => now)
  expect(countOf(limits, member('ann'), 500)).toEqual({ joined: 1, last: 'shared' })
  for (let n = 1; n < account.atOnce; n += 1) {
    now += 1_000
    expect(limits.refusal(member('ann'))).toBeUndefined()
  }
})

it('does not limit the secret key', () => {
  const limits = createJoinLimits(1, 1, () => 0)
  expect(countOf(limits, { address: 'club', caller: { role: 'service_role', userId: undefined } }).joined).toBe(1_000)
})
