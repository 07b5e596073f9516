import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readApiRequest } from '../api-request/api-request.ts'
import { RestError } from '../errors.ts'
import { buildRead } from '../plan/build-read.ts'
import { buildWrite } from '../plan/build-write.ts'
import type { Relation, SchemaCache } from '../schema-cache/model.ts'
import { buildRelationships } from '../schema-cache/relationships.ts'
import { shapeOf } from '../shape.ts'
import { compile } from './compile.ts'
import { quoteIdent } from './sql.ts'

const columns = (...names: string[]) =>
  new Map(names.map((name) => [name, { name, type: 'text', isJson: name === 'meta' }]))
const relation = (name: string, ...names: string[]): Relation => ({
  schema: 'public',
  name,
  isView: false,
  columns: columns(...names),
  computed: new Map(),
  primaryKey: ['id'],
  media: [],
  writes: { insert: true, update: true, delete: true },
})
const posts = relation('posts', 'id', 'author_id', 'body', 'meta', 'we"ird')
const cache: SchemaCache = {
  schema: 'public',
  relations: new Map([
    ['posts', posts],
    ['people', relation('people', 'id', 'name')],
  ]),
  relationships: buildRelationships([
    {
      name: 'fk',
      source: 'posts',
      target: 'people',
      columns: [['author_id', 'id']],
      unique: false,
      inPrimaryKey: false,
    },
  ]),
  routines: new Map(),
  types: new Map(),
}

const everything = {
  schemas: ['public'],
  maxRows: 1000,
  txPreference: true,
  txRollback: false,
  plans: true,
  aggregates: true,
} as const

function read(query: string) {
  const request = readApiRequest({ method: 'GET', path: '/posts', query, headers: {} }, undefined, everything)
  const plan = buildRead(cache, { name: 'posts', relation: posts, columns: posts.columns }, request)
  const compiled = compile({ kind: 'read', read: plan }, request)
  return { ...compiled, shape: shapeOf(request), values: compiled.slots.map((slot) => request.values[slot]) }
}

/** The statement without its quoted identifiers: the rest must contain no text from the client. */
const skeleton = (sql: string) => sql.replace(/"(?:[^"]|"")*"/g, '""')

