import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Database, Transaction } from '../db/port.ts'
import type { Logger } from '../kernel/logger.ts'
import type { StorageBackend } from './backend/port.ts'
import { RenditionCache } from './image/rendition-cache.ts'
import { ByteMemory } from './read/byte-memory.ts'
import { sweep } from './sweeper.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-sweeper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {}, child: () => log } as Logger

/** Runs one sweep over that many old blobs, of which the first ones have a row. */
async function sweepOver(blobs: number, withRow: number): Promise<number> {
  const keys = Array.from({ length: blobs }, (): string => randomUUID())
  const rows = new Set<string>(keys.slice(0, withRow))
  const deleted = new Set<string>()
  const backend = {
    async *list() {
      for (const key of keys) yield { key, modifiedAt: new Date(0) }
    },
    delete: async (gone: readonly string[]) => gone.forEach((key) => void deleted.add(key)),
  } as unknown as StorageBackend
  const query = async (_text: string, [versions]: [string[]]) =>
    versions.filter((version) => rows.has(version)).map((version) => ({ version }))
  const nothing: Transaction = { query: async () => [] }
  const transaction = (work: (tx: Transaction) => Promise<unknown>) => work(nothing)
  const db = { query, transaction } as unknown as Database
  const memory = new ByteMemory()
  const renditions = new RenditionCache(join(folder, 'renditions'), 1000, memory)
  const removed = await sweep({ backend, db, log, memory, renditions, tempDir: join(folder, 'tmp') })
  expect([...deleted].filter((key) => rows.has(key))).toEqual([])
  expect(deleted.size).toBe(removed)
  return removed
}

it('removes blobs without a row, in several batches', async () => {
  expect(await sweepOver(1300, 900)).toBe(400)
  expect(await sweepOver(90, 0)).toBe(90)
})

it('removes nothing when most files have no row: that is more likely the wrong database', async () => {
  expect(await sweepOver(300, 100)).toBe(0)
})
