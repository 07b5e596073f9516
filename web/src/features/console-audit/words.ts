import type { AuditWord } from '../../data/audit/audit-entry.ts'
import { ACTION_GROUPS } from './actions.ts'
import { codedTexts, sentenceWords } from './sentence.ts'

/** More words than this narrow no search. */
const WORDS_MAX = 8
/** Shorter ones begin too many words. */
const SHORTEST = 3

const wordsIn = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

const ACTIONS = ACTION_GROUPS.flatMap(({ label, actions }) =>
  Object.entries(actions).map(([action, name]) => ({ action, name, section: label })),
)
/** The words that each action is found by: those of its sentence, its name and its section. */
const ACTION_WORDS = ACTIONS.map(({ action, name, section }) => ({
  action,
  words: wordsIn(`${sentenceWords(action)} ${name} ${section}`),
}))
const CODED_WORDS = ACTIONS.flatMap(({ action }) =>
  codedTexts(action).map(({ code, text }) => ({ action, code, words: wordsIn(text) })),
)

/** The words of a search, each with the actions in whose sentence a word begins like it. */
export function wordsOf(search: string): AuditWord[] {
  // The texts of entries are normalised in the same way, so that width and case of letters do not matter.
  const words = search.normalize('NFKC').toLowerCase().split(/\s+/u).filter(Boolean)
  return [...new Set(words)].slice(0, WORDS_MAX).map((text) => {
    const isIn = ({ words: known }: { words: string[] }) =>
      text.length >= SHORTEST && known.some((word) => word.startsWith(text))
    const actions = ACTION_WORDS.filter(isIn).map(({ action }) => action)
    const codes = CODED_WORDS.filter((coded) => isIn(coded) && !actions.includes(coded.action))
    return { text, actions, codes: codes.map(({ action, code }) => ({ action, code })) }
  })
}
