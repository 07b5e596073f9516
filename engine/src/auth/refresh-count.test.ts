import { describe, expect, it, vi } from 'vitest'
import { createRefreshCount, isRefresh } from './refresh-count.ts'
import { decisionDeps, withAccount } from './testing/decision-deps.ts'

const ADDRESS = '192.0.2.1'

async function setUp() {
  const deps = decisionDeps()
  const { refreshToken } = await withAccount(deps)
  const lookUp = vi.spyOn(deps.store, 'findSessionsOfTokens')
  const count = createRefreshCount(deps.store, deps.limits)
  const codeOf = (token: string) =>
    count(token, ADDRESS).then(
      () => undefined,
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    )
  return { deps, refreshToken, lookUp, codeOf }
}

describe('the limit of refreshes', () => {
  it('refuses an address that sends many unknown tokens, and never a token that exists', async () => {
    const { refreshToken, codeOf } = await setUp()
    const codes = await Promise.all(Array.from({ length: 151 }, (_, index) => codeOf(`made up ${index}`)))
    expect(codes.filter((code) => code === '400 refresh_token_not_found')).toHaveLength(150)
    expect(codes.at(-1)).toBe('429 over_request_rate_limit')
    expect(await codeOf(refreshToken)).toBeUndefined()
  })

  it('lets any number of sessions at one address renew their tokens', async () => {
    const { deps, codeOf } = await setUp()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 200; n += 1) {
      deps.store.findSessionsOfTokens = async (hashes) => hashes.map(() => `session ${n}`)
      codes.push(await codeOf(`token ${n}`))
    }
    expect(new Set(codes)).toEqual(new Set([undefined]))
  })

  it('refuses one session after sixty in an hour, with a status that does not end it', async () => {
    const { deps, refreshToken, codeOf } = await setUp()
    for (let n = 0; n < 60; n += 1) expect(await codeOf(refreshToken)).toBeUndefined()
    expect(await codeOf(refreshToken)).toBe('503 over_request_rate_limit')
    deps.wait(60_000)
    expect(await codeOf(refreshToken)).toBeUndefined()
  })

  it('looks up tokens that arrive together in one statement', async () => {
    const { lookUp, codeOf } = await setUp()
    await Promise.all(Array.from({ length: 100 }, (_, index) => codeOf(`made up ${index}`)))
    expect(lookUp).toHaveBeenCalledTimes(1)
  })
})

it.each([
  ['/token', 'grant_type=refresh_token', true],
  ['/token', 'a=b&grant_type=refresh%5Ftoken', true],
  ['/token', 'grant_type=password', false],
  ['/signup', 'grant_type=refresh_token', false],
])('recognises a refresh: %s?%s', (path, query, is) => {
  expect(isRefresh(path, query)).toBe(is)
})
