// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { NetworkPage } from './network-page.tsx'

vi.mock('../../../data/network/realtime.ts', () => ({ useNetworkRealtime: () => {} }))
vi.mock('../../../lib/supabase.ts', () => ({ supabase: () => new Promise(() => {}) }))

afterEach(cleanup)

it('clears a search that the address does not show yet', async () => {
  const onSearch = vi.fn()
  // The page keeps its first search, as while the address is about to change.
  renderPage(<NetworkPage userId="tom" search={{ text: '', sort: 'points', page: 1 }} onSearch={onSearch} />)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search members' }), { target: { value: 'carp' } })
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ text: 'carp', page: 1 }, true))
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onSearch).toHaveBeenLastCalledWith({ text: '', page: 1 }, true)
})
