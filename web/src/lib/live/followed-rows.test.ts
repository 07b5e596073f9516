import { hashKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { followRows, staleUnlessFollowed } from './followed-rows.ts'

it('counts rows as fresh while at least one screen follows them', () => {
  const query = { queryHash: hashKey(['rows', 'a']) }
  const staleTime = () => staleUnlessFollowed(30_000)(query)
  expect(staleTime()).toBe(30_000)
  const ends = [followRows([['rows', 'a'], ['others']]), followRows([['rows', 'a']])]
  expect(staleTime()).toBe(Number.POSITIVE_INFINITY)
  ends[0]?.()
  ends[0]?.()
  expect(staleTime()).toBe(Number.POSITIVE_INFINITY)
  ends[1]?.()
  expect(staleTime()).toBe(30_000)
})
