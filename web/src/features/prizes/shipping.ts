import type { ShippingMethod } from '../../data/prizes/award.ts'

/** The ways to send a prize. */
export const SHIPPING: readonly { method: ShippingMethod; name: string; time: string }[] = [
  { method: 'standard', name: 'Standard', time: '5-7 business days' },
  { method: 'express', name: 'Express', time: '2-3 business days' },
]
