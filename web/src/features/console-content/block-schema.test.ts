import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { blockSchema } from './block-schema.ts'

const draft = { title: 'Good company', description: '', imageUrl: null }

it('accepts blank texts and no picture', () => {
  expect(errorsOf(blockSchema, draft)).toEqual({})
  expect(errorsOf(blockSchema, { title: '', description: '', imageUrl: null })).toEqual({})
})

it('counts code points, not UTF-16 units', () => {
  expect(errorsOf(blockSchema, { ...draft, title: '🐟'.repeat(100), description: '🐟'.repeat(500) })).toEqual({})
  expect(errorsOf(blockSchema, { ...draft, title: 'x'.repeat(101), description: 'x'.repeat(501) })).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 500 characters at most',
  })
})

it('accepts pictures only from web addresses', () => {
  expect(errorsOf(blockSchema, { ...draft, imageUrl: 'javascript:alert(1)' })).toEqual({
    imageUrl: 'Invalid image URL',
  })
  expect(errorsOf(blockSchema, { ...draft, imageUrl: `https://a.example/${'x'.repeat(2048)}` }).imageUrl).toBe(
    'Use 2048 characters at most',
  )
  expect(errorsOf(blockSchema, { ...draft, imageUrl: 'https://a.example/lake.jpg' }).imageUrl).toBe(
    'Fetch the picture first, or upload one',
  )
  expect(errorsOf(blockSchema, { ...draft, imageUrl: '/art/lake.svg' })).toEqual({})
})
