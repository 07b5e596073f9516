import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { removeLeftovers } from './leftovers.ts'

const folder = mkdtempSync(join(tmpdir(), 'bankside-leftovers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

function leave(name: string, made: number, written: number): void {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'backup.tar'), 'half')
  utimesSync(join(folder, name, 'backup.tar'), hoursAgo(written), hoursAgo(written))
  utimesSync(join(folder, name), hoursAgo(made), hoursAgo(made))
}

it('removes its own folders that were not written to for a day, and nothing else', () => {
  leave('.bankside-backup-killed', 48, 25)
  leave('.bankside-backup-long', 48, 1)
  leave('.bankside-backup-new', 1, 1)
  leave('club-of-old', 48, 48)
  removeLeftovers(folder, '.bankside-backup-')
  expect(readdirSync(folder).toSorted()).toEqual(['.bankside-backup-long', '.bankside-backup-new', 'club-of-old'])
})
