import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { mendLinks } from './binaries.ts'

const native = mkdtempSync(join(tmpdir(), 'bankside-binaries-'))
afterEach(() => rmSync(native, { recursive: true }))

it('makes every link point to the file beside it: missing ones, ones into a deleted clone, and correct ones', () => {
  mkdirSync(join(native, 'lib'))
  writeFileSync(join(native, 'lib/libicuuc.so.60.2'), 'the library')
  const links = ['libicuuc.so', 'libicuuc.so.60', 'libicuuc.so.6']
  const list = links.map((name) => ({ source: 'native/lib/libicuuc.so.60.2', target: `native/lib/${name}` }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(list))
  symlinkSync('/gone/node_modules/lib/libicuuc.so.60.2', join(native, 'lib/libicuuc.so.60'))
  symlinkSync('libicuuc.so.60.2', join(native, 'lib/libicuuc.so.6'))

  mendLinks(native)
  for (const name of links) {
    expect(readlinkSync(join(native, 'lib', name))).toBe('libicuuc.so.60.2')
    expect(readFileSync(join(native, 'lib', name), 'utf8')).toBe('the library')
  }
})
