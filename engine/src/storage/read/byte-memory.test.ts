import { expect, it, vi } from 'vitest'
import { ByteMemory } from './byte-memory.ts'

const bytes = (length: number) => Buffer.alloc(length, 1)
const reader = (length: number) => vi.fn(async () => bytes(length))

it('reads a file once, also for concurrent requests', async () => {
  const memory = new ByteMemory()
  const read = reader(3)
  const answers = await Promise.all([memory.get('a', read), memory.get('a', read)])
  expect(answers).toEqual([bytes(3), bytes(3)])
  expect(await memory.get('a', read)).toBe(answers[0])
  expect(read).toHaveBeenCalledTimes(1)
})

it('caches files up to the limit for one file, and reads larger ones each time', async () => {
  const memory = new ByteMemory({ total: 100, each: 10 })
  const [fits, large] = [reader(10), reader(11)]
  for (let i = 0; i < 2; i += 1) {
    await memory.get('fits', fits)
    await memory.get('large', large)
  }
  expect([fits, large].map((read) => read.mock.calls.length)).toEqual([1, 2])
  expect([memory.takes(10), memory.takes(11)]).toEqual([true, false])
})

it('drops the longest unused file when all together exceed the limit', async () => {
  const memory = new ByteMemory({ total: 20, each: 10 })
  const read = reader(10)
  await memory.get('a', read)
  await memory.get('b', read)
  await memory.get('a', read)
  await memory.get('c', read)
  read.mockClear()
  await memory.get('a', read)
  await memory.get('c', read)
  expect(read).not.toHaveBeenCalled()
  await memory.get('b', read)
  expect(read).toHaveBeenCalledTimes(1)
})

it('caches nothing of a failed read, or of one during which the file was forgotten', async () => {
  const memory = new ByteMemory()
  await expect(memory.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  const read = reader(3)
  const underWay = memory.get('a', read)
  memory.forget('a')
  expect(await underWay).toEqual(bytes(3))
  await memory.get('a', read)
  expect(read).toHaveBeenCalledTimes(2)
})
