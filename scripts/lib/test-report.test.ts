import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from './env.mjs'
import { endOfRun } from './run-npm.mjs'
import { addFinding, findingsOf, placeOf, readFindings } from './test-report.mjs'

describe('the place of an error', () => {
  it('is the innermost file of the project', () => {
    const stack = `Error: no
      at expect (${root}/node_modules/vitest/dist/index.js:1:2)
      at read (file://${root}/engine/src/read.ts:12:3)
      at test (${root}/engine/src/read.test.ts:40:5)`
    expect(placeOf(stack)).toBe('engine/src/read.ts:12:3')
  })

  it.each([
    ['without a function', `at ${root}/a.test.ts:1:1\n    at file:///elsewhere/b.js:2:2`, 'a.test.ts:1:1'],
    ['in a path with blanks', `at ${root}/a b/c.spec.ts:1:1`, 'a b/c.spec.ts:1:1'],
    [
      'in a path with an umlaut',
      `at async run (file://${encodeURI(root)}/e2e/b%C3%A4r.spec.ts:1:1)`,
      'e2e/bär.spec.ts:1:1',
    ],
  ])('is found %s', (_path, stack, place) => {
    expect(placeOf(stack)).toBe(place)
  })

  it.each([undefined, '', 'Error: no', 'at node:internal/process:1:2', 'at read (/elsewhere/file.ts:1:2)'])(
    'is empty for %j',
    (stack) => {
      expect(placeOf(stack)).toBe('')
    },
  )
})

describe('the report', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bankside-report-'))
    file = join(folder, 'report.jsonl')
    vi.stubEnv('TEST_REPORT', file)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  it('is empty while nothing was noted', () => {
    expect(readFindings(file)).toEqual([])
  })

  it('keeps the first line of each error, without colours', () => {
    addFinding('failed', 'a.test.ts > adds', { message: '\n\u001b[31mexpected 2\u001b[39m\nto be 3' })
    addFinding('flaky', 'b.test.ts > waits')
    expect(readFindings(file)).toEqual([
      { outcome: 'failed', name: 'a.test.ts > adds', error: 'expected 2', place: '' },
      { outcome: 'flaky', name: 'b.test.ts > waits', error: '', place: '' },
    ])
  })

  it('is not kept by other runs', () => {
    vi.stubEnv('TEST_REPORT', '')
    addFinding('failed', 'a.test.ts > adds')
    expect(readFindings(file)).toEqual([])
  })
})

describe('the end of a run', () => {
  const leg = (name: string, passed: boolean, findings: ReturnType<typeof readFindings> = []) => ({
    name,
    passed,
    seconds: 1,
    findings,
  })

  it('has a line for each command', () => {
    expect(endOfRun([leg('lint', true), leg('types', true)])).toBe('PASS  lint (1.0 s)\nPASS  types (1.0 s)')
  })

  it('names what failed last, after what passed on a second try', () => {
    const end = endOfRun([
      leg('unit', false, [
        { outcome: 'failed', name: 'a.test.ts > adds', error: 'expected 2', place: 'a.test.ts:3:4' },
        { outcome: 'flaky', name: 'b.test.ts > waits', error: '', place: '' },
      ]),
    ])
    expect(end).toBe(`FAIL  unit (1.0 s)

1 flaky (passed on a second try):
  [unit] b.test.ts > waits

1 failed:
  [unit] a.test.ts > adds
      a.test.ts:3:4  expected 2`)
  })

  it('says so when a command failed without naming a test', () => {
    expect(endOfRun([leg('unit', false)])).toContain('1 failed:\n  [unit] ended without naming a test')
  })
})

describe('what a tool printed', () => {
  it('is searched for places and errors', () => {
    const output = 'Checked 3 files\nweb/src/a.ts:3:4 lint/style\n\u001b[31mb.ts(3,4): error TS1: no\u001b[39m\ndone'
    expect(findingsOf(output).map(({ name }) => name)).toEqual([
      'web/src/a.ts:3:4 lint/style',
      'b.ts(3,4): error TS1: no',
    ])
  })

  it('is shown from its end if it names neither', () => {
    expect(findingsOf('1\n2\n3\n4\n5\n6\n').map(({ name }) => name)).toEqual(['2', '3', '4', '5', '6'])
  })
})
