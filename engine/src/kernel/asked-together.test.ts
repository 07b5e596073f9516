import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { askTogether } from './asked-together.ts'

/** Calls that the test answers; a question is its text, its group the first letter. */
let calls: {
  questions: string[]
  answer(...answers: (string | Error)[]): Promise<void>
  fail(error: Error): Promise<void>
}[]
let ask: (question: string) => Promise<string>
const settle = async (settled: () => void) => {
  settled()
  await nextTurn()
  await nextTurn()
}
const together = (more: { most?: number; atOnce?: number } = {}) =>
  askTogether<string, string>({
    keyOf: (question) => question,
    groupOf: (question) => question.charAt(0),
    ask: (questions) =>
      new Promise((resolve, reject) => {
        calls.push({
          questions: [...questions],
          answer: (...answers) =>
            settle(() => resolve(answers.length > 0 ? answers : questions.map((one) => `${one}!`))),
          fail: (error) => settle(() => reject(error)),
        })
      }),
    mayBeOnesFault: (error) => (error as Error).message === 'refused',
    most: 3,
    atOnce: 1,
    ...more,
  })
const asked = () => calls.map(({ questions }) => questions)

beforeEach(() => {
  calls = []
  ask = together()
})

it('puts the questions of one turn in one call, and gives each its own answer', async () => {
  const answers = ['a1', 'a2', 'a3'].map(ask)
  await nextTurn()
  expect(asked()).toEqual([['a1', 'a2', 'a3']])
  await calls[0]?.answer('one', 'two', 'three')
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three'])
})

it('asks equal waiting questions once, and asks again what a running call already contains', async () => {
  const first = [ask('a1'), ask('a1')]
  await nextTurn()
  const later = [ask('a1'), ask('a1')]
  await calls[0]?.answer('old')
  expect(asked()).toEqual([['a1'], ['a1']])
  await calls[1]?.answer('new')
  expect([await Promise.all(first), await Promise.all(later)]).toEqual([
    ['old', 'old'],
    ['new', 'new'],
  ])
})

it('takes at most the limit, in order, and only one group at a time', async () => {
  const answers = ['a1', 'b1', 'a2', 'a3', 'a4', 'b2'].map(ask)
  await nextTurn()
  for (let number = 0; number < 3; number += 1) await calls[number]?.answer()
  expect(asked()).toEqual([['a1', 'a2', 'a3'], ['b1', 'b2'], ['a4']])
  expect(await Promise.all(answers)).toEqual(['a1!', 'b1!', 'a2!', 'a3!', 'a4!', 'b2!'])
})

it('runs as many calls at once as allowed', async () => {
  ask = together({ most: 1, atOnce: 2 })
  const answers = ['a1', 'a2', 'a3'].map(ask)
  await nextTurn()
  expect(asked()).toEqual([['a1'], ['a2']])
  await calls[1]?.answer()
  expect(asked()).toEqual([['a1'], ['a2'], ['a3']])
  for (const number of [0, 2]) await calls[number]?.answer()
  expect(await Promise.all(answers)).toEqual(['a1!', 'a2!', 'a3!'])
})

it('refuses one question without the others', async () => {
  const answers = Promise.allSettled(['a1', 'a2'].map(ask))
  await nextTurn()
  await calls[0]?.answer('yes', new Error('no'))
  expect(await answers).toEqual([
    { status: 'fulfilled', value: 'yes' },
    { status: 'rejected', reason: new Error('no') },
  ])
})

it('asks each separately when one may have made the call fail, in turn with later questions', async () => {
  const answers = Promise.allSettled(['a1', 'a2'].map(ask))
  await nextTurn()
  const late = ask('a3')
  await calls[0]?.fail(new Error('refused'))
  await calls[1]?.answer()
  await calls[2]?.answer()
  await calls[3]?.fail(new Error('refused'))
  expect(asked()).toEqual([['a1', 'a2'], ['a1'], ['a3'], ['a2']])
  expect(await late).toBe('a3!')
  expect(await answers).toEqual([
    { status: 'fulfilled', value: 'a1!' },
    { status: 'rejected', reason: new Error('refused') },
  ])
})

it('refuses all when the call failed for another reason', async () => {
  const answers = Promise.allSettled(['a1', 'a2'].map(ask))
  await nextTurn()
  await calls[0]?.fail(new Error('no connection'))
  const refused = { status: 'rejected', reason: new Error('no connection') }
  expect([asked().length, await answers]).toEqual([1, [refused, refused]])
})
