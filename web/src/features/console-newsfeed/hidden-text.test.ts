import { expect, it } from 'vitest'
import { deletedText, hiddenText } from './hidden-text.ts'

it.each([
  [['hidden'], '1 post is hidden.'],
  [['hidden', 'hidden', 'gone'], '2 posts are hidden. 1 was already deleted.'],
  [
    ['own', 'own', 'gone', 'gone'],
    'No post is hidden. 2 were already deleted. 2 are yours or concern you: another admin decides.',
  ],
] as const)('%j', (outcomes, text) => {
  expect(hiddenText(outcomes)).toBe(text)
})

it('says how many of the posts were deleted', () => {
  expect(deletedText(1, 1)).toBe('1 post is deleted.')
  expect(deletedText(3, 3)).toBe('3 posts are deleted.')
  expect(deletedText(0, 2)).toContain('0 of 2 posts deleted.')
})
