import { expect, it } from 'vitest'
import { adminPlaces, type ConsolePlaces, home, moderatorPlaces } from './console-sections.ts'

const addresses = ({ groups, tabs, actions }: ConsolePlaces) => [
  ...new Set([...groups.flatMap(({ sections }) => sections), ...tabs, ...actions].map(({ to }) => to)),
]

it('offers a moderator reports, records and users, and nothing else of the console', () => {
  expect(addresses(moderatorPlaces).toSorted()).toEqual([
    '/admin',
    '/admin/moderation',
    '/admin/records',
    '/admin/users',
    '/dashboard',
  ])
})

it('gives each section of an admin a letter of its own', () => {
  const sections = [home, ...adminPlaces.groups.flatMap((group) => group.sections)]
  expect(new Set(sections.map(({ letter }) => letter)).size).toBe(sections.length)
  expect(sections).toEqual(expect.arrayContaining([...adminPlaces.tabs, ...moderatorPlaces.tabs]))
})
