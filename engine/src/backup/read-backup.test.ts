import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '../kernel/errors.ts'
import { writeArchive } from './archive.ts'
import { CHECKSUMS, fileEntry, MANIFEST, type Manifest, tableEntry } from './manifest.ts'
import { checkBackup } from './read-backup.ts'

const BLOCK = 512
const table = { schema: 'public', name: 'lakes', columns: ['id'] }
/** So long that the name needs a header of its own. */
const long = { schema: 'public', name: 'l'.repeat(120), columns: ['id'] }
const manifest: Manifest = {
  format: 1,
  madeAt: '2026-05-01T06:00:00.000Z',
  migrations: ['0001'],
  tables: [table, long],
}

const folder = mkdtempSync(join(tmpdir(), 'bankside-archive-'))
const path = join(folder, 'backup.tar')
let whole: Buffer

beforeAll(async () => {
  const archive = writeArchive(path)
  await archive.addText(MANIFEST, JSON.stringify(manifest))
  await archive.add(tableEntry(table), 700, Readable.from([Buffer.alloc(700, 1)]))
  await archive.add(tableEntry(long), 3, Readable.from([Buffer.from('abc')]))
  await archive.add(fileEntry('empty'), 0, Readable.from([]))
  await archive.add(fileEntry('full'), BLOCK, Readable.from([Buffer.alloc(BLOCK, 2)]))
  await archive.finish()
  whole = readFileSync(path)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function outcomeOf(bytes: Buffer): Promise<unknown> {
  const spoilt = join(folder, 'spoilt.tar')
  writeFileSync(spoilt, bytes)
  return await checkBackup(spoilt).catch((error: unknown) => error)
}

/** Positions at which a flipped bit is not detected. */
async function unseen(places: Iterable<number>): Promise<number[]> {
  const found: number[] = []
  for (const place of places) {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    if (!((await outcomeOf(bytes)) instanceof StartError)) found.push(place)
  }
  return found
}

/** Every position, or every nth with the first and the last. */
function range(from: number, to: number, step = 1): number[] {
  return [...Array.from({ length: Math.ceil((to - 1 - from) / step) }, (_, i) => from + i * step), to - 1]
}

const headerOf = (name: string) => whole.indexOf(`${name}\0`, 0, 'latin1')

it('accepts a backup as it was written', async () => {
  expect(await outcomeOf(whole)).toEqual(manifest)
})

it('accepts one that a copying program padded with zeros', async () => {
  expect(await outcomeOf(Buffer.concat([whole, Buffer.alloc(10_240)]))).toEqual(manifest)
})

it.each(['notes.txt', 'tables/cron.job.copy.gz', 'files/../lakes', 'files/a/b', '/files/a'])(
  'refuses one that also holds %s',
  async (name) => {
    const more = join(folder, 'more.tar')
    const archive = writeArchive(more)
    await archive.addText(MANIFEST, JSON.stringify({ ...manifest, tables: [] }))
    await archive.addText(name, 'x')
    await archive.finish()
    await expect(checkBackup(more)).rejects.toThrow(new StartError(`${more} holds ${name}, which is in no backup`))
  },
)

it('refuses one with an entry twice, of which only one has a checksum', async () => {
  const double = join(folder, 'double.tar')
  const archive = writeArchive(double)
  await archive.addText(MANIFEST, JSON.stringify({ ...manifest, tables: [] }))
  await archive.addText(fileEntry('carp'), 'another one')
  await archive.addText(fileEntry('carp'), 'the one')
  await archive.finish()
  await expect(checkBackup(double)).rejects.toThrow('it holds files/carp twice')
})

it('refuses one from before the first release', async () => {
  const old = join(folder, 'old.tar')
  const archive = writeArchive(old)
  await archive.addText(MANIFEST, JSON.stringify({ ...manifest, migrations: ['0001', '20261101000000'], tables: [] }))
  await archive.finish()
  await expect(checkBackup(old)).rejects.toThrow(
    'old.tar was made by a version before the first release: restore it with that version',
  )
})

describe('a backup is refused when one byte was changed in', () => {
  const content = () => headerOf(tableEntry(table)) + BLOCK
  const longName = () => whole.indexOf(` path=${tableEntry(long)}\n`, 0, 'latin1') - '151'.length
  it.each<[string, () => number[]]>([
    ['the first header', () => range(0, BLOCK)],
    ['the manifest', () => range(BLOCK, BLOCK + JSON.stringify(manifest).length, 16)],
    ['a content', () => range(content(), content() + 700, 64)],
    ['the zeros that fill a block', () => range(content() + 700, content() + 2 * BLOCK, 16)],
    ['a long name', () => range(longName(), longName() + BLOCK)],
    ['the last header', () => range(headerOf(CHECKSUMS), headerOf(CHECKSUMS) + BLOCK)],
    ['a checksum', () => range(headerOf(CHECKSUMS) + BLOCK, headerOf(CHECKSUMS) + BLOCK + 100)],
    ['the zeros at the end', () => range(headerOf(CHECKSUMS) + BLOCK + 500, whole.length, 32)],
  ])('%s', async (_, places) => {
    expect(await unseen(places())).toEqual([])
  })
})

it('is refused when it is cut short anywhere', async () => {
  for (let length = 0; length < whole.length; length += 256)
    expect(await outcomeOf(whole.subarray(0, length)), String(length)).toBeInstanceOf(StartError)
})

it.each([
  ['a byte', Buffer.from('x')],
  ['another archive', () => whole],
])('is refused when %s follows', async (_, more) => {
  const bytes = typeof more === 'function' ? more() : more
  expect(await outcomeOf(Buffer.concat([whole, bytes]))).toBeInstanceOf(StartError)
})
