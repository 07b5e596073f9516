// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ToastProvider } from '../../components/feedback/toast.tsx'
import { Component as Login } from './login.tsx'
import { Component as Register } from './register.tsx'

afterEach(cleanup)

const open = (Page: typeof Login, state?: unknown) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <MemoryRouter initialEntries={[{ pathname: '/login', state }]}>
          <Page />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  )
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

it('shows the guest of a shared link what it leads to', () => {
  open(Login, { origin: '/games/7c1e' })
  expect(screen.getByText('To see this game, sign in or join.')).toBeDefined()
  expect(heading()).toBe('Sign in')
  cleanup()
  open(Register, { origin: '/newsfeed/7c1e' })
  expect(screen.getByText('Join to see this post. It is free and takes a minute.')).toBeDefined()
})

it('welcomes back the one who comes by another way, or whose session has ended', () => {
  open(Login)
  expect(screen.getByText('Sign in with your email and password.')).toBeDefined()
  cleanup()
  open(Login, { origin: '/games/7c1e', ended: true })
  expect(heading()).toBe('Welcome back')
  expect(screen.getByText('Sign in with your email and password.')).toBeDefined()
  cleanup()
  open(Register)
  expect(screen.getByText('Free to join. It takes a minute.')).toBeDefined()
})
