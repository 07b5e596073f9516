import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { followingId, newId } from './new-id.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

it('is a different random UUID of version 4 each time', () => {
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})

it('is the only source of IDs, because browsers lack crypto.randomUUID on plain http', () => {
  const users = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\brandomUUID\s*\(/.test(readFileSync(path.join(SOURCES, file), 'utf8')))
  expect(users).toEqual([])
})

it('derives the next ID from an ID, always the same one', () => {
  expect(followingId('5f0c9d7e-3b1a-4c2d-9e8f-0000000000ff')).toBe('5f0c9d7e-3b1a-4c2d-9e8f-000000000100')
  expect(followingId('5f0c9d7e-3b1a-4c2d-9e8f-ffffffffffff')).toBe('5f0c9d7e-3b1a-4c2d-9e8f-000000000000')
})
