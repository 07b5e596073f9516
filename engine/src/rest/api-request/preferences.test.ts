import { describe, expect, it } from 'vitest'
import { chooseMediaType } from './media-type.ts'
import { parsePreferences } from './preferences.ts'

describe('parsePreferences', () => {
  it('takes the first of each preference and ignores unknown ones', () => {
    expect(parsePreferences('return=minimal, return=representation,count=exact,zap=1, tx=rollback,timezone=x')).toEqual(
      {
        return: 'minimal',
        count: 'exact',
      },
    )
    expect(parsePreferences(undefined)).toEqual({})
    expect(parsePreferences('constructor=1,__proto__=2, toString')).toEqual({})
  })

  it('honours tx only if the setting allows it', () => {
    expect(parsePreferences('tx=rollback, tx=commit', true)).toEqual({ tx: 'rollback' })
    expect(parsePreferences('tx=rollback', false)).toEqual({})
    expect(parsePreferences('tx=maybe', true)).toEqual({})
  })

  it('takes the first time zone with the name of a place', () => {
    expect(parsePreferences('timezone=Mars/Olympus, timezone=Europe/London, timezone=UTC').timezone).toBe(
      'Europe/London',
    )
    for (const name of ['UTC', 'America/Argentina/Buenos_Aires', 'Asia/Tokyo'])
      expect(parsePreferences(`timezone=${name}`).timezone).toBe(name)
    for (const name of ['UTC+2', '+02:00', 'Etc/GMT+2', 'localtime', "Europe/London'", '../etc/passwd', ''])
      expect(parsePreferences(`timezone=${name}`).timezone, name).toBeUndefined()
    expect(() => parsePreferences('handling=strict,timezone=Mars/Olympus')).toThrow('Invalid preferences')
    // Each look-up takes time, so only three are made for one request.
    const missing = ['Olympus', 'Utopia', 'Elysium'].map((name) => `timezone=Mars/${name}`)
    expect(parsePreferences([...missing.slice(1), 'timezone=UTC'].join()).timezone).toBe('UTC')
    expect(parsePreferences([...missing, 'timezone=UTC'].join()).timezone).toBeUndefined()
  })

  it('is strict only on request, and only then limits the rows of a write', () => {
    expect(parsePreferences('max-affected=5')).toEqual({})
    expect(parsePreferences('handling=strict,max-affected=5')).toEqual({ handling: 'strict', maxAffected: 5 })
    expect(() => parsePreferences('handling=strict,zap=1')).toThrow('Invalid preferences given with handling=strict')
  })
})

describe('chooseMediaType', () => {
  it('prefers weight, then order', () => {
    expect(chooseMediaType('text/csv;q=0.1, application/json', false).media?.kind).toBe('json')
    expect(chooseMediaType('image/png, */*', false).media?.kind).toBe('json')
    expect(chooseMediaType('application/vnd.pgrst.object+json;nulls=stripped', false).media).toEqual({
      kind: 'object',
      stripNulls: true,
    })
    expect(chooseMediaType('application/json;q=0', false).media).toBeUndefined()
  })

  it('names the types that SQL may make instead, in order and not without end', () => {
    expect(chooseMediaType('text/html, image/png;q=0.5, application/json, text/csv;q=0.1', false)).toEqual({
      media: { kind: 'json', stripNulls: false },
      wanted: ['text/html', 'application/json'],
    })
    expect(chooseMediaType(undefined, false).wanted).toEqual(['*/*'])
    expect(chooseMediaType('application/vnd.pgrst.object', false).wanted).toEqual([])
    const many = Array.from({ length: 500 }, (_, index) => `text/x-${index}`).join()
    expect(chooseMediaType(many, false).wanted).toHaveLength(20)
  })

  it('offers plans only if allowed, for supported types and known options', () => {
    const accept = 'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers|delete;'
    expect(chooseMediaType(accept, false, true)).toEqual({
      media: { kind: 'csv', stripNulls: false },
      plan: { format: 'json', options: ['analyze', 'buffers'] },
      wanted: [],
    })
    expect(chooseMediaType('application/vnd.pgrst.plan', false, true).plan).toEqual({ format: 'text', options: [] })
    for (const refused of [
      chooseMediaType(accept, false),
      chooseMediaType('application/vnd.pgrst.plan; for="image/png"', false, true),
      chooseMediaType(accept, true, true),
    ])
      expect(refused).toEqual({ media: undefined, wanted: [] })
  })
})
