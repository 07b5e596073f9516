// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SessionContext } from '../../hooks/use-session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Component } from './profile.tsx'

afterEach(cleanup)

it('asks a guest to log in', () => {
  renderPage(
    <SessionContext value={{ session: { status: 'guest' }, admin: 'no', summary: undefined }}>
      <Component />
    </SessionContext>,
  )
  expect(screen.getByText('Please log in to view your profile')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy()
})
