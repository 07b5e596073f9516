// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReportCase } from '../../../data/reports/console-case-query.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DecidedBox } from './decided-box.tsx'

const SUSPENDED = {
  id: '1a52f3ba-77b9-4f6b-8e4e-5a3a8f6f0a11',
  kind: 'post',
  decision: 'suspend',
  hides: false,
  days: 7,
  reason: 'Insults',
  decided_by: 'Bailiff',
  decided_at: '2026-11-01T08:00:00Z',
  is_in_force: true,
  can_undo: true,
} as ReportCase
const renderBox = (found: ReportCase) => renderPage(<DecidedBox found={found} busy={false} onUndo={vi.fn()} />)

afterEach(cleanup)

it('a suspension that still applies is shown as it was decided', () => {
  renderBox(SUSPENDED)
  expect(screen.getByText('Author suspended for 7 days')).toBeTruthy()
  expect(screen.queryByText(/no longer holds/)).toBeNull()
})

it('a suspension that ended, was lifted or replaced says so, and can still be undone', () => {
  renderBox({ ...SUSPENDED, is_in_force: false })
  expect(screen.getByText(/This suspension no longer holds/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

it('other decisions say nothing about it', () => {
  renderBox({ ...SUSPENDED, decision: 'warn', is_in_force: null })
  expect(screen.queryByText(/no longer holds/)).toBeNull()
})
