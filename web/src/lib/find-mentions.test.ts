import { expect, it } from 'vitest'
import { findMentions } from './find-mentions.ts'

const CARL = { name: 'carp_carl', username: 'carl the second' }
const TOM = { name: 'Tom', username: 'Tom' }
const WITHY = { name: 'Tom Withy', username: 'Tom Withy' }

it.each([
  ['nobody', [CARL], ['nobody']],
  ['@carp_carl', [CARL], [{ username: 'carl the second' }]],
  ['Well done, @carp_carl!', [CARL], ['Well done, ', { username: 'carl the second' }, '!']],
  ['tom@carp_carl, @carp_carlos', [CARL], ['tom@carp_carl, @carp_carlos']],
  ['@Tom and @Tom Withy', [TOM, WITHY], [{ username: 'Tom' }, ' and ', { username: 'Tom Withy' }]],
  ['@@Tom', [TOM], ['@', { username: 'Tom' }]],
  ['@Tomé', [TOM], ['@Tomé']],
  ['@Tom', [], ['@Tom']],
])('finds the members in %j', (text, mentioned, parts) => {
  expect(findMentions(text, mentioned)).toEqual(parts)
})
