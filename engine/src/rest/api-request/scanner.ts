import { restErrors } from '../errors.ts'
import { REST_LIMITS } from './limits.ts'

// PostgREST's identifiers: letters, digits, _, space and $, with single inner dashes.
const NAME = /[\p{L}\p{N}_ $]+(?:-[\p{L}\p{N}_ $]+)*/uy
const JSON_INDEX = /-?\d+(?=->|::|[.,)]|$)/y
// A key of a JSON path may hold almost any character that does not end it, and single inner dashes.
const JSON_KEY = /(?:[^"(),.:>&=\t\n\r-]|:(?!:))+(?:-(?:[^"(),.:>&=\t\n\r-]|:(?!:))+)*/y
const ARRAY = /\{[^{}]*\}(?=[,)]|$)/y
const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"/sy
const UNQUOTED = /[^,)]*/y

/** Reads one query parameter from left to right; errors name the column where it stopped. */
export class Scanner {
  readonly text: string
  readonly what: string
  at = 0

  /** @param what names the parameter in errors, e.g. `select parameter`. */
  constructor(text: string, what: string) {
    this.text = text
    this.what = what
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }

  /** Consumes the token if it comes next. */
  eat(token: string): boolean {
    if (!this.peek(token)) return false
    this.at += token.length
    return true
  }

  expect(token: string): void {
    if (!this.eat(token)) this.fail(`"${token}"`)
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found || found[0] === '') return undefined
    this.at += found[0].length
    return found[0]
  }

  spaces(): void {
    while (this.peek(' ')) this.at += 1
  }

  /** A column, relation, alias or hint: bare or in double quotes. */
  name(): string {
    this.spaces()
    const name = this.peek('"') ? this.quoted() : this.match(NAME)?.trim()
    if (!name) return this.fail('field name (* or [a..z0..9_$])')
    return checkIdentifier(name)
  }

  /** Text in double quotes; a backslash escapes the next character. */
  quoted(): string {
    const start = this.at
    this.expect('"')
    let value = ''
    for (;;) {
      const char = this.text[this.at]
      if (char === undefined) {
        this.at = start
        return this.fail('closing double quote')
      }
      this.at += 1
      if (char === '"') return value
      if (char === '\\' && !this.done) {
        value += this.text[this.at]
        this.at += 1
      } else value += char
    }
  }

  /** One key or position of a JSON path. */
  jsonKey(): { text: string; index: boolean } {
    const index = this.match(JSON_INDEX)
    if (index !== undefined) return { text: index, index: true }
    const text = this.peek('"') ? this.quoted() : this.match(JSON_KEY)
    if (text === undefined) return this.fail('JSON key or array index')
    return { text, index: false }
  }

  /** An item of a list or a value in a logic tree: quoted, or up to the next comma or parenthesis. */
  listItem(): string {
    const start = this.at
    const value = this.match(QUOTED)
    if (value !== undefined && (this.done || this.peek(',') || this.peek(')')))
      return value.slice(1, -1).replace(/\\(.)/gs, '$1')
    this.at = start
    return this.match(UNQUOTED) ?? ''
  }

  /** A value in a logic tree; an array literal may contain commas. */
  logicValue(): string {
    return this.match(ARRAY) ?? this.listItem()
  }

  end(): void {
    if (!this.done) this.fail('end of input')
  }

  fail(expected: string): never {
    const found = this.done ? 'end of input' : `"${this.text[this.at]}"`
    const shown = this.text.length > 200 ? `${this.text.slice(0, 200)}…` : this.text
    throw restErrors.parse(this.what, shown, this.at + 1, `unexpected ${found} expecting ${expected}`)
  }
}

/** Refuses names that PostgreSQL would cut or cannot store, so that two names never become one. */
export function checkIdentifier(name: string): string {
  if (name.includes('\0') || Buffer.byteLength(name) > REST_LIMITS.identifierBytes)
    throw restErrors.limit(`A name is longer than ${REST_LIMITS.identifierBytes} bytes or holds a NUL`)
  return name
}
