import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Scanner } from './scanner.ts'
import { arrayLiteral } from './values.ts'

const scan = (text: string) => new Scanner(text, 'test')

describe('Scanner', () => {
  it('reads bare names with inner dashes, but no arrows', () => {
    expect(scan('a-b->c').name()).toBe('a-b')
    expect(scan('größe_1$').name()).toBe('größe_1$')
    expect(scan(' padded ').name()).toBe('padded')
    for (const name of ['-a', '--a']) expect(() => scan(name).name()).toThrow(/failed to parse test/)
    expect(() => scan('->x').name()).toThrow(/failed to parse test/)
    expect(() => scan('').name()).toThrow(/failed to parse test/)
  })

  it('reads any quoted text back exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
        const scanner = scan(`${quoted},rest`)
        expect(scanner.quoted()).toBe(text)
        expect(scanner.peek(',rest')).toBe(true)
      }),
    )
  })

  it('reports the position of an open quote', () => {
    expect(() => scan('"open').quoted()).toThrow(/column 1/)
    expect(() => scan('"open\\').quoted()).toThrow(/column 1/)
  })

  it('treats a quote inside an item as text unless it encloses the item', () => {
    expect(scan('"a,b",c').listItem()).toBe('a,b')
    expect(scan('"a"b,c').listItem()).toBe('"a"b')
    expect(scan('').listItem()).toBe('')
  })

  it('keeps the commas of arrays in logic trees', () => {
    expect(scan('{a,b},c').logicValue()).toBe('{a,b}')
    expect(scan('{a,b}c,d').logicValue()).toBe('{a')
  })

  it('distinguishes array positions from keys', () => {
    expect(scan('0->x').jsonKey()).toEqual({ text: '0', index: true })
    expect(scan('-1').jsonKey()).toEqual({ text: '-1', index: true })
    expect(scan('0x').jsonKey()).toEqual({ text: '0x', index: false })
    expect(scan('a-b->c').jsonKey()).toEqual({ text: 'a-b', index: false })
    for (const key of ['--34', '-a', '->a']) expect(() => scan(key).jsonKey()).toThrow(/failed to parse test/)
    expect(scan('"a.b"->>c').jsonKey()).toEqual({ text: 'a.b', index: false })
  })
})

describe('arrayLiteral', () => {
  /** Reads a one-dimensional literal as PostgreSQL does. */
  function parse(literal: string): string[] {
    const items: string[] = []
    let at = 1
    while (literal[at] !== '}') {
      let item = ''
      expect(literal[at]).toBe('"')
      for (at += 1; literal[at] !== '"'; at += 1) {
        if (literal[at] === '\\') at += 1
        item += literal[at]
      }
      items.push(item)
      at += literal[at + 1] === ',' ? 2 : 1
    }
    expect(at).toBe(literal.length - 1)
    return items
  }

  it('holds exactly the given items', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (items) => {
        expect(parse(arrayLiteral(items))).toEqual(items)
      }),
    )
  })
})
