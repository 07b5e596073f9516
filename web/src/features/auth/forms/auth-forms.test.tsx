// @vitest-environment happy-dom

import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const auth = { getSession: vi.fn(), signOut: vi.fn(), signInWithPassword: vi.fn(), signUp: vi.fn() }
const available = vi.fn()
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: async () => ({ auth, rpc: (_: string, values: unknown) => ({ throwOnError: () => available(values) }) }),
}))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  auth.getSession.mockResolvedValue({ data: { session: null } })
  auth.signOut.mockResolvedValue({ error: null })
  auth.signInWithPassword.mockResolvedValue({ error: null })
  auth.signUp.mockResolvedValue({ data: { session: {} }, error: null })
  available.mockResolvedValue({ data: true })
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const show = (form: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{form}</MemoryRouter>
    </QueryClientProvider>,
  )

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('signing in', () => {
  const fill = async () => {
    await userEvent.type(field('Email'), 'tom@carpmail.test')
    await userEvent.type(field('Password'), 'barbless8')
  }

  it('asks for what is missing and goes to the first such field', async () => {
    show(<SignInForm />)
    await press('Sign In')
    expect(await screen.findByText('Enter your email')).toBeTruthy()
    expect(screen.getByText('Enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email'))
    expect(auth.signInWithPassword).not.toHaveBeenCalled()
  })

  it('shows the service’s words on a refusal and keeps what was typed', async () => {
    auth.signInWithPassword.mockResolvedValue({
      error: new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    })
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials')
    expect(field('Email').value).toBe('tom@carpmail.test')
    expect(field('Password').value).toBe('barbless8')
  })

  it('shows the catalogue’s words when nothing answers', async () => {
    auth.signInWithPassword.mockRejectedValue(new TypeError('Failed to fetch'))
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to sign in. Please check your credentials and try again.',
    )
  })

  it('ends a session that is still there first', async () => {
    auth.getSession.mockResolvedValue({ data: { session: {} } })
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    await waitFor(() => expect(auth.signInWithPassword).toHaveBeenCalled())
    expect(auth.signOut.mock.invocationCallOrder[0]).toBeLessThan(
      auth.signInWithPassword.mock.invocationCallOrder[0] ?? 0,
    )
  })

  it('is busy until the session arrives and takes no second press', async () => {
    auth.signInWithPassword.mockReturnValue(new Promise(() => {}))
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    const button = await screen.findByRole('button', { name: 'Signing In...' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(auth.signInWithPassword).toHaveBeenCalledTimes(1)
  })
})

describe('registering', () => {
  const fill = async ({ username = 'RajCarper', password = 'barbless8' } = {}) => {
    await userEvent.type(field('Username'), username)
    await userEvent.type(field('Email'), 'raj@carpmail.test')
    await userEvent.type(field('Password'), password)
  }

  it('sends the trimmed name, and the referrer when there is one', async () => {
    show(<RegisterForm referrerId="7c1e" />)
    await fill({ username: '  RajCarper ' })
    await press('Register')
    await waitFor(() =>
      expect(auth.signUp).toHaveBeenCalledWith({
        email: 'raj@carpmail.test',
        password: 'barbless8',
        options: {
          data: { username: 'RajCarper', referrer_id: '7c1e' },
          emailRedirectTo: `${window.location.origin}/profile`,
        },
      }),
    )
  })

  it('sends no referrer otherwise', async () => {
    show(<RegisterForm referrerId={undefined} />)
    await fill()
    await press('Register')
    await waitFor(() =>
      expect(auth.signUp).toHaveBeenCalledWith(
        expect.objectContaining({ options: expect.objectContaining({ data: { username: 'RajCarper' } }) }),
      ),
    )
  })

  it('says that a name is taken before anything is sent, at the field', async () => {
    available.mockResolvedValue({ data: false })
    show(<RegisterForm referrerId={undefined} />)
    await fill()
    await press('Register')
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(field('Username').value).toBe('RajCarper')
    expect(auth.signUp).not.toHaveBeenCalled()
  })

  it('wants six characters for a password', async () => {
    show(<RegisterForm referrerId={undefined} />)
    await fill({ password: '12345' })
    await press('Register')
    expect(await screen.findByText('Password must be at least 6 characters long')).toBeTruthy()
    expect(auth.signUp).not.toHaveBeenCalled()
  })

  it('gives the service’s reasons for a weak password', async () => {
    auth.signUp.mockResolvedValue({
      data: { session: null },
      error: new AuthWeakPasswordError('Password is too weak', 422, ['pwned']),
    })
    show(<RegisterForm referrerId={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe('Password is too weak: it is known from a data leak.')
    expect(field('Password').value).toBe('barbless8')
  })

  it('says An error occurred when nothing answers', async () => {
    available.mockRejectedValue(new TypeError('Failed to fetch'))
    show(<RegisterForm referrerId={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred')
    expect(field('Email').value).toBe('raj@carpmail.test')
  })

  it('tells of the letter where an e-mail has to be confirmed, and leads back to the form', async () => {
    auth.signUp.mockResolvedValue({ data: { session: null }, error: null })
    show(<RegisterForm referrerId={undefined} />)
    await fill()
    await press('Register')
    const heading = await screen.findByRole('heading', { name: 'Check your mail' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('raj@carpmail.test')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press('Use another address')
    expect(field('Username').value).toBe('RajCarper')
  })
})
