import { expect, it } from 'vitest'
import { blockErrors } from './block-check.ts'

const draft = { title: 'Good company', description: '', imageUrl: null }

it('takes blank texts and none as the picture', () => {
  expect(blockErrors(draft)).toEqual({})
  expect(blockErrors({ title: '', description: '', imageUrl: null })).toEqual({})
})

it('counts characters, not halves of them', () => {
  expect(blockErrors({ ...draft, title: '🐟'.repeat(100), description: '🐟'.repeat(500) })).toEqual({})
  expect(blockErrors({ ...draft, title: 'x'.repeat(101), description: 'x'.repeat(501) })).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 500 characters at most',
  })
})

it('refuses pictures from anywhere but the web', () => {
  expect(blockErrors({ ...draft, imageUrl: 'javascript:alert(1)' })).toEqual({ imageUrl: 'Invalid image URL' })
  expect(blockErrors({ ...draft, imageUrl: `https://a.example/${'x'.repeat(2048)}` }).imageUrl).toBe(
    'Invalid image URL',
  )
  expect(blockErrors({ ...draft, imageUrl: '/art/lake.svg' })).toEqual({})
})
