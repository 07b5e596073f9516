import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

const textsOf = (search: string) => wordsOf(search).map(({ text }) => text)

it('each word is searched for once, in lower case and normal width', () => {
  expect(textsOf('  Tom  ＦＩＮＮ tom ')).toEqual(['tom', 'finn'])
  expect(textsOf('')).toEqual([])
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8)
})

it('a word finds the actions whose sentence, name or section has a word that begins like it', () => {
  expect(wordsOf('suspen')[0]?.actions).toEqual([
    'suspend',
    'edit_suspension',
    'unsuspend',
    'answer_suspension',
    'decide_appeal',
  ])
  expect(wordsOf('gave')[0]?.actions).toEqual(['give_points'])
  expect(wordsOf('exported')[0]?.actions).toEqual(['export_list'])
  expect(wordsOf('cards')[0]?.actions).toEqual(['create_card', 'edit_card', 'delete_card'])
})

it('a word that a sentence has for a code finds the entries with that code', () => {
  expect(wordsOf('dismissed')[0]?.codes).toEqual([{ action: 'decide_report', code: 'dismiss' }])
  expect(wordsOf('trail')[0]?.codes).toEqual([{ action: 'export_list', code: 'audit' }])
  expect(wordsOf('avatar')[0]?.codes).toEqual([{ action: 'delete_file', code: 'avatars' }])
})

it('short words and names find none', () => {
  for (const name of ['a', 'to', 'finn', '{who}']) expect(wordsOf(name)[0]).toMatchObject({ actions: [], codes: [] })
})
