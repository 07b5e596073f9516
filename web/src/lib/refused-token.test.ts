import { expect, it, vi } from 'vitest'
import { noticeRefusedToken } from './refused-token.ts'

it.each([
  ['/rest/v1/games', 401, true],
  ['/storage/v1/object/avatars/1.webp', 401, true],
  ['/auth/v1/user', 403, true],
  ['/rest/v1/games', 403, false],
  ['/rest/v1/games', 503, false],
  ['/auth/v1/token', 400, false],
  ['/rest/v1/games', 200, false],
])('reports an answer of %s with %s: %s', async (path, status, reported) => {
  const onRefused = vi.fn()
  const reply = new Response(null, { status })
  const ask = noticeRefusedToken(async () => reply, onRefused)
  expect(await ask(`https://club.test${path}`)).toBe(reply)
  expect(onRefused).toHaveBeenCalledTimes(reported ? 1 : 0)
})

it('reports nothing when there is no answer', async () => {
  const onRefused = vi.fn()
  const ask = noticeRefusedToken(() => Promise.reject(new TypeError('no network')), onRefused)
  await expect(ask('https://club.test/auth/v1/user')).rejects.toThrow('no network')
  expect(onRefused).not.toHaveBeenCalled()
})
