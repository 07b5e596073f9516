import { LIMITS } from '../../../../contract/src/limits.ts'

/**
 * What is wrong with a currency symbol; undefined when nothing is. Characters are counted as the database counts them.
 */
export function currencyError(symbol: string): string | undefined {
  const length = [...symbol.trim()].length
  if (length === 0) return 'Currency symbol is required'
  if (length > LIMITS.currencySymbol) return `Use ${LIMITS.currencySymbol} characters at most`
  return undefined
}
