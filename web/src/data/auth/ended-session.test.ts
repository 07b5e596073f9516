// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { expectSignOut } from '../../lib/leaving.ts'
import { checkSession } from './ended-session.ts'
import { clearEndedMark, hasJustEnded } from './just-ended.ts'

let tokens = 0
function openClient(
  error: { name: string; status?: number } | null = null,
  token: string | null = `token ${++tokens}`,
) {
  const refreshSession = vi.fn(async () => ({ data: {}, error }))
  const signOut = vi.fn(async () => ({ error: null }))
  const getSession = async () => ({ data: { session: token && { access_token: token } }, error: null })
  return { refreshSession, signOut, client: { auth: { getSession, refreshSession, signOut } } as never }
}

describe('a refused token', () => {
  it('is checked once, however many requests were refused with it', async () => {
    const { client, refreshSession, signOut } = openClient()
    await Promise.all([checkSession(client), checkSession(client)])
    await checkSession(client)
    expect(refreshSession).toHaveBeenCalledTimes(1)
    expect(signOut).not.toHaveBeenCalled()
  })

  it.each([400, 401, 403])('ends the session on this device when the service answers %s', async (status) => {
    const { client, signOut } = openClient({ name: 'AuthApiError', status })
    clearEndedMark()
    expect(hasJustEnded()).toBe(false)
    await checkSession(client)
    expect(signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' })
    // For a tab that is still loading and finds no session.
    expect(hasJustEnded()).toBe(true)
  })

  it.each([
    { name: 'AuthRetryableFetchError', status: 0 },
    { name: 'AuthRetryableFetchError', status: 503 },
    { name: 'AuthApiError', status: 429 },
    { name: 'AuthApiError', status: 500 },
    { name: 'AuthRefreshDiscardedError', status: 400 },
  ])('does not end the session on $name $status, and is checked again', async (error) => {
    const { client, refreshSession, signOut } = openClient(error)
    await checkSession(client)
    await checkSession(client)
    expect(refreshSession).toHaveBeenCalledTimes(2)
    expect(signOut).not.toHaveBeenCalled()
  })

  it('is not checked while the member is ending the session', async () => {
    const { client, refreshSession, signOut } = openClient({ name: 'AuthApiError', status: 400 })
    expectSignOut(true)
    await checkSession(client)
    expectSignOut(false)
    expect(refreshSession).not.toHaveBeenCalled()
    expect(signOut).not.toHaveBeenCalled()
    await checkSession(client)
    expect(refreshSession).toHaveBeenCalledTimes(1)
  })

  it('is not checked for a guest', async () => {
    const { client, refreshSession } = openClient(null, null)
    await checkSession(client)
    expect(refreshSession).not.toHaveBeenCalled()
  })
})
