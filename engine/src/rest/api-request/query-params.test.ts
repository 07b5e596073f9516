import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestError } from '../errors.ts'
import { parseQueryParams } from './query-params.ts'
import type { Condition, SelectItem } from './types.ts'
import { Values } from './values.ts'

function parse(query: string, rpcRead = false) {
  const values = new Values()
  const params = parseQueryParams(query, values, rpcRead)
  return { ...params, values: values.list }
}

/** The code of the refusal of a query string. */
function refusal(query: string): string {
  try {
    parse(query)
  } catch (error) {
    if (error instanceof RestError) return error.code
    throw error
  }
  return 'accepted'
}

describe('select', () => {
  const select = (text: string) => parse(`select=${encodeURIComponent(text)}`).select

  it('is a star when absent or empty', () => {
    expect(parse('').select).toEqual([{ kind: 'star' }])
    expect(parse('select=').select).toEqual([{ kind: 'star' }])
  })

  it('distinguishes aliases from casts', () => {
    expect(select('a:b::text')).toEqual([{ kind: 'field', alias: 'a', field: { name: 'b', path: [] }, cast: 'text' }])
    expect(select('b::double precision')).toMatchObject([{ field: { name: 'b' }, cast: 'double precision' }])
    expect(select('"a:b":"c,d"')).toMatchObject([{ alias: 'a:b', field: { name: 'c,d' } }])
  })

  it('keeps the names of JSON keys, because they name the column', () => {
    expect(select('m->a->>0')).toEqual([
      {
        kind: 'field',
        field: {
          name: 'm',
          path: [
            { arrow: '->', slot: 0, index: false, name: 'a' },
            { arrow: '->>', slot: 1, index: true },
          ],
        },
      },
    ])
  })

  it('reads embeds with alias, hint, join and nesting, and spreads', () => {
    expect(select('x:rel!fk!inner(a,deep(*)),...to!left(b),only()')).toEqual([
      {
        kind: 'embed',
        name: 'rel',
        alias: 'x',
        hint: 'fk',
        inner: true,
        spread: false,
        items: [
          { kind: 'field', field: { name: 'a', path: [] } },
          { kind: 'embed', name: 'deep', inner: false, spread: false, items: [{ kind: 'star' }] },
        ],
      },
      {
        kind: 'embed',
        name: 'to',
        inner: false,
        spread: true,
        items: [{ kind: 'field', field: { name: 'b', path: [] } }],
      },
      { kind: 'embed', name: 'only', inner: false, spread: false, items: [] },
    ] satisfies SelectItem[])
  })

  it.each(['a(', 'a)', 'a,', ',a', 'a::', 'a:', 'a->', '...a', 'a!(b)', 'a b(c', '*a', '"a', 'a;b', 'a(b)c'])(
    'refuses %s',
    (text) => {
      expect(refusal(`select=${encodeURIComponent(text)}`)).toBe('PGRST100')
    },
  )
})

describe('filters', () => {
  const only = (query: string) => {
    const { conditions, values } = parse(query)
    return { ...conditions[0], values }
  }

  it('split the path at dots and keep the value whole', () => {
    expect(only('a.b.c=eq.x.y,(z)')).toEqual({
      path: ['a', 'b'],
      value: {
        kind: 'filter',
        field: { name: 'c', path: [] },
        not: false,
        test: { type: 'binary', op: 'eq', slot: 0 },
      },
      values: ['x.y,(z)'],
    })
  })

  it('decode plus and percent once', () => {
    expect(only('a=eq.b+c%2Bd%2541').values).toEqual(['b c+d%41'])
  })

  it('turn stars into percent signs only for like', () => {
    expect(only('a=like.*b*').values).toEqual(['%b%'])
    expect(only('a=eq.*b*').values).toEqual(['*b*'])
  })

  it('turn a list into one array', () => {
    expect(only('a=in.(1,"b,c",NULL)').values).toEqual(['{"1","b,c","NULL"}'])
    expect(only('a=in.()').values).toEqual(['{}'])
    expect(only('a=in.(")').values).toEqual(['{"\\""}'])
    expect(only('a=in.("b,"c\\")').values).toEqual(['{"\\"b","\\"c\\\\\\""}'])
  })

  it('may name a column that is called like an operator or keyword', () => {
    expect(only('not=eq.1')).toMatchObject({ value: { field: { name: 'not' } } })
    expect(only('or=eq.1')).toMatchObject({ path: [], value: { field: { name: 'or' } } })
    expect(only('"a.b"=eq.1')).toMatchObject({ path: [], value: { field: { name: 'a.b' } } })
  })

  it('refuse parameters that are neither a filter nor a window', () => {
    for (const query of ['a=', 'a=b', 'a=eq', 'a=not.b', 'a=in.1', 'a=in.(1', 'a=fts(.x', 'a..b=eq.1', 'a->=eq.1'])
      expect(refusal(query)).toBe('PGRST100')
  })

  it('are only those with an equals sign', () => {
    expect(parse('a&b=eq.1&select')).toMatchObject({ conditions: [{ value: { field: { name: 'b' } } }] })
  })

  it('become arguments of functions called with GET when they do not parse as filters', () => {
    const { args, conditions, values } = parse('a=1&b=eq.2&c={1,2}', true)
    expect(args.map(({ name, slot }) => [name, values[slot]])).toEqual([
      ['a', '1'],
      ['c', '{1,2}'],
    ])
    expect(conditions).toHaveLength(1)
  })
})

describe('logic trees', () => {
  it('belong to the embed named before them', () => {
    const { conditions } = parse('a.b.not.or=(c.eq.1,and(d.is.null,e.not.in.(1,2)))')
    expect(conditions).toMatchObject([
      {
        path: ['a', 'b'],
        value: {
          kind: 'or',
          not: true,
          items: [
            { kind: 'filter', field: { name: 'c' } },
            { kind: 'and', not: false, items: [{ test: { type: 'is' } }, { not: true, test: { type: 'in' } }] },
          ],
        },
      },
    ])
  })

  it('take quoted values literally', () => {
    const { values } = parse(`or=(${encodeURIComponent('a.eq."x,y)\\"z",b.eq.{1,2}')})`)
    expect(values).toEqual(['x,y)"z', '{1,2}'])
  })
})

describe('any text', () => {
  it('is parsed or refused, and never crashes the parser', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z.,()!:>"\\*{}=& -]{0,40}$/))
    const key = fc.oneof(
      fc.constantFrom('select', 'order', 'or', 'a.and', 'limit', 'columns', 'on_conflict', 'a', 'a->b'),
      text,
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(key, text), { maxLength: 4 }), fc.boolean(), (pairs, encoded) => {
        const query = pairs
          .map((pair) => (encoded ? pair.map((part) => encodeURIComponent(part)) : pair).join('='))
          .join('&')
        try {
          parse(query)
        } catch (error) {
          expect(error).toBeInstanceOf(RestError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('stays in its slot, so the shape of a filter does not depend on its value', () => {
    const withoutValues = (condition: Condition | undefined) => JSON.stringify(condition)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const { conditions, values } = parse(`a=eq.${encodeURIComponent(value)}`)
        expect(withoutValues(conditions[0]?.value)).toBe(
          '{"kind":"filter","field":{"name":"a","path":[]},"not":false,"test":{"type":"binary","op":"eq","slot":0}}',
        )
        expect(values).toEqual([value])
      }),
    )
  })
})
