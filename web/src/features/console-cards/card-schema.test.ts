import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { CARD_EDITOR, type CardValues, cardSchema } from './card-schema.ts'

const newCard = CARD_EDITOR.read(undefined)
const draft: CardValues = {
  ...newCard,
  title: 'Winter league',
  startDate: '2026-12-01T08:00:00.000Z',
  endDate: '2026-12-31T20:00:00.000Z',
}

it('requires a title and both dates', () => {
  expect(errorsOf(cardSchema, newCard)).toEqual({
    title: 'Title is required',
    startDate: 'Start and end dates are required',
    endDate: 'Start and end dates are required',
  })
  expect(errorsOf(cardSchema, draft)).toEqual({})
})

it.each(['2026-12-01T08:00:00.000Z', '2026-11-30T08:00:00.000Z'])('refuses the end %s', (endDate) => {
  expect(errorsOf(cardSchema, { ...draft, endDate })).toEqual({ endDate: 'The end must be after the start' })
})

it.each(['https://example.org/league', 'http://example.org', '/games', '  https://example.org  '])(
  'takes the link %s',
  (ctaUrl) => {
    expect(errorsOf(cardSchema, { ...draft, ctaUrl })).toEqual({})
  },
)

it.each(['example.org', 'javascript:alert(1)', '//evil.example', 'mailto:a@b.test'])(
  'refuses the link %s',
  (ctaUrl) => {
    expect(errorsOf(cardSchema, { ...draft, ctaUrl }).ctaUrl).toMatch(/^Enter an address/)
  },
)

it('counts characters', () => {
  expect(
    errorsOf(cardSchema, { ...draft, title: '🐟'.repeat(101), description: 'x'.repeat(501), ctaText: 'x'.repeat(51) }),
  ).toEqual({
    title: 'Use 100 characters at most',
    description: 'Use 500 characters at most',
    ctaText: 'Use 50 characters at most',
  })
})

it('stores blank link and text as null', () => {
  expect(cardSchema.parse({ ...draft, title: ' Winter league ', ctaText: '  ', ctaUrl: ' ' })).toMatchObject({
    title: 'Winter league',
    ctaText: null,
    ctaUrl: null,
  })
})

it('starts with all fields of a card', () => {
  const card = {
    ...draft,
    id: '7c1e',
    imageUrl: '/art/lake.svg',
    ctaText: null,
    ctaUrl: '/games',
    placement: 'games' as const,
    startDate: draft.startDate ?? '',
    endDate: draft.endDate ?? '',
    isActive: true,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
  }
  const { title, description, imageUrl, ctaUrl, placement, startDate, endDate } = card
  expect(cardSchema.parse(CARD_EDITOR.read(card))).toEqual({
    title,
    description,
    imageUrl,
    ctaText: null,
    ctaUrl,
    placement,
    startDate,
    endDate,
  })
})
