import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)

/**
 * Expects the text to equal the committed file.
 * @param path relative to the root of the checkout; `UPDATE_GOLDEN=1` writes the file.
 */
export function expectGolden(path: string, text: string): void {
  const file = new URL(path, ROOT)
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
  const golden = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(text, `${path} is stale: check the difference, then run again with UPDATE_GOLDEN=1`).toBe(golden)
}
