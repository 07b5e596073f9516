import { type Part, partsOf } from './parts.ts'

/** One change of a text of SQL: a guard left out, or a boundary moved by one. */
interface BodyMutant {
  kind: 'row lock' | 'advisory lock' | 'raise' | 'boundary' | 'number'
  /** The changed place, for the report. */
  what: string
  text: string
  /** The code of a refusal, if it is written there. */
  code?: string
}

const FLIPPED: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

const ROW_LOCK = /\bfor (?:no key update|update|key share|share)\b(?: of \w+)?(?: skip locked| nowait)?/gi
const ADVISORY_LOCK = /\bpg_advisory_xact_lock(?:_shared)?(?=\()/gi
const TRIED_LOCK = /\bpg_try_advisory_xact_lock(?=\()/gi
const BOUNDARY = /(?<=\s)(?:<=|>=|<|>)(?=\s)/g
// Neither a part of a name, a parameter, a decimal, the index of an array nor the place of a column in `group by 1, 2`.
const NUMBER = /(?<![\w$.:[]|\bby (?:\d+, )*)\d+(?![\w.\]])/g
const CODE = /(?<=errcode = '|, ')[0-9A-Z]{5}(?=')/
const RAISE = /(?<=^|[;\s])(?:raise (?:exception|sqlstate)|perform private\.raise\w*\()/gi

/** Every mutant of the SQL of a function, a check or a condition, each with one change. */
export function mutantsOf(sql: string): BodyMutant[] {
  return [...places(sql)].map(({ from, to, by, kind }) => {
    const code = kind === 'raise' ? CODE.exec(sql.slice(from, to))?.[0] : undefined
    return {
      kind,
      what: `${around(sql, from, to)} → ${by === '' ? 'nothing' : by}`,
      text: sql.slice(0, from) + by + sql.slice(to),
      ...(code ? { code } : {}),
    }
  })
}

interface Place {
  kind: BodyMutant['kind']
  from: number
  to: number
  by: string
}

function* places(sql: string): Generator<Place> {
  const parts = partsOf(sql)
  let at = 0
  for (const [index, part] of parts.entries()) {
    for (const place of placesIn(part, parts[index - 1]))
      yield {
        ...place,
        from: at + place.from,
        to: place.kind === 'raise' ? endOfStatement(parts, at + place.from) : at + place.to,
      }
    at += part.text.length
  }
}

function* placesIn({ kind, text }: Part, before: Part | undefined): Generator<Place> {
  if (kind === 'code') {
    yield* found(text, ROW_LOCK, 'row lock', () => '')
    // It accepts the same arguments and locks nothing.
    yield* found(text, ADVISORY_LOCK, 'advisory lock', () => 'num_nulls')
    // Holders of a shared lock do not exclude each other.
    yield* found(text, TRIED_LOCK, 'advisory lock', (name) => `${name}_shared`)
    yield* found(text, BOUNDARY, 'boundary', (sign) => FLIPPED[sign] ?? sign)
    yield* numbers(text)
    yield* found(text, RAISE, 'raise', () => 'null;')
  }
  if (kind === 'string' && /\binterval\s*$/i.test(before?.text ?? '')) yield* numbers(text)
}

/** Zero and one are mostly not boundaries, but "none", "first" or a condition's "exists". */
function* numbers(text: string): Generator<Place> {
  for (const place of found(text, NUMBER, 'number', (digits) => String(Number(digits) + 1)))
    if (Number(place.by) > 2) yield place
}

function* found(
  text: string,
  pattern: RegExp,
  kind: BodyMutant['kind'],
  by: (match: string) => string,
): Generator<Place> {
  for (const match of text.matchAll(pattern))
    yield { kind, from: match.index, to: match.index + match[0].length, by: by(match[0]) }
}

/** Behind the semicolon that ends the statement at `start`. */
function endOfStatement(parts: Part[], start: number): number {
  let at = 0
  for (const { kind, text } of parts) {
    const end = kind === 'code' ? text.indexOf(';', Math.max(0, start - at)) : -1
    if (end >= 0 && at + end >= start) return at + end + 1
    at += text.length
  }
  throw new Error('a statement without an end')
}

const around = (sql: string, from: number, to: number): string =>
  sql
    .slice(Math.max(0, from - 40), Math.min(sql.length, to + 30))
    .replace(/\s+/g, ' ')
    .trim()
