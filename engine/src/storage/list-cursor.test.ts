import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

it('decodes a cursor to what was encoded', () => {
  for (const cursor of [
    { column: 'name', order: 'asc', name: 'a/é \u{1f41f}.txt', at: null },
    { column: 'created_at', order: 'desc', name: 'folder/', at: 1_790_000_000_123 },
  ] as const)
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor)
})

it.each([
  '',
  'x',
  '{}',
  Buffer.from('{"column":"name"}').toString('base64url'),
  Buffer.from('{"column":"owner","order":"asc","name":"a","at":null}').toString('base64url'),
  Buffer.from('{"column":"name","order":"asc","name":"a","at":null,"more":1}').toString('base64url'),
])('refuses %j', (text) => expect(() => decodeCursor(text)).toThrow('the cursor is not one of a listing'))
