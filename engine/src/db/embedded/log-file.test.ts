import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openLog, shortenLog } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('shortens a long log under the server that writes to it, and keeps what was written last', () => {
  const path = join(folder, 'postgres.log')
  const server = openLog(path)
  writeSync(server, 'first\n')
  shortenLog(path, 6)
  expect(readFileSync(path, 'utf8')).toBe('first\n')
  writeSync(server, 'second\n')
  shortenLog(path, 6)
  writeSync(server, 'third\n')
  expect(readFileSync(path, 'utf8')).toBe('third\n')
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('first\nsecond\n')
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600)
  closeSync(server)
})
