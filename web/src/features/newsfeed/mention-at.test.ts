import { describe, expect, it } from 'vitest'
import { mentionAt, type Person, peopleFor, withMention } from './mention-at.ts'

describe('the name at the caret', () => {
  it.each([
    ['@', 1, { start: 0, end: 1, name: '' }],
    ['Well done @ca', 13, { start: 10, end: 13, name: 'ca' }],
    ['(@ca and more', 4, { start: 1, end: 4, name: 'ca' }],
    ['@Old Father Th', 14, { start: 0, end: 14, name: 'Old Father Th' }],
    ['@a @b', 5, { start: 3, end: 5, name: 'b' }],
  ])('of %j at %i', (text, caret, mention) => {
    expect(mentionAt(text, caret)).toEqual(mention)
  })

  it.each([
    ['no sign', 7],
    ['tom@example', 11],
    ['@ tom', 5],
    ['@tom\nnext', 9],
    ['@one two three four', 19],
    [`@${'x'.repeat(31)}`, 32],
    ['@tom', 0],
    ['@Tom\u2060 tha', 9],
  ])('is none in %j at %i', (text, caret) => {
    expect(mentionAt(text, caret)).toBeUndefined()
  })
})

describe('a chosen member', () => {
  it('is inserted into the text with the mark of a choice and a space after it, and the caret follows the space', () => {
    expect(withMention('Hi @ca', { start: 3, end: 6, name: 'ca' }, 'carp_carl')).toEqual({
      text: 'Hi @carp_carl\u2060 ',
      caret: 15,
    })
    expect(withMention('Hi @ca again', { start: 3, end: 6, name: 'ca' }, 'carp_carl')).toEqual({
      text: 'Hi @carp_carl\u2060 again',
      caret: 15,
    })
  })
})

describe('members on offer', () => {
  const person = (username: string): Person => ({ id: username, username, avatar_url: null })
  const names = (name: string, thread: string[], found: string[]) =>
    peopleFor(name, thread.map(person), found.map(person)).map(({ username }) => username)

  it('are those of the thread, then those found, each once and six at most', () => {
    expect(names('', ['Tom', 'Una'], [])).toEqual(['Tom', 'Una'])
    expect(names('t', ['Tom', 'Una'], ['Ted', 'Tom'])).toEqual(['Tom', 'Ted'])
    expect(names('a', [], ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'])).toHaveLength(6)
  })

  it('after a space are only those whose names continue with the typed text', () => {
    expect(names('Tom w', [], ['Tom Withy', 'Tom'])).toEqual(['Tom Withy'])
    expect(names('Tom went', [], ['Tom Withy', 'Tom'])).toEqual([])
  })

  it('are empty when the only one is typed in full', () => {
    expect(names('tom', [], ['Tom'])).toEqual([])
    expect(names('tom', [], ['Tom', 'Tom Withy'])).toEqual(['Tom', 'Tom Withy'])
  })
})
