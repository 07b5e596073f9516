import { expect, it } from 'vitest'
import { parseSearch, searchParams } from './search-params.ts'

const parse = (query: string) => parseSearch(new URLSearchParams(query))

it('reads text, order and page from the address', () => {
  expect(parse('q=+old+gregor+&sort=active&page=3')).toEqual({ text: 'old gregor', sort: 'active', page: 3 })
})

it.each(['', 'sort=luck&page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=1e300'])(
  'reads "%s" as the first page by points',
  (query) => {
    expect(parse(query)).toEqual({ text: '', sort: 'points', page: 1 })
  },
)

it('writes only values that differ from the default, and reads them back', () => {
  expect(searchParams({ text: '', sort: 'points', page: 1 }).toString()).toBe('')
  const search = { text: 'a,b & 100%', sort: 'joined', page: 2 } as const
  expect(parse(searchParams(search).toString())).toEqual(search)
})
