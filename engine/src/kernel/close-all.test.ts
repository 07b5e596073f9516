import { expect, it } from 'vitest'
import { closeAll } from './close-all.ts'

it('takes the steps from the last to the first, also after one that fails, and reports the first failure', async () => {
  const taken: string[] = []
  const step = (name: string, failure?: string) => async () => {
    taken.push(name)
    if (failure) throw new Error(failure)
  }
  const steps = [step('database'), step('pool', 'second'), step('jobs', 'first'), step('server')]
  await expect(closeAll(steps)).rejects.toThrow('first')
  expect(taken).toEqual(['server', 'jobs', 'pool', 'database'])
  await closeAll(steps)
  expect(taken).toHaveLength(4)
})
