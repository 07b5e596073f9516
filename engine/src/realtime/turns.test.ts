import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Begins tasks and notes in which turn of the event loop each began. */
async function beginAll(count: number, perTurn: number): Promise<number[]> {
  const turn = createTurns(perTurn)
  let now = 0
  let clock: NodeJS.Immediate
  const tick = () => {
    now += 1
    clock = setImmediate(tick)
  }
  clock = setImmediate(tick)
  const tasks = Array.from({ length: count }, async () => {
    await turn()
    return now
  })
  const began = await Promise.all(tasks)
  clearImmediate(clock)
  return began
}

it('begins as many tasks in each turn as allowed, in order', async () => {
  expect(await beginAll(10, 3)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
})

it('lets tasks that come one by one begin at once', async () => {
  const turn = createTurns(1)
  for (let number = 0; number < 3; number += 1) {
    expect(turn()).toBeUndefined()
    await nextTurn()
    await nextTurn()
  }
})
