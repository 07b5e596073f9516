import type { CatchVariety } from '../../../../contract/src/column-types.ts'

export const VARIETIES = ['common', 'mirror', 'leather', 'ghost', 'grass', 'other'] as const satisfies CatchVariety[]

/** What a variety is called: on a card, and in the middle of a sentence. */
export const VARIETY_NAME: Record<CatchVariety, string> = {
  common: 'Common',
  mirror: 'Mirror',
  leather: 'Leather',
  ghost: 'Ghost',
  grass: 'Grass carp',
  other: 'Other',
}

/** `mirror`, `grass carp`, `fish` for one of no variety. */
export const varietyNoun = (variety: CatchVariety): string =>
  variety === 'other' ? 'fish' : VARIETY_NAME[variety].toLowerCase()
