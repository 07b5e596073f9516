import { expect, it } from 'vitest'
import { formatAmount } from './format-amount.ts'

it.each([
  [25, '$', '$25'],
  [45.5, '£', '£45.50'],
  [0.01, '€', '€0.01'],
  [1200.07, 'kr ', 'kr 1,200.07'],
  [1_000_000, '£', '£1,000,000'],
])('writes %d with %s as %s', (amount, symbol, text) => {
  expect(formatAmount(amount, symbol)).toBe(text)
})
