import { expect, it } from 'vitest'
import { isUuid } from './uuid.ts'

it('takes a UUID in either case, and no other text or value', () => {
  const id = '11111111-aaaa-4111-8111-111111111111'
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
  for (const other of ['', id.slice(1), `${id}0`, `${id}\n`, id.replaceAll('-', ''), [id], 7, undefined])
    expect(isUuid(other), String(other)).toBe(false)
})
