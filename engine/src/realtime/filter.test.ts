import { describe, expect, it } from 'vitest'
import { asParameters, FilterError, filterShape, filterSql, fromJson, parseFilter } from './filter.ts'

const sql = (text: string, valueAt = asParameters(2)) =>
  filterSql(
    parseFilter(text),
    (column) => `"${column}"`,
    () => 'text',
    valueAt,
  )

describe('parseFilter', () => {
  it('reads conditions, negation, lists and quotes', () => {
    expect(parseFilter('')).toEqual([])
    expect(parseFilter('a=eq.1,b=not.in.(x,"y,(z","say \\"hi\\"")')).toEqual([
      { column: 'a', negated: false, operator: 'eq', values: ['1'] },
      { column: 'b', negated: true, operator: 'in', values: ['x', 'y,(z', 'say "hi"'] },
    ])
    expect(parseFilter('at=gt.2026-01-01T00:00:00.000Z')).toMatchObject([{ values: ['2026-01-01T00:00:00.000Z'] }])
    expect(parseFilter('url=eq.a=b.c')).toMatchObject([{ column: 'url', values: ['a=b.c'] }])
  })

  it.each(['a', 'a=', 'a=1', '=eq.1', 'a=match.x', 'a=imatch.x', 'a=toString.1', 'a=is.1', 'a=in.1', 'a=eq.1,'])(
    'refuses %s',
    (text) => {
      expect(() => parseFilter(text)).toThrow(FilterError)
    },
  )

  it('refuses more than 10 conditions and more than 100 values', () => {
    const conditions = (count: number) => Array.from({ length: count }, () => 'a=eq.1').join(',')
    const list = (count: number) => `a=in.(${Array.from({ length: count }, () => '1').join(',')})`
    expect(parseFilter(conditions(10))).toHaveLength(10)
    expect(() => parseFilter(conditions(11))).toThrow(FilterError)
    expect(parseFilter(list(100))).toHaveLength(1)
    expect(() => parseFilter(list(101))).toThrow(FilterError)
  })

  it.each(['like', 'ilike'])(
    'refuses a pattern of %s with more than 100 characters or more than two wildcards',
    (operator) => {
      const refusal = new FilterError('a pattern has at most 100 characters and 2 wildcards %')
      for (const negation of ['', 'not.']) {
        const pattern = (text: string) => () => parseFilter(`a=${negation}${operator}.${text}`)
        expect(pattern(`%${'x'.repeat(98)}%`)()).toHaveLength(1)
        expect(pattern(`%${'🎣'.repeat(98)}%`)()).toHaveLength(1)
        expect(pattern(`%${'x'.repeat(99)}%`)).toThrow(refusal)
        expect(pattern('%a%b%')).toThrow(refusal)
        expect(pattern('"%,%,%"')).toThrow(refusal)
        // With a backslash it is a character like any other; a backslash may have one itself.
        expect(pattern('%50\\%%')()).toHaveLength(1)
        expect(pattern('%a\\\\%b%')).toThrow(refusal)
      }
    },
  )

  it('refuses more than 2 KiB of values in a condition', () => {
    const refusal = new FilterError('the values of a condition have at most 2048 bytes')
    expect(parseFilter(`a=eq.${'x'.repeat(2_048)}`)).toHaveLength(1)
    expect(() => parseFilter(`a=eq.${'x'.repeat(2_049)}`)).toThrow(refusal)
    expect(() => parseFilter(`a=neq.${'ä'.repeat(1_025)}`)).toThrow(refusal)
    const list = (length: number) => `a=in.(${Array.from({ length: 64 }, () => 'x'.repeat(length)).join(',')})`
    expect(parseFilter(list(32))).toHaveLength(1)
    expect(() => parseFilter(list(33))).toThrow(refusal)
  })
})

describe('filterSql', () => {
  it('binds every value as a parameter', () => {
    expect(sql(`a=eq.1'; drop table x,b=not.like.%x%,c=is.null,d=in.(1,2)`)).toEqual({
      text: '(t."a" = $2::text::text) and not (t."b"::text like $3::text) and (t."c" is null) and (t."d" = any($4::text[]::text[]))',
      values: [`1'; drop table x`, '%x%', ['1', '2']],
    })
  })

  it('can take the values from one JSON list, so that one statement serves readers with different values', () => {
    expect(sql('a=eq.1,c=is.null,d=in.(1,2)', fromJson('$2'))).toEqual({
      text: '(t."a" = ($2 ->> 0)::text) and (t."c" is null) and (t."d" = any(array(select v from pg_catalog.jsonb_array_elements_text($2 -> 1) as v)::text[]))',
      values: ['1', ['1', '2']],
    })
  })
})

describe('filterShape', () => {
  it('is the same for filters that differ in their values only', () => {
    const shape = (text: string) => filterShape(parseFilter(text))
    expect(shape('a=eq.1,b=in.(1,2)')).toBe(shape('a=eq.7,b=in.(3)'))
    for (const other of ['a=neq.1,b=in.(1)', 'a=not.eq.1,b=in.(1)', 'a=eq.1', 'b=eq.1,b=in.(1)'])
      expect(shape(other)).not.toBe(shape('a=eq.1,b=in.(1)'))
    expect(shape('a=is.null')).not.toBe(shape('a=is.true'))
  })
})