describe('compile', () => {
  it('compiles one statement per shape, independent of the values', () => {
    const one = read('id=eq.1&body=in.(a,b)&limit=5&meta->a->>b=eq.x')
    const two = read("id=eq.2&body=in.(c)&limit=50&meta->zap->>'=eq.y")
    expect(two.shape.replaceAll('zap', 'a')).toBe(one.shape)
    expect(two.text).toBe(one.text)
    expect(one.values).toEqual(['5', '1', '{"a","b"}', 'a', 'b', 'x'])
    expect(read('id=neq.1').shape).not.toBe(read('id=eq.1').shape)
  })

  it('cuts the window before it embeds, and reads only the needed columns', () => {
    expect(read('select=id,author:people(name)&body=eq.x&order=id.desc').text).toContain(
      'FROM (SELECT "t0"."id" AS "id", "e1"."j" AS "author" FROM ' +
        '(SELECT "t0"."id", "t0"."author_id" FROM "public"."posts" AS "t0" WHERE "t0"."body" = $2 ORDER BY "t0"."id" DESC LIMIT $1) AS "t0" ' +
        'LEFT JOIN LATERAL (SELECT row_to_json("rt1") AS "j" FROM (SELECT "t1"."name" AS "name" FROM "public"."people" AS "t1" ' +
        'WHERE "t1"."id" = "t0"."author_id") AS "rt1") AS "e1" ON TRUE ORDER BY "t0"."id" DESC) AS "_r"',
    )
  })

  it('never lets a value into the text', () => {
    const marker = 'MARKER'
    const value = fc.string({ unit: 'binary' }).map((text) => `${marker}${text}`)
    const place = fc.constantFrom(
      (text: string) => `body=eq.${text}`,
      (text: string) => `body=not.like.${text}`,
      (text: string) => `or=(id.eq."${text.replace(/["\\]/g, '\\$&')}",body.is.null)`,
      (text: string) => `body=in.("${text.replace(/["\\]/g, '\\$&')}",b)`,
      (text: string) => `body=fts.${text}`,
      (text: string) => `meta->"${text.replace(/["\\]/g, '\\$&')}"=eq.1`,
      (text: string) => `order=meta->>"${text.replace(/["\\]/g, '\\$&')}"`,
    )
    fc.assert(
      fc.property(place, value, (build, text) => {
        const query = build(text).replace(/[^=&]+/g, encodeURIComponent)
        const { text: sql, values } = read(query)
        expect(sql).not.toContain(marker)
        expect(values.some((bound) => bound?.includes(marker))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('never lets an alias out of its quotes', () => {
    const item = fc.constantFrom('id', 'id.max()', 'count()', 'author_id::int.sum()::text')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 15 }), item, (alias, of) => {
        const plain = skeleton(read(`select=x:${of}`).text)
        try {
          const quoted = `"${alias.replace(/["\\]/g, '\\$&')}"`
          expect(skeleton(read(`select=${encodeURIComponent(quoted)}:${of}`).text)).toBe(plain)
        } catch (error) {
          if (!(error instanceof RestError)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })

  it('names nothing that is not in the cache', () => {
    const known = new Set(['posts', 'people', 'id', 'author_id', 'body', 'meta', 'name', 'we"ird', 'fk'])
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.constantFrom('pg_authid', 'auth.users', 'xmin', 'ctid', 'tableoid', 'constructor', '__proto__'),
    )
    fc.assert(
      fc.property(name, (text) => {
        fc.pre(!known.has(text.trim()) && text.trim() !== 'count')
        const quoted = encodeURIComponent(`"${text.replace(/["\\]/g, '\\$&')}"`)
        for (const query of [
          `select=${quoted}`,
          `${quoted}=eq.1`,
          `order=${quoted}`,
          `select=${quoted}(id)`,
          `select=${quoted}.sum()`,
          `select=id::${quoted}`,
          `select=id.sum()::${quoted}`,
          `or=(${quoted}.eq.1)`,
        ])
          expect(() => read(query)).toThrow(RestError)
      }),
    )
  })

  it('groups by position and leaves aggregates of a to-one spread to the parent', () => {
    expect(read('select=meta->a->>b,id.max(),...people(name,id.count())').text).toContain(
      'SELECT (("t0"."meta"->$2::text)->>$3::text) AS "b", pg_catalog.max("t0"."id") AS "max", "e2"."name" AS "name", ' +
        'pg_catalog.count("e2"."#4") AS "count" FROM "public"."posts" AS "t0" LEFT JOIN LATERAL ' +
        '(SELECT "t2"."name" AS "name", "t2"."id" AS "#4" FROM "public"."people" AS "t2" WHERE "t2"."id" = "t0"."author_id") AS "e2" ON TRUE ' +
        'GROUP BY 1, 3 LIMIT $1',
    )
  })

  it('writes only columns of the table, quoted', () => {
    const write = (body: object) => {
      const request = readApiRequest({ method: 'POST', path: '/posts', query: '', headers: {} }, JSON.stringify(body))
      return compile({ kind: 'write', write: buildWrite(cache, posts, request) }, request).text
    }
    expect(write({ 'we"ird': "'; drop table posts" })).toContain(
      'INSERT INTO "public"."posts" AS "t0" ("we""ird") SELECT "b0"."we""ird"',
    )
    expect(() => write({ 'id") values (1); --': 1 })).toThrow("Could not find the 'id\") values (1); --' column")
  })
})

describe('quoteIdent', () => {
  it('is undone by unquoting, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const quoted = quoteIdent(name)
        expect(/^"(?:[^"]|"")*"$/s.test(quoted)).toBe(true)
        expect(quoted.slice(1, -1).replaceAll('""', '"')).toBe(name)
      }),
    )
  })
})
