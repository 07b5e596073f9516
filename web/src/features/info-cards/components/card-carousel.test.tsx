// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { CardCarousel } from './card-carousel.tsx'

const card = (id: string, change: Partial<InfoCard> = {}): InfoCard => ({
  id,
  title: `Card ${id}`,
  description: '',
  image_url: null,
  cta_text: null,
  cta_url: null,
  ...change,
})
const shown = () => screen.getByRole('heading', { level: 3 }).textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

afterEach(cleanup)

it('wraps around in both directions', async () => {
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

it('stays on the same card when a newer one arrives', async () => {
  const { rerender } = render(<CardCarousel cards={[card('a'), card('b')]} />)
  await press('Next card')
  rerender(<CardCarousel cards={[card('new'), card('a'), card('b')]} />)
  expect(shown()).toBe('Card b')
  rerender(<CardCarousel cards={[card('new')]} />)
  expect(shown()).toBe('Card new')
})

it('opens links in a new tab without a referrer, and says so', () => {
  render(<CardCarousel cards={[card('a', { cta_url: 'https://example.org/league' })]} />)
  const link = screen.getByRole('link', { name: 'Learn More (opens in a new tab)' })
  expect(link.getAttribute('href')).toBe('https://example.org/league')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

it("uses the card's own link text", () => {
  render(<CardCarousel cards={[card('a', { cta_url: '/games', cta_text: 'Play now' })]} />)
  expect(screen.getByRole('link', { name: /^Play now/ })).toBeTruthy()
})

it('draws no link and no picture from an unsafe address', () => {
  render(<CardCarousel cards={[card('a', { cta_url: 'javascript:alert(1)', image_url: 'data:image/svg+xml,x' })]} />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(document.querySelector('img')).toBeNull()
})

it('shows a placeholder for a card that cannot be drawn, and the others', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = card('b', { title: { en: 'Card b' } as never, image_url: 5 as never, cta_url: 5 as never })
  for (const wide of [true, false]) {
    render(<CardCarousel cards={[card('a'), bad, card('c', { cta_url: '/games' })]} wide={wide} />)
    expect(shown()).toBe('Card a')
    await press('Next card')
    expect(screen.getByRole('group', { name: '2 of 3' }).textContent).toBe('This entry cannot be shown.')
    await press('Next card')
    expect(shown()).toBe('Card c')
    expect(screen.getByRole('link', { name: /^Learn More/ }).getAttribute('href')).toBe('/games')
    cleanup()
  }
  log.mockRestore()
})
