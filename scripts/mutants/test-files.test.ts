import { expect, it } from 'vitest'
import { recall } from './test-files.ts'

const file = (path: string, text = path) => ({ path, text })
/** Notes of a run that has measured these files. */
const notesOf = (...files: { path: string; text: string }[]) => {
  const { entries } = recall(files, {})
  for (const entry of Object.values(entries))
    Object.assign(entry, { seconds: 2, touched: { 'private.credit': 1 }, kills: { raise: 1 }, provenIn: 'now' })
  return entries
}

it('knows what an unchanged file uses', () => {
  const notes = notesOf(file('a'))
  expect(recall([file('a')], notes)).toEqual({ entries: notes, newer: new Set() })
})

it('names the files that are new or were changed since the notes, to be measured', () => {
  const { entries, newer } = recall([file('a'), file('b', 'other'), file('c')], notesOf(file('a'), file('b')))
  expect([...newer]).toEqual(['b', 'c'])
  expect(entries.b).toEqual({ seconds: 2, kills: { raise: 1 }, hash: expect.any(String) })
  expect(entries.c).toEqual({ seconds: 6, kills: {}, hash: expect.any(String) })
})

it('names no file as newer than notes that there are not', () => {
  expect(recall([file('a')], {}).newer).toEqual(new Set())
})
