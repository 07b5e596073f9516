import { expect, it } from 'vitest'
import { nobodyText } from './users-empty.ts'

const NOT_FOUND = 'No users found matching your search.'

it('says that the viewer is the whole team, as their own account is left out', () => {
  expect(nobodyText('', { role: 'team' })).toBe('No one but you is on the team.')
  expect(nobodyText('', { role: 'admin' })).toBe('No one but you is an admin.')
})

it.each([
  ['a search', 'ivy', { role: 'team' }],
  ['another role', '', { role: 'moderator' }],
  ['a status as well', '', { role: 'team', status: 'suspended' }],
  ['a time as well', '', { role: 'admin', joined: '7' }],
] as const)('with %s nobody was found', (_, text, filter) => {
  expect(nobodyText(text, filter)).toBe(NOT_FOUND)
})
