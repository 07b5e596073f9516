import { expect, it } from 'vitest'
import { allRows } from './all-rows.ts'

const from = (count: number) => {
  const asked: [number, number][] = []
  const load = async (first: number, last: number) => {
    asked.push([first, last])
    if (first > 0 && first >= count) return { data: null, error: { code: 'PGRST103' } }
    return { data: Array.from({ length: Math.min(count, last + 1) - first }, (_, n) => first + n), error: null }
  }
  return { asked, load }
}

it.each([0, 1, 999, 1000, 1001, 2000])('loads %i rows in batches, each once', async (count) => {
  const { load, asked } = from(count)
  expect(await allRows(load)).toEqual(Array.from({ length: count }, (_, n) => n))
  expect(asked).toHaveLength(Math.floor(count / 1000) + 1)
})

it('fails as a batch fails', async () => {
  await expect(allRows(async () => ({ data: null, error: { code: '42501' } }))).rejects.toEqual({ code: '42501' })
})
