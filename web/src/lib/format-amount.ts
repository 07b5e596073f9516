import { formatPoints } from './format.ts'

/** An amount of money with its symbol: `£25`, `£45.50`, `£1,200`. @param amount at least 0, at most two decimals. */
export function formatAmount(amount: number, symbol: string): string {
  const cents = Math.round(amount * 100)
  const rest = cents % 100
  return `${symbol}${formatPoints((cents - rest) / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
