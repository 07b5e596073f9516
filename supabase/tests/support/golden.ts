import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)

/**
 * The text is what the committed file says.
 * @param path from the root of the checkout; `UPDATE_GOLDEN=1` writes it anew.
 */
export function expectGolden(path: string, text: string): void {
  const file = new URL(path, ROOT)
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
  const golden = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(text, `${path} is stale: look at the difference, then run again with UPDATE_GOLDEN=1`).toBe(golden)
}
