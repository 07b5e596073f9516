import { expect, it } from 'vitest'
import { findLinks } from './find-links.ts'

const links = (text: string) => findLinks(text).flatMap((part) => (typeof part === 'string' ? [] : [part.href]))

it.each([
  ['See https://carp.example/rigs for rigs', ['https://carp.example/rigs']],
  ['https://carp.example', ['https://carp.example/']],
  ['(https://carp.example/a).', ['https://carp.example/a']],
  ['https://carp.example/a_(b), and https://carp.example/c!', ['https://carp.example/a_(b)', 'https://carp.example/c']],
  ['HTTPS://Carp.Example/A', ['https://carp.example/A']],
  ['“https://carp.example/quoted”', ['https://carp.example/quoted']],
])('in %j finds %j', (text, found) => {
  expect(links(text)).toEqual(found)
})

it.each([
  'http://carp.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
  'https://localhost/admin',
  'https://127.0.0.1/',
  'https://bank.example@evil.example/',
  'https://a:b@carp.example',
  'xhttps://carp.example',
  'carp.example',
  'https:/carp.example',
  'https://[::1]/',
])('leaves %j as text', (text) => {
  expect(findLinks(text)).toEqual([text])
})

it('shows the host and a short path, and another script as it is sent', () => {
  expect(findLinks('https://www.carp.example/')).toEqual([{ href: 'https://www.carp.example/', shown: 'carp.example' }])
  expect(findLinks(`https://carp.example/${'a'.repeat(80)}`)).toEqual([
    { href: `https://carp.example/${'a'.repeat(80)}`, shown: `carp.example/${'a'.repeat(26)}…` },
  ])
  // A Cyrillic letter in the name.
  expect(findLinks('https://cаrp.example/')).toMatchObject([{ shown: expect.stringMatching(/^xn--/) }])
})

it.each([
  [
    'https://www.a-club-with-a-rather-long-name.carp-lakes.example/rigs',
    'a-club-with-a-rather-long-name.carp-lakes.example…',
  ],
  ['https://a-club-with-a-rather-long-name.carp-lakes.example', 'a-club-with-a-rather-long-name.carp-lakes.example'],
  ['https://bankside.example.of-a-catcher-of-passwords.example/', 'bankside.example.of-a-catcher-of-passwords.example'],
  ['https://carp.example/rigs/of/the/season/and/of/the/next', 'carp.example/rigs/of/the/season/and/of/…'],
])('the whole host of %s is shown, and only its path is cut', (address, shown) => {
  expect(findLinks(address)).toEqual([{ href: address.replace(/example$/, 'example/'), shown }])
})

it('loses nothing of any text', () => {
  const signs = [
    'https://',
    'carp.example',
    '/a',
    '(',
    ')',
    '.',
    ' ',
    '\n',
    '<',
    '"',
    '@',
    'é',
    '🐟',
    'www.',
    '?q=1',
    '#',
    '%',
  ]
  let seed = 7
  for (let round = 0; round < 5_000; round += 1) {
    let text = ''
    for (let n = 0; n < 12; n += 1) {
      seed = (seed * 48_271) % 2_147_483_647
      text += signs[seed % signs.length]
    }
    const parts = findLinks(text)
    const plain = parts.filter((part) => typeof part === 'string')
    let at = 0
    for (const part of plain) {
      at = text.indexOf(part, at)
      expect(at, text).toBeGreaterThanOrEqual(0)
      at += part.length
    }
    for (const part of parts)
      if (typeof part !== 'string') expect(new URL(part.href), text).toMatchObject({ protocol: 'https:', username: '' })
  }
})
