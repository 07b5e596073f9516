import { expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'

const read = (list: string) => readAddresses(list).addresses
const wrong = (list: string) => readAddresses(list).wrong

it.each([
  ['line ends', 'ivy@carp.test\r\nfinn@carp.test\n\n'],
  ['commas', 'ivy@carp.test,finn@carp.test,'],
  ['semicolons', ' ivy@carp.test ; finn@carp.test;'],
  ['tabs', 'ivy@carp.test\tfinn@carp.test'],
  ['spaces', 'ivy@carp.test finn@carp.test'],
  ['all of them', 'ivy@carp.test,\n; finn@carp.test ,;'],
])('addresses are separated by %s', (_, list) => {
  expect(readAddresses(list)).toEqual({ addresses: ['ivy@carp.test', 'finn@carp.test'], wrong: [] })
})

it.each([
  ['a name', 'Ivy Reeds <ivy@carp.test>'],
  ['a name in quotation marks', '"Reeds, Ivy; secretary" <ivy@carp.test>'],
  ['a last name first', 'Reeds, Ivy <ivy@carp.test>'],
  ['the address as the name', "'ivy@carp.test' <ivy@carp.test>"],
  ['brackets only', '<ivy@carp.test>'],
  ['quotation marks only', '"ivy@carp.test"'],
  ['a link', 'mailto:ivy@carp.test'],
])('%s around the address is understood', (_, list) => {
  expect(readAddresses(`${list}, finn@carp.test`)).toEqual({
    addresses: ['ivy@carp.test', 'finn@carp.test'],
    wrong: [],
  })
})

it('what is no address is told as it was written, and no part of it is taken for one', () => {
  const list =
    'ivy\nfinn@carp.test\nfinn@carp\nf.inn@carp\n@carp.test\nIvy Reeds\nIvy <ivy>\njohn smith@carp.test\na@b@c.test'
  expect(read(list)).toEqual(['finn@carp.test'])
  expect(wrong(list)).toEqual([
    'ivy',
    'finn@carp',
    'f.inn@carp',
    '@carp.test',
    'Ivy Reeds',
    'Ivy <ivy>',
    'john smith@carp.test',
    'a@b@c.test',
  ])
  expect(wrong(`${'a'.repeat(245)}@carp.test`)).toHaveLength(1)
})

it('only the name directly before an address belongs to it', () => {
  expect(wrong('tom, Reeds, Ivy <ivy@carp.test>')).toEqual(['tom'])
  expect(wrong('tom; Ivy <ivy@carp.test>')).toEqual(['tom'])
})

it('a missing quotation mark hides no address', () => {
  expect(read('"Ivy <ivy@carp.test>, finn@carp.test\nmo@carp.test')).toEqual([
    'ivy@carp.test',
    'finn@carp.test',
    'mo@carp.test',
  ])
})

it('each address counts once, whatever its case', () => {
  expect(read('Ivy@carp.test, ivy@CARP.test, Ivy <ivy@carp.test>, ivy+1@carp.test')).toEqual([
    'Ivy@carp.test',
    'ivy+1@carp.test',
  ])
  expect(wrong('x, x')).toEqual(['x'])
})

it('addresses beyond ASCII are left to the database', () => {
  expect(read('jörg@fisch.example')).toEqual(['jörg@fisch.example'])
})

it('nothing is read from nothing', () => {
  expect(readAddresses(' \n,; \t')).toEqual({ addresses: [], wrong: [] })
})
