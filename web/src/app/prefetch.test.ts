import { expect, it } from 'vitest'
import { firstPart, pageAt } from './prefetch.ts'

it.each([
  ['/', ''],
  ['/games', 'games'],
  ['/games/', 'games'],
  ['/games/5383144b-8421-41bf-a658-fd923ec673ae', 'games/'],
  ['/newsfeed/5383144b-8421-41bf-a658-fd923ec673ae', 'newsfeed/'],
])('selects the page of %s', (pathname, part) => {
  expect(firstPart({ pathname })).toBe(part)
  expect(pageAt(part)).toBeDefined()
})
