import { describe, expect, it } from 'vitest'
import type { PrizeClaim } from '../../data/claims/console-claim.ts'
import { addressText, canTakeBack, claimedText, isOpen, methodText } from './claim-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const claim: PrizeClaim = {
  id: 'c1',
  winner: { id: 'u1', username: 'Tom_Withy', avatarUrl: '' },
  prize: { title: 'Net', type: 'physical', packageName: 'Box' },
  awardedAt: '2026-11-12T10:00:00Z',
  claimedAt: null,
  pointsPaid: null,
  claimDeadline: '2026-12-12T10:00:00Z',
  method: null,
  shipTo: undefined,
  status: 'pending',
  carrier: '',
  trackingNumber: '',
  shippedAt: null,
  fulfillmentNotes: '',
  adminNotes: '',
  updatedAt: '2026-11-12T10:00:00.123456+00:00',
}

describe('the text of a claim', () => {
  it('states whether the winner has claimed it', () => {
    expect(claimedText(claim, now)).toMatch(/^not claimed yet, open until .*12/)
    expect(claimedText({ ...claim, claimDeadline: '2026-11-21T11:00:00Z' }, now)).toBe('not claimed in time')
    expect(claimedText({ ...claim, claimedAt: '2026-11-14T10:00:00Z' }, now)).toMatch(/^claimed .*14/)
  })

  it('contains method and address', () => {
    expect(methodText('express')).toBe('Express, 2-3 business days')
    expect(methodText('standard')).toBe('Standard, 5-7 business days')
    expect(methodText(null)).toBeUndefined()
    expect(addressText({ fullName: 'Tom Alder', lines: ['1 Lark St', 'Albany, NY 12207'], phone: '', email: '' })).toBe(
      'Tom Alder, 1 Lark St, Albany, NY 12207',
    )
  })
})

describe('a status that a claim can be set to', () => {
  const claimed: PrizeClaim = { ...claim, claimedAt: '2026-11-13T10:00:00Z' }
  const digital: PrizeClaim = { ...claimed, prize: { ...claim.prize, type: 'digital' } }

  it('is "shipped" only for a physical prize', () => {
    expect(isOpen('shipped', claimed)).toBe(true)
    expect(isOpen('shipped', digital)).toBe(false)
    expect(isOpen('delivered', digital)).toBe(true)
  })

  it('is always the current one', () => {
    expect(isOpen('shipped', { ...digital, status: 'shipped' })).toBe(true)
  })

  it('is not one before sending for a reward that was sent', () => {
    const sent = { ...claim, claimedAt: '2026-11-13T10:00:00Z', status: 'shipped' as const }
    for (const status of ['pending', 'processing'] as const) {
      expect(isOpen(status, { ...sent, pointsPaid: 100 })).toBe(false)
      expect(isOpen(status, sent)).toBe(true)
    }
    expect(isOpen('delivered', { ...sent, pointsPaid: 100 })).toBe(true)
  })

  it('is only "pending" before it is claimed', () => {
    expect(isOpen('processing', claim)).toBe(false)
    expect(isOpen('pending', claim)).toBe(true)
  })
})

describe('an award', () => {
  it('can be taken back before its claim, and if it was paid for until it is sent', () => {
    const claimed = { ...claim, claimedAt: '2026-11-13T10:00:00Z' }
    expect(canTakeBack(claim)).toBe(true)
    expect(canTakeBack(claimed)).toBe(false)
    for (const status of ['pending', 'processing'] as const)
      expect(canTakeBack({ ...claimed, status, pointsPaid: 100 })).toBe(true)
    for (const status of ['shipped', 'delivered', 'closed'] as const)
      expect(canTakeBack({ ...claimed, status, pointsPaid: 100 })).toBe(false)
  })
})
