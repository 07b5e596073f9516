// @vitest-environment happy-dom

import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError, PostgrestError } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_CONNECTION, TRY_LATER } from '../auth-failure.ts'
import { ENDED_SINCE } from '../shut-text.ts'
import { CodeForm } from './code-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const auth = {
  getSession: vi.fn(),
  signOut: vi.fn(),
  signInWithPassword: vi.fn(),
  signUp: vi.fn(),
  resend: vi.fn(),
  verifyOtp: vi.fn(),
}
const usernameProblem = vi.fn()
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: async () => ({
    auth,
    rpc: (name: string, values: unknown) => {
      const call = { throwOnError: () => usernameProblem(name, values), abortSignal: () => call }
      return call
    },
  }),
}))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  auth.getSession.mockResolvedValue({ data: { session: null } })
  auth.signOut.mockResolvedValue({ error: null })
  auth.signInWithPassword.mockResolvedValue({ error: null })
  auth.signUp.mockResolvedValue({ data: { session: {} }, error: null })
  usernameProblem.mockResolvedValue({ data: null })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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

  it('shows the missing fields and focuses the first of them', async () => {
    show(<SignInForm />)
    await press('Sign In')
    expect(await screen.findByText('Enter your email')).toBeTruthy()
    expect(screen.getByText('Enter your password')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email'))
    expect(auth.signInWithPassword).not.toHaveBeenCalled()
  })

  it('shows the service’s message on a refusal and keeps the input', async () => {
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

  it.each([
    ['the browser', new TypeError('Failed to fetch')],
    ['the client', new AuthRetryableFetchError('Failed to fetch', 0)],
  ])(
    'says offline that there is no connection, instead of blaming the credentials, when %s gets no answer',
    async (_, error) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      auth.signInWithPassword.mockRejectedValue(error)
      show(<SignInForm />)
      await fill()
      await press('Sign In')
      expect((await screen.findByRole('alert')).textContent).toBe(NO_CONNECTION)
      expect(field('Password').value).toBe('barbless8')
    },
  )

  it.each([
    ['nothing answers', new TypeError('Failed to fetch')],
    ['a proxy answers for a server that is away', new AuthRetryableFetchError('Bad Gateway', 502)],
  ])('shows the catalogue’s text when online and %s', async (_, error) => {
    auth.signInWithPassword.mockRejectedValue(error)
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to sign in. Please check your credentials and try again.',
    )
  })

  it('offers a new link and the code only when the address is not confirmed', async () => {
    auth.signInWithPassword.mockResolvedValueOnce({
      error: new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    })
    auth.signInWithPassword.mockResolvedValueOnce({
      error: new AuthApiError('Email not confirmed', 400, 'email_not_confirmed'),
    })
    auth.resend.mockResolvedValue({ error: null })
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid login credentials')
    expect(screen.queryByRole('button', { name: 'Send a new link' })).toBeNull()
    await press('Sign In')
    expect((await screen.findByRole('alert')).textContent).toBe('Email not confirmed')
    expect(screen.getByRole('link', { name: 'Enter the code from the email instead' })).toBeTruthy()
    await press('Send a new link')
    expect(await screen.findByText(/a new link is on its way/)).toBeTruthy()
    expect(auth.resend).toHaveBeenCalledWith(expect.objectContaining({ type: 'signup', email: 'tom@carpmail.test' }))
  })

  it('ends an existing session first', async () => {
    auth.getSession.mockResolvedValue({ data: { session: {} } })
    show(<SignInForm />)
    await fill()
    await press('Sign In')
    await waitFor(() => expect(auth.signInWithPassword).toHaveBeenCalled())
    expect(auth.signOut.mock.invocationCallOrder[0]).toBeLessThan(
      auth.signInWithPassword.mock.invocationCallOrder[0] ?? 0,
    )
  })

  it('is busy until the session arrives and ignores a second press', async () => {
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

  it('sends the trimmed name, and the referrer and the invitation when there are any', async () => {
    show(<RegisterForm referrerId="7c1e" invitation="k3y" />)
    await fill({ username: '  RajCarper ' })
    await press('Register')
    await waitFor(() =>
      expect(auth.signUp).toHaveBeenCalledWith({
        email: 'raj@carpmail.test',
        password: 'barbless8',
        options: {
          data: { username: 'RajCarper', referrer_id: '7c1e', invitation: 'k3y' },
          emailRedirectTo: `${window.location.origin}/profile`,
        },
      }),
    )
  })

  it('sends neither otherwise', async () => {
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    await waitFor(() =>
      expect(auth.signUp).toHaveBeenCalledWith(
        expect.objectContaining({ options: expect.objectContaining({ data: { username: 'RajCarper' } }) }),
      ),
    )
  })

  it.each([
    ['taken', 'Username is already taken'],
    ['similar', "This name looks too much like another member's name"],
    ['kept', 'This name was given up recently. No one else can take it for 90 days.'],
    ['scripts', 'Use letters of one alphabet only'],
    ['of a later release', 'Username cannot be used'],
  ])('shows the problem with a name (%s) at the field, before signing up', async (reason, message) => {
    usernameProblem.mockResolvedValue({ data: reason })
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(usernameProblem).toHaveBeenCalledWith('username_problem', { username: 'RajCarper' })
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(field('Username').value).toBe('RajCarper')
    expect(auth.signUp).not.toHaveBeenCalled()
  })

  it.each([
    ['our engine', new AuthApiError('Database error saving new user', 422, 'validation_failed')],
    ['hosted Supabase', new AuthRetryableFetchError('{}', 500)],
  ])('shows at the field that a name was taken during the sign-up at %s', async (_, error) => {
    usernameProblem.mockResolvedValueOnce({ data: null }).mockResolvedValueOnce({ data: 'taken' })
    auth.signUp.mockResolvedValue({ data: { session: null }, error })
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['closed', 'Registration is closed. The club takes no new members at the moment.'],
    ['needed', 'The club takes new members by invitation. Ask a member for a link.'],
    ['ended', /^This invitation cannot be used/],
  ])('says why the club refused the sign-up (%s), and keeps what was typed', async (answer, message) => {
    usernameProblem.mockImplementation(async (name) => ({ data: name === 'may_join' ? answer : null }))
    auth.signUp.mockResolvedValue({
      data: { session: null },
      error: new AuthRetryableFetchError('{}', 500),
    })
    show(<RegisterForm referrerId={undefined} invitation="k3y" />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toMatch(message)
    expect(usernameProblem).toHaveBeenCalledWith('may_join', { invitation: 'k3y' })
    expect(field('Email').value).toBe('raj@carpmail.test')
  })

  it('proposes the name that came with the invitation, which can be changed', async () => {
    usernameProblem.mockImplementation(async (name) => ({ data: name === 'invited_name' ? 'Ivy Reeds' : null }))
    show(<RegisterForm referrerId={undefined} invitation="k3y" />)
    await waitFor(() => expect(field('Username').value).toBe('Ivy Reeds'))
    expect(usernameProblem).toHaveBeenCalledWith('invited_name', { invitation: 'k3y' })
    expect(screen.getByText(/^Use the address that your invitation was sent to/)).toBeTruthy()
    await userEvent.clear(field('Username'))
    await userEvent.type(field('Username'), 'ivy')
    expect(field('Username').value).toBe('ivy')
    expect(usernameProblem).toHaveBeenCalledTimes(1)
  })

  it('overwrites no name that was typed before the proposal came', async () => {
    let propose = (_: { data: string }) => {}
    usernameProblem.mockImplementation(
      () =>
        new Promise((resolve) => {
          propose = resolve
        }),
    )
    show(<RegisterForm referrerId={undefined} invitation="k3y" />)
    await userEvent.type(field('Username'), 'Raj')
    await waitFor(() => expect(usernameProblem).toHaveBeenCalled())
    propose({ data: 'Ivy Reeds' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(field('Username').value).toBe('Raj')
  })

  it('says nothing when there is no proposal, and asks for none without an invitation', async () => {
    usernameProblem.mockRejectedValue(new TypeError('Failed to fetch'))
    show(<RegisterForm referrerId={undefined} invitation="k3y" />)
    await waitFor(() => expect(usernameProblem).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/your invitation was sent to/)).toBeNull()
    cleanup()
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(usernameProblem).toHaveBeenCalledTimes(1)
    expect(field('Username').value).toBe('')
  })

  it('requires six characters for a password', async () => {
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
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
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe('Password is too weak: it has appeared in a data leak.')
    expect(field('Password').value).toBe('barbless8')
  })

  it.each([
    ['that there is no connection', false, NO_CONNECTION],
    ['An error occurred', true, 'An error occurred'],
  ])('says %s when nothing answers and the network is %s', async (_, online, message) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    usernameProblem.mockRejectedValue(new TypeError('Failed to fetch'))
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(field('Email').value).toBe('raj@carpmail.test')
  })

  it.each([
    [
      'an email was sent a moment ago',
      new AuthApiError(
        'For security purposes, you can only request this once every 60 seconds',
        429,
        'over_email_send_rate_limit',
      ),
      'An email to this address may already be on its way. Check your inbox, or wait a minute and try again.',
    ],
    ['the site is busy', new AuthRetryableFetchError('{}', 503), TRY_LATER],
  ])('says what to do when %s', async (_, error, message) => {
    auth.signUp.mockResolvedValue({ data: { session: null }, error })
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
  })

  it('says so too when the site is busy during the check of the name', async () => {
    usernameProblem.mockRejectedValue(new PostgrestError({ message: 'x', details: '', hint: '', code: 'PGRST001' }))
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe(TRY_LATER)
  })

  it('asks to check the email where an address must be confirmed, and can return to the form', async () => {
    auth.signUp.mockResolvedValue({ data: { session: null }, error: null })
    show(<RegisterForm referrerId={undefined} invitation={undefined} />)
    await fill()
    await press('Register')
    const heading = await screen.findByRole('heading', { name: 'Check your email' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('raj@carpmail.test')).toBeTruthy()
    // For an unconfirmed address the email asks for a password instead of a press: the text must fit both.
    expect(screen.getByText(/Follow the link in it to finish/).textContent).not.toContain('confirm')
    expect(screen.queryByLabelText('Password')).toBeNull()
    await press('Use another address')
    expect(field('Username').value).toBe('RajCarper')
  })
})

describe('the code of a sign-up', () => {
  const expired = { data: {}, error: new AuthApiError('Token has expired or is invalid', 403, 'otp_expired') }
  const Where = () => <output>{useLocation().pathname}</output>
  const enter = async () => {
    show(
      <>
        <CodeForm kind="signup" />
        <Where />
      </>,
    )
    await userEvent.type(field('Email'), 'raj@carpmail.test')
    await userEvent.type(field('Code'), '123456')
    await press('Confirm my address')
  }

  it('of a repeated sign-up leads to the choice of a password', async () => {
    auth.verifyOtp.mockResolvedValueOnce(expired).mockResolvedValueOnce({ data: { session: {} }, error: null })
    await enter()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/reset-password'))
    expect(auth.verifyOtp.mock.calls.map(([{ type }]) => type)).toEqual(['signup', 'recovery'])
  })

  it('of the first sign-up leads to the profile', async () => {
    auth.verifyOtp.mockResolvedValue({ data: { session: {} }, error: null })
    await enter()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/profile'))
    expect(auth.verifyOtp).toHaveBeenCalledTimes(1)
  })

  it('that is wrong shows an error', async () => {
    auth.verifyOtp.mockResolvedValue(expired)
    await enter()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^This code is wrong or has expired/)
    expect(field('Code').value).toBe('123456')
  })

  it('of an account whose invitation has ended says so, and can be sent again', async () => {
    const refused = new AuthApiError('The invitation has ended', 422, 'validation_failed')
    auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: refused })
    usernameProblem.mockResolvedValue({ data: 'needed' })
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe(ENDED_SINCE)
    expect(usernameProblem).toHaveBeenCalledExactlyOnceWith('may_join', {})
    auth.verifyOtp.mockResolvedValue({ data: { session: {} }, error: null })
    await press('Confirm my address')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/profile'))
  })
})
