import { expect, it } from 'vitest'
import { mutantsOf } from './body.ts'
import { partsOf } from './parts.ts'

/** The texts of the mutants of one kind. */
const textsOf = (kind: string, sql: string) =>
  mutantsOf(sql)
    .filter((mutant) => mutant.kind === kind)
    .map(({ text }) => text)

it('moves each comparison by one, and leaves arrows and inequality alone', () => {
  expect(textsOf('boundary', 'a < 1 and b <= 1 and c > 1 and d >= 1')).toEqual([
    'a <= 1 and b <= 1 and c > 1 and d >= 1',
    'a < 1 and b < 1 and c > 1 and d >= 1',
    'a < 1 and b <= 1 and c >= 1 and d >= 1',
    'a < 1 and b <= 1 and c > 1 and d > 1',
  ])
  expect(mutantsOf("a <> b and c -> 'd' = e ->> 'f'")).toEqual([])
})

it('raises each number from two on, and leaves names, parameters, decimals and places of columns alone', () => {
  expect(textsOf('number', 'char_length(a) <= 60')).toEqual(['char_length(a) <= 61'])
  expect(textsOf('number', 'select 0, 1, a2, $3, 1.5, b[4], 7::int from t group by 2, 3')).toEqual([
    'select 0, 1, a2, $3, 1.5, b[4], 8::int from t group by 2, 3',
  ])
})

it('raises the numbers of an interval, and of no other text', () => {
  expect(textsOf('number', "now() - interval '7 days' > '30 days'")).toEqual(["now() - interval '8 days' > '30 days'"])
})

it('removes each row lock with what belongs to it', () => {
  const lock = (clause: string) => textsOf('row lock', `select a from t ${clause}; select b`)
  for (const clause of [
    'for update',
    'for no key update',
    'for share',
    'for key share',
    'for update of t skip locked',
    'FOR UPDATE NOWAIT',
  ])
    expect(lock(clause), clause).toEqual(['select a from t ; select b'])
})

it('replaces advisory locks with ones that do not exclude others', () => {
  expect(textsOf('advisory lock', "perform pg_advisory_xact_lock(hashtextextended('a', 0));")).toEqual([
    "perform num_nulls(hashtextextended('a', 0));",
  ])
  expect(textsOf('advisory lock', 'perform pg_advisory_xact_lock_shared(1);')).toEqual(['perform num_nulls(1);'])
  expect(textsOf('advisory lock', 'if not pg_try_advisory_xact_lock(1) then')).toEqual([
    'if not pg_try_advisory_xact_lock_shared(1) then',
  ])
})

it('replaces each refusal up to the end of its statement', () => {
  const refusal = `raise exception 'no; not -- now' using errcode = 'AB001', -- the end; not here
    hint = format('ask %s', v_who);`
  expect(textsOf('raise', `if a then\n  ${refusal}\nend if;`)).toEqual(['if a then\n  null;\nend if;'])
  expect(mutantsOf(refusal)[0]?.code).toBe('AB001')
  expect(textsOf('raise', "begin perform private.raise_rate_limit('a'); return; end")).toEqual([
    'begin null; return; end',
  ])
  expect(textsOf('raise', "raise sqlstate 'PGRST';")).toEqual(['null;'])
  expect(mutantsOf("raise notice 'told'; raise;")).toEqual([])
})

it('leaves strings and comments as they are', () => {
  const untouched = "select 'a < 60 for update; raise exception', E'it\\'s > 60' -- a < 60\n/* for update 60 */"
  expect(mutantsOf(untouched)).toEqual([])
})

it('names each place by the text around it', () => {
  expect(mutantsOf('select a\n  from t\n  where b < c').map(({ kind, what }) => ({ kind, what }))).toEqual([
    { kind: 'boundary', what: 'select a from t where b < c → <=' },
  ])
})

it('splits SQL into parts that are together the whole', () => {
  const sql = "select e'a\\'b', type'c', 'it''s' -- d's\n, 'open"
  const parts = partsOf(sql)
  expect(parts.map(({ text }) => text).join('')).toBe(sql)
  expect(parts.filter(({ kind }) => kind === 'string').map(({ text }) => text)).toEqual(["e'a\\'b'", "'c'", "'it''s'"])
  expect(parts.filter(({ kind }) => kind === 'comment').map(({ text }) => text)).toEqual(["-- d's"])
})
