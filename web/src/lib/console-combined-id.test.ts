import { expect, it } from 'vitest'
import { combinedId } from './console-combined-id.ts'
import { newId } from './new-id.ts'

it('combines IDs into one: the same for the same IDs, and another for any other member', () => {
  const request = newId()
  const members = Array.from({ length: 100 }, newId)
  const combined = members.map((member) => combinedId(request, member))
  expect(new Set(combined).size).toBe(100)
  for (const id of combined) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(members.map((member) => combinedId(member, request))).toEqual(combined)
  expect(combinedId('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002')).toBe(
    '00000000-0000-0000-0000-000000000003',
  )
})
