// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { sidePanel } from '../../../testing/side-panel.ts'
import { CreateDialog } from './create-dialog.tsx'

afterEach(cleanup)

it.each([false, true])('begins in the name (beside the list: %s)', (beside) => {
  renderPage(<CreateDialog panel={sidePanel(beside)} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})
