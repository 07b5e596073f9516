import type { Notification } from './queue.ts'
import { quoteOf, sentenceOf } from './sentence.ts'

/**
 * What a mail or a push message says of a notification: a sentence, and what it quotes (blank if nothing). Both are one
 * line of at most 200 characters without web addresses.
 */
export const wordsOf = (one: Notification): { sentence: string; quote: string } => ({
  sentence: withoutHosts(oneLine(sentenceOf(one))),
  quote: withoutAddresses(oneLine(quoteOf(one))),
})

/** Members' text stays on one line, so that only the quotation is a line of theirs. */
export const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim().slice(0, 200)

// The other signs are read as a dot in host names.
const DOT = '[.\\u2024\\u3002\\ufe52\\uff0e\\uff61]'
const LABEL = '[\\p{L}\\p{M}\\p{N}_-]'
const HOST = `(?:(?:${LABEL}{1,63}${DOT}){1,20}(?:xn--[a-z0-9-]{1,59}|\\p{L}{2,63})|\\d{1,3}(?:${DOT}\\d{1,3}){3})`
/** What has a scheme, a name before an `@`, or a port, path, query or fragment after its host; for 200 characters. */
const ADDRESS = new RegExp(
  [
    `\\b[a-z]{2,20}:\\/\\/\\S+`,
    `\\bmailto:\\S+`,
    `\\bwww${DOT}\\S+`,
    `[^\\s@]{1,64}@${HOST}\\S*`,
    `${LABEL}{0,63}${HOST}${DOT}?(?::\\d|\\/|[?#](?=\\S))\\S*`,
  ].join('|'),
  'giu',
)
const DOT_OF_HOST = new RegExp(
  `(?<=${LABEL})${DOT}(?=\\p{L})|(?<=\\d)${DOT}(?=\\d{1,3}(?:${DOT}\\d{1,3}){1,2}(?!\\d))`,
  'gu',
)

/**
 * Text in which programs find no host name to make a link of: a word joiner follows each dot that could be part of
 * one. It is invisible, so a username with a dot looks as it is.
 */
export const withoutHosts = (text: string) => text.replace(DOT_OF_HOST, '$&\u2060')

/** Members' text without web addresses, because links in a message of the club would appear to be the club's. */
const withoutAddresses = (text: string) => withoutHosts(text.replace(ADDRESS, '[link]'))
