// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LandingContent } from '../../../data/landing/content-query.ts'
import { landingKeys } from '../../../data/landing/keys.ts'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { LandingPage } from './landing-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const CONTENT: LandingContent = {
  hero: { section: 'hero', title: 'Good company on a quiet lake', description: 'Share your sessions.', image_url: '' },
  feature1: { section: 'feature1', title: 'The session', description: '', image_url: 'https://example.org/own.webp' },
  feature2: { section: 'feature2', title: 'Pick a swim', description: 'One entry each.', image_url: '' },
  feature3: { section: 'feature3', title: '', description: '', image_url: '' },
}

beforeEach(() => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

const renderLanding = (content?: LandingContent, signedIn = false) =>
  renderPage(<LandingPage signedIn={signedIn} cards={<p>cards</p>} />, (queries) => {
    if (content) queries.setQueryData(landingKeys.content(), content)
  })

it('shows the texts of the sections and numbers the features', () => {
  renderLanding(CONTENT)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Good company on a quiet lake')
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'The session',
    'Pick a swim',
  ])
  expect([...document.querySelectorAll('.plate')].map((peg) => peg.textContent)).toEqual(['1', '2'])
  expect(screen.getByText('cards')).toBeTruthy()
})

it('shows built-in art for a section without a picture', () => {
  renderLanding(CONTENT)
  expect(screen.getByAltText(/^A float resting among ripples/)).toBeTruthy()
  expect(document.querySelector('img[src="https://example.org/own.webp"]')).toBeTruthy()
})

it('links guests to registration, and members to their dashboard', () => {
  renderLanding(CONTENT)
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
  expect(screen.getByRole('link', { name: 'Leaderboard' }).getAttribute('href')).toBe('/leaderboard')
  cleanup()
  renderLanding(CONTENT, true)
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard')
})

it('shows no placeholder text while it loads, and keeps the links', () => {
  renderLanding()
  expect(screen.getByRole('link', { name: 'Register' })).toBeTruthy()
  expect(screen.queryAllByRole('heading', { level: 2 })).toHaveLength(0)
  expect(screen.getByRole('heading', { level: 1 }).parentElement?.querySelector('.skeleton')).toBeTruthy()
})

it('shows an error when loading fails, and keeps the built-in hero and the links', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.mocked(supabase).mockRejectedValue(new Error('network'))
  renderLanding()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load content')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(screen.getByAltText(/^A float resting among ripples/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bankside')
})
