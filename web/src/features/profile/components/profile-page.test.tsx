// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ProfilePage } from './profile-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

it('shows a skeleton while the profile loads', () => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
  renderPage(<ProfilePage userId="7c1e" email={undefined} />)
  expect(screen.getByText('Loading profile')).toBeTruthy()
  expect(screen.queryByLabelText('Username')).toBeNull()
})

it('shows an error when the profile cannot be loaded, and keeps the rest of the page usable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.mocked(supabase).mockRejectedValue(new Error('network'))
  renderPage(<ProfilePage userId="7c1e" email={undefined} />)
  expect(await screen.findByText('Failed to load profile')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  expect(screen.getByLabelText('Current password')).toBeTruthy()
})
