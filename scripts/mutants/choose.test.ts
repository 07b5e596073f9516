import { expect, it } from 'vitest'
import { chooseFiles, type TestFile } from './choose.ts'
import type { Mutant } from './mutant.ts'

const mutant = { kind: 'raise', name: 'raise in private.credit', touches: ['private.credit'], sql: '' }
const file = (path: string, known: Partial<TestFile> = {}): TestFile => ({
  path,
  text: '',
  seconds: 5,
  kills: {},
  ...known,
})
const chosen = (files: TestFile[], budget = 60, of: Mutant = mutant) =>
  chooseFiles(of, files, budget).map(({ path }) => path)

it('takes the files that name or use the changed object, and no others', () => {
  const files = [
    file('uses', { touched: { 'private.credit': 1, 'private.other': 9 } }),
    file('names', { text: 'perform private.credit()' }),
    file('neither', { text: 'credit_once', touched: { 'private.other': 10 } }),
  ]
  expect(chosen(files)).toEqual(['names', 'uses'])
})

it('runs quick files first, and those that killed another mutant of the same function', () => {
  const touched = { 'private.credit': 1 }
  const files = [
    file('slow', { touched, seconds: 30 }),
    file('quick', { touched, seconds: 2 }),
    file('proven', { touched, seconds: 3, kills: { 'private.credit': 1, raise: 1 } }),
  ]
  expect(chosen(files)).toEqual(['proven', 'quick', 'slow'])
})

it('runs the files that expect the code of a refusal before those that only use the function', () => {
  const files = [
    file('names', { text: 'credit', seconds: 3 }),
    file('expects', { text: "expectError(answer, 'PT001')" }),
  ]
  expect(chosen(files, 60, { ...mutant, code: 'PT001' })).toEqual(['expects', 'names'])
})

it('keeps to the budget, but takes one file in any case', () => {
  const touched = { 'private.credit': 1 }
  const files = [file('a', { touched, seconds: 8 }), file('b', { touched, seconds: 9 })]
  expect(chosen(files, 10)).toEqual(['a'])
  expect(chosen(files, 1)).toEqual(['a'])
})
