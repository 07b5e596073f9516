import { expect, it } from 'vitest'
import { readTopicMessage } from './topic-message.ts'

const NOTHING = { n: undefined, changed: [], gone: [], new: [], what: [], tables: [], reload: false, body: {} }

it('reads the fields of each topic, and leaves the others to the screen that knows them', () => {
  const rows = { n: 7, changed: ['a'], gone: ['b'], id: 'x' }
  expect(readTopicMessage(rows)).toEqual({ ...NOTHING, n: 7, changed: ['a'], gone: ['b'], body: rows })
  const feed = { n: 1, numbers: { a: [1] }, new: ['c'] }
  expect(readTopicMessage(feed)).toEqual({ ...NOTHING, n: 1, new: ['c'], body: feed })
  expect(readTopicMessage({ what: ['prizes'] })).toMatchObject({ n: undefined, what: ['prizes'], reload: false })
  expect(readTopicMessage({ n: 2, tables: ['games'] })).toMatchObject({ tables: ['games'], reload: false })
  expect(readTopicMessage({ n: 3, reload: true })).toEqual({ ...NOTHING, n: 3, reload: true })
})

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'x'],
  ['no known part', { id: 'x' }],
  ['a list with something else in it', { gone: ['a', 7] }],
  ['a text for a list', { changed: 'b', gone: ['a'] }],
  ['a number that is none', { n: '4', gone: ['a'] }],
])('reads %s as a request to load everything again', (_, payload) => {
  expect(readTopicMessage(payload)).toEqual({ ...NOTHING, reload: true })
})
