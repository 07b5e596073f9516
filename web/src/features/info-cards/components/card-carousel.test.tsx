// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { CardCarousel } from './card-carousel.tsx'

const card = (id: string, change: Partial<InfoCard> = {}): InfoCard => ({
  id,
  title: `Card ${id}`,
  description: null,
  image_url: null,
  cta_text: null,
  cta_url: null,
  ...change,
})
const shown = () => document.querySelector('.car-body.is-on h3')?.textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

afterEach(cleanup)

it('goes round in both directions', async () => {
  render(<CardCarousel cards={[card('a'), card('b'), card('c')]} />)
  expect(shown()).toBe('Card a')
  await press('Previous card')
  expect(shown()).toBe('Card c')
  await press('Next card')
  expect(shown()).toBe('Card a')
})

it('opens the card of a dot and marks that dot', async () => {
  render(<CardCarousel cards={[card('a'), card('b'), card('c')]} />)
  await press('Card 2 of 3')
  expect(shown()).toBe('Card b')
  expect(screen.getByRole('button', { name: 'Card 2 of 3' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('button', { name: 'Card 1 of 3' }).getAttribute('aria-current')).toBeNull()
})

it('shows no controls with a single card', () => {
  render(<CardCarousel cards={[card('a')]} />)
  expect(screen.queryAllByRole('button')).toHaveLength(0)
})

it('keeps the reader on the same card when a newer one arrives', async () => {
  const { rerender } = render(<CardCarousel cards={[card('a'), card('b')]} />)
  await press('Next card')
  rerender(<CardCarousel cards={[card('new'), card('a'), card('b')]} />)
  expect(shown()).toBe('Card b')
  rerender(<CardCarousel cards={[card('new')]} />)
  expect(shown()).toBe('Card new')
})

it('opens links in a new tab without telling where from, and says so', () => {
  render(<CardCarousel cards={[card('a', { cta_url: 'https://example.org/league' })]} />)
  const link = screen.getByRole('link', { name: 'Learn More (opens in a new tab)' })
  expect(link.getAttribute('href')).toBe('https://example.org/league')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

it("uses the card's own words for its link", () => {
  render(<CardCarousel cards={[card('a', { cta_url: '/games', cta_text: 'Play now' })]} />)
  expect(screen.getByRole('link', { name: /^Play now/ })).toBeTruthy()
})

it('draws no link and no picture from an address that is not one of the web', () => {
  render(<CardCarousel cards={[card('a', { cta_url: 'javascript:alert(1)', image_url: 'data:image/svg+xml,x' })]} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(document.querySelector('img')).toBeNull()
})
