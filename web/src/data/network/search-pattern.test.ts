import { expect, it } from 'vitest'
import { searchFilter } from './search-pattern.ts'

const nameFilter = (text: string) => searchFilter(text).split(',bio.ilike.')[0]

it('searches for the text anywhere in name, bio and area', () => {
  expect(searchFilter('dan')).toBe('username.ilike."%dan%",bio.ilike."%dan%",fishing_area.ilike."%dan%"')
})

it.each([
  ['a percent sign', '100%', '"%100\\\\%%"'],
  ['an underscore', 'carp_king', '"%carp\\\\_king%"'],
  ['a backslash', 'a\\b', '"%a\\\\\\\\b%"'],
  ['a quotation mark', 'the "Boss"', '"%the \\"Boss\\"%"'],
  ['commas and brackets', 'a,b.(c)', '"%a,b.(c)%"'],
  ['an asterisk, as one unknown character', 'a*b', '"%a_b%"'],
])('takes %s literally', (_name, text, value) => {
  expect(nameFilter(text)).toBe(`username.ilike.${value}`)
})
