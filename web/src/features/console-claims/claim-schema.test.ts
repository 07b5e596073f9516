import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { claimSchema } from './claim-schema.ts'

const values = { status: 'shipped', carrier: '', trackingNumber: '', fulfillmentNotes: '', adminNotes: '' } as const

it('is sent trimmed', () => {
  expect(claimSchema.parse({ ...values, carrier: ' DHL ', adminNotes: ' Fragile. ' })).toEqual({
    ...values,
    carrier: 'DHL',
    adminNotes: 'Fragile.',
  })
})

it('counts code points, as the database does', () => {
  const full = { ...values, trackingNumber: '🎣'.repeat(100), adminNotes: 'x'.repeat(2000) }
  expect(errorsOf(claimSchema, full)).toEqual({})
})

it('reports texts that are too long', () => {
  const long = { carrier: 'x'.repeat(61), trackingNumber: '1'.repeat(101), adminNotes: '🐟'.repeat(2001) }
  expect(errorsOf(claimSchema, { ...values, ...long })).toEqual({
    carrier: 'Use 60 characters at most',
    trackingNumber: 'Use 100 characters at most',
    adminNotes: 'Use 2000 characters at most',
  })
})
