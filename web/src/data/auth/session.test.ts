// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../../lib/session-key.ts'
import { watchSession } from './session.ts'

const user = { id: '7c1e', email: 'tom@carpmail.test' }
const session = { access_token: 'a.b.c', refresh_token: 'r', user }

let announce: (event: string, session: unknown) => void
let refuse: () => void
const auth = {
  onAuthStateChange: (callback: typeof announce) => {
    announce = callback
    return { data: { subscription: { unsubscribe: () => {} } } }
  },
  getSession: async () => ({ data: { session: localStorage.getItem(SESSION_KEY) === null ? null : session } }),
  refreshSession: async () => ({ error: null }),
}
vi.mock('../../lib/supabase.ts', () => ({
  supabase: async () => ({ auth }),
  onRefusedToken: (listener: () => void) => {
    refuse = listener
  },
}))

const store = () => localStorage.setItem(SESSION_KEY, JSON.stringify(session))
const turn = () => new Promise((resolve) => setTimeout(resolve))
let stop: () => void

async function watch() {
  const onChange = vi.fn()
  stop = watchSession(onChange, vi.fn())
  await turn()
  return onChange
}

beforeEach(store)
afterEach(() => {
  stop()
  localStorage.clear()
})

it('accepts a session announced by another tab while the device has one, but not a removed one', async () => {
  const onChange = await watch()
  announce('INITIAL_SESSION', session)
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ userId: user.id }), false)
  localStorage.removeItem(SESSION_KEY)
  announce('SIGNED_OUT', null)
  expect(onChange).toHaveBeenLastCalledWith(undefined, true)
  announce('SIGNED_IN', session)
  expect(onChange).toHaveBeenLastCalledWith(undefined, true)
  store()
  announce('SIGNED_IN', session)
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ userId: user.id }), false)
})

it('ends the session of a member whose token is refused when another tab has removed it silently', async () => {
  const onChange = await watch()
  announce('INITIAL_SESSION', session)
  refuse()
  await turn()
  expect(onChange).toHaveBeenCalledOnce()
  localStorage.removeItem(SESSION_KEY)
  refuse()
  await turn()
  expect(onChange).toHaveBeenLastCalledWith(undefined, true)
  refuse()
  await turn()
  expect(onChange).toHaveBeenCalledTimes(2)
})

it('does not report an ended session to a guest whose request is refused', async () => {
  localStorage.removeItem(SESSION_KEY)
  const onChange = await watch()
  announce('INITIAL_SESSION', null)
  refuse()
  await turn()
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined, false)
})

it('is halfway until the session of an account with an authenticator app has taken the second step', async () => {
  const onChange = await watch()
  const token = (aal: string) => `a.${btoa(JSON.stringify({ aal, amr: [{ method: 'password' }] }))}.c`
  const withApp = (status: string, aal: string) => ({
    ...session,
    access_token: token(aal),
    user: { ...user, factors: [{ status }] },
  })
  announce('SIGNED_IN', withApp('verified', 'aal1'))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ halfway: true }), false)
  announce('MFA_CHALLENGE_VERIFIED', withApp('verified', 'aal2'))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ halfway: false }), false)
  announce('TOKEN_REFRESHED', withApp('unverified', 'aal1'))
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ halfway: false }), false)
})
