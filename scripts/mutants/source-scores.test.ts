import { expect, it } from 'vitest'
import { belowFloor, scores } from './source-scores.ts'

const mutant = (file: string, status: string) => ({ file, status, text: '' })

it('counts a timeout as killed, and leaves out what could not be tried', () => {
  const mutants = [
    mutant('engine/src/http/cors.ts', 'Killed'),
    mutant('engine/src/http/cors.ts', 'Timeout'),
    mutant('engine/src/http/site.ts', 'Survived'),
    mutant('engine/src/http/site.ts', 'NoCoverage'),
    mutant('engine/src/http/site.ts', 'Ignored'),
    mutant('engine/src/http/site.ts', 'CompileError'),
    mutant('engine/src/https/other.ts', 'Survived'),
  ]
  expect(scores(mutants, ['engine/src/http', 'engine/src/rest', 'engine/src/http/cors.ts'])).toEqual([
    { folder: 'engine/src/http', killed: 2, alive: 1, untested: 1, score: 50 },
    { folder: 'engine/src/http/cors.ts', killed: 2, alive: 0, untested: 0, score: 100 },
  ])
})

it.each([
  [49, /less than its floor of 50/],
  [50, undefined],
  [52, undefined],
  [53, /raise its floor/],
])('holds a floor that only rises: %d %%', (score, line) => {
  const found = belowFloor([{ folder: 'a', killed: 0, alive: 0, untested: 0, score }], { a: 50 })
  if (line) expect(found).toEqual([expect.stringMatching(line)])
  else expect(found).toEqual([])
})

it('reports nothing about folders without a floor', () => {
  expect(belowFloor([{ folder: 'b', killed: 0, alive: 0, untested: 0, score: 0 }], { a: 50 })).toEqual([])
})
