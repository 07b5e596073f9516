import { describe, expect, it } from 'vitest'
import type { PrizeClaim } from '../../data/claims/console-claim.ts'
import { editErrors, editOf, trimmed } from './claim-edit.ts'
import { addressText, claimedText, methodText } from './claim-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const claim: PrizeClaim = {
  id: 'c1',
  winner: { id: 'u1', username: 'Tom_Withy', avatarUrl: '' },
  prize: { title: 'Net', type: 'physical', packageName: 'Box' },
  awardedAt: '2026-11-12T10:00:00Z',
  claimedAt: null,
  claimDeadline: '2026-12-12T10:00:00Z',
  method: null,
  shipTo: undefined,
  status: 'pending',
  trackingNumber: '',
  shippedAt: null,
  fulfillmentNotes: '',
  adminNotes: '',
  updatedAt: '2026-11-12T10:00:00.123456+00:00',
}

describe('the words of a claim', () => {
  it('tell whether the winner has claimed it', () => {
    expect(claimedText(claim, now)).toMatch(/^not claimed yet, open until .*12/)
    expect(claimedText({ ...claim, claimDeadline: '2026-11-21T11:00:00Z' }, now)).toBe('not claimed in time')
    expect(claimedText({ ...claim, claimedAt: '2026-11-14T10:00:00Z' }, now)).toMatch(/^claimed .*14/)
  })

  it('name method and address', () => {
    expect(methodText('express')).toBe('Express, 2-3 business days')
    expect(methodText('standard')).toBe('Standard, 5-7 business days')
    expect(methodText(null)).toBeUndefined()
    expect(addressText({ fullName: 'Tom Alder', lines: ['1 Lark St', 'Albany, NY 12207'], phone: '', email: '' })).toBe(
      'Tom Alder, 1 Lark St, Albany, NY 12207',
    )
  })
})

describe('an edit of a claim', () => {
  it('starts with what is there and is sent trimmed', () => {
    expect(editOf(claim)).toEqual({ status: 'pending', trackingNumber: '', fulfillmentNotes: '', adminNotes: '' })
    expect(trimmed({ status: 'shipped', trackingNumber: ' 1Z ', fulfillmentNotes: ' a\nb ', adminNotes: ' ' })).toEqual(
      {
        status: 'shipped',
        trackingNumber: '1Z',
        fulfillmentNotes: 'a\nb',
        adminNotes: '',
      },
    )
  })

  it('counts characters as the database does', () => {
    const edit = { ...editOf(claim), trackingNumber: '🎣'.repeat(100), adminNotes: 'x'.repeat(2000) }
    expect(editErrors(edit)).toEqual({})
    expect(editErrors({ ...edit, trackingNumber: 'x'.repeat(101), fulfillmentNotes: 'x'.repeat(2001) })).toEqual({
      trackingNumber: 'At most 100 characters.',
      fulfillmentNotes: 'At most 2000 characters.',
    })
  })
})
