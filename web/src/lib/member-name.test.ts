import { expect, it } from 'vitest'
import { memberName, shownMember } from './member-name.ts'

it('shows the name of a member, or that the member was deleted', () => {
  expect(memberName('Tom_Withy')).toBe('Tom_Withy')
  for (const missing of [null, undefined, '']) expect(memberName(missing)).toBe('Deleted member')
})

it('uses the row’s ID as the ID of a deleted member', () => {
  expect(shownMember({ id: 'm', username: 'Tom', avatar_url: 'a.jpg' }, 'row')).toEqual({
    id: 'm',
    username: 'Tom',
    avatarUrl: 'a.jpg',
  })
  expect(shownMember(null, 'row')).toEqual({ id: 'row', username: 'Deleted member', avatarUrl: '' })
})
