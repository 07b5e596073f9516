// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { CreateDialog } from './create-dialog.tsx'

afterEach(cleanup)

it('begins in the name', () => {
  renderPage(<CreateDialog onClose={vi.fn()} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
