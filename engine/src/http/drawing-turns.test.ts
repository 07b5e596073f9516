import { expect, it } from 'vitest'
import { createDrawingTurns } from './drawing-turns.ts'

/** A drawing that ends when it is told to. */
function drawing() {
  let begun = false
  let end = () => {}
  let fail = (_error: Error) => {}
  const done = new Promise<string>((resolve, reject) => {
    end = () => resolve('drawn')
    fail = reject
  })
  const work = () => {
    begun = true
    return done
  }
  return { work, end: () => end(), fail: (error: Error) => fail(error), begun: () => begun }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs two at once, and the others in their order', async () => {
  const turns = createDrawingTurns()
  const all = Array.from({ length: 4 }, drawing)
  const answers = all.map(({ work }, at) => turns(`member ${at}`, work))
  const running = async () => {
    await settled()
    return all.map(({ begun }) => begun())
  }
  expect(await running()).toEqual([true, true, false, false])
  all[1]?.end()
  expect(await running()).toEqual([true, true, true, false])
  all[0]?.end()
  expect(await running()).toEqual([true, true, true, true])
  for (const { end } of all) end()
  expect(await Promise.all(answers)).toEqual(['drawn', 'drawn', 'drawn', 'drawn'])
})

it('has no place for a thirteenth, and one again when another is done', async () => {
  const turns = createDrawingTurns()
  const all = Array.from({ length: 12 }, drawing)
  const answers = all.map(({ work }, at) => turns(`member ${at}`, work))
  const more = drawing()
  expect(await turns('one more', more.work)).toBeUndefined()
  expect(more.begun()).toBe(false)
  for (const { end } of all) end()
  await Promise.all(answers)
  more.end()
  expect(await turns('one more', more.work)).toBe('drawn')
})

it('has one place for a member, also after a drawing that failed', async () => {
  const turns = createDrawingTurns()
  const [first, second] = [drawing(), drawing()] as const
  const failing = turns('tom', first.work)
  expect(await turns('tom', second.work)).toBeUndefined()
  first.fail(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  second.end()
  expect(await turns('tom', second.work)).toBe('drawn')
})
