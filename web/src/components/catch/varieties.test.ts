import { expect, it } from 'vitest'
import { varietyNoun } from './varieties.ts'

it('a variety has a noun for a sentence', () => {
  expect([varietyNoun('common'), varietyNoun('grass'), varietyNoun('other')]).toEqual(['common', 'grass carp', 'fish'])
})
