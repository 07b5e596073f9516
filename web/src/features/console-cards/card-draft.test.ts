import { expect, it } from 'vitest'
import { type CardDraft, cardErrors, cardFields, newCardDraft } from './card-draft.ts'

const draft: CardDraft = {
  ...newCardDraft(),
  title: 'Winter league',
  startDate: '2026-12-01T08:00:00.000Z',
  endDate: '2026-12-31T20:00:00.000Z',
}

it('wants a title and both dates', () => {
  expect(cardErrors(newCardDraft())).toEqual({
    title: 'Title is required',
    startDate: 'Start and end dates are required',
    endDate: 'Start and end dates are required',
  })
  expect(cardErrors(draft)).toEqual({})
})

it.each(['2026-12-01T08:00:00.000Z', '2026-11-30T08:00:00.000Z'])('refuses the end %s', (endDate) => {
  expect(cardErrors({ ...draft, endDate })).toEqual({ endDate: 'The end must be after the start' })
})

it.each(['https://example.org/league', 'http://example.org', '/games', '  https://example.org  '])(
  'takes the link %s',
  (ctaUrl) => {
    expect(cardErrors({ ...draft, ctaUrl })).toEqual({})
  },
)

it.each(['example.org', 'javascript:alert(1)', '//evil.example', 'mailto:a@b.test'])(
  'refuses the link %s',
  (ctaUrl) => {
    expect(cardErrors({ ...draft, ctaUrl }).ctaUrl).toMatch(/^Enter an address/)
  },
)

it('counts characters', () => {
  expect(
    cardErrors({ ...draft, title: '🐟'.repeat(101), description: 'x'.repeat(501), ctaText: 'x'.repeat(51) }),
  ).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 500 characters at most',
    ctaText: 'Use 50 characters at most',
  })
})

it('stores blank link and text as null', () => {
  expect(cardFields({ ...draft, title: ' Winter league ', ctaText: '  ', ctaUrl: ' ' })).toMatchObject({
    title: 'Winter league',
    ctaText: null,
    ctaUrl: null,
  })
})
