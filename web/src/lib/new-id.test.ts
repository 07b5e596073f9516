import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { newId } from './new-id.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))

it('is a random UUID of version 4, new each time', () => {
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})

it('is the only maker of ids: on plain http, as in a club’s own network, browsers have no other', () => {
  const users = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /\brandomUUID\s*\(/.test(readFileSync(path.join(SOURCES, file), 'utf8')))
  expect(users).toEqual([])
})
