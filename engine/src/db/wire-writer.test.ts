import { expect, it } from 'vitest'
import { WireWriter } from './wire-writer.ts'

/** Type and content of each message, as a server parses them. */
function messages(bytes: Buffer): [string, string][] {
  const found: [string, string][] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    found.push([String.fromCharCode(bytes[at] ?? 0), bytes.toString('latin1', at + 5, end)])
    at = end
  }
  return found
}

it('writes each message with its length, for one write', () => {
  const writer = new WireWriter()
  writer.close('old')
  writer.parse('one', 'select $1')
  writer.bind('one', ['ü', null, ''])
  writer.describe()
  writer.execute()
  writer.sync()
  expect(messages(writer.take())).toEqual([
    ['C', 'Sold\0'],
    ['P', 'one\0select $1\0\0\0'],
    ['B', '\0one\0\0\0\0\x03\0\0\0\x02\xc3\xbc\xff\xff\xff\xff\0\0\0\0\0\0'],
    ['D', 'P\0'],
    ['E', '\0\0\0\0\0'],
    ['S', ''],
  ])
})

it('starts empty again, and does not share memory with what was taken', () => {
  const writer = new WireWriter()
  writer.parse('', 'first')
  const first = writer.take()
  writer.parse('', 'other')
  expect(messages(writer.take())).toEqual([['P', '\0other\0\0\0']])
  expect(messages(first)).toEqual([['P', '\0first\0\0\0']])
})

it('grows with what is written', () => {
  const writer = new WireWriter()
  const long = '€'.repeat(300_000)
  writer.bind('', [long, 'short'])
  const [[, content] = ['', '']] = messages(writer.take())
  expect(Buffer.from(content, 'latin1').toString('utf8')).toContain(`${long}\0\0\0\x05short`)
})

it('refuses a statement that would end early', () => {
  const writer = new WireWriter()
  expect(() => writer.parse('', 'select 1\0; drop')).toThrow('character 0')
})
