import { describe, expect, it } from 'vitest'
import { bytesOf, readConfigFile, redirectPattern } from './config-file.ts'

const read = (text: string, env = {}) => readConfigFile(text, 'supabase/config.toml', env)

describe('a project’s config.toml', () => {
  it('may be empty, and may have sections that the engine does not know', () => {
    expect(read('')).toEqual({ config: {}, notes: [] })
    expect(read('[studio]\nenabled = true\n[analytics]\nenabled = true\n[later]\nkey = 1').notes).toEqual([])
  })

  it('takes values from the environment, and leaves the text of a variable that is not set', () => {
    const text = 'project_id = "env(NAME)"\n[auth]\nadditional_redirect_urls = ["env(SITE)", "env(MISSING)"]'
    expect(read(text, { NAME: 'todo', SITE: 'https://todo.test' }).config).toMatchObject({
      project_id: 'todo',
      auth: { additional_redirect_urls: ['https://todo.test', 'env(MISSING)'] },
    })
  })

  it.each([
    ['[api]\nport = "many"', /^supabase\/config.toml: api.port: /],
    ['[auth]\njwt_expiry = 700000', /^supabase\/config.toml: auth.jwt_expiry: /],
    ['[auth]\nsite_url = "somewhere"', /^supabase\/config.toml: auth.site_url: /],
    ['[api]\nport = 1\nport = 2', /^supabase\/config.toml:3: /],
    ['[storage.buckets.a]\npublic = 1', /^supabase\/config.toml: storage.buckets.a.public: /],
  ])('is refused with the place of the fault: %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('names what is on and has no effect, and nothing that is off', () => {
    const on =
      '[auth.external.github]\nenabled = true\n[auth.hook.send_email]\nenabled = true\n[auth.sms]\nenable_signup = true'
    const off = '[auth.external.apple]\nenabled = false\n[api.tls]\nenabled = false'
    const values = '[auth]\nrefresh_token_reuse_interval = 12\nenable_refresh_token_rotation = true'
    expect(read(`${values}\n${on}\n${off}`).notes).toEqual([
      '[auth.external.github] has no effect: the engine does not have it',
      '[auth.hook.send_email] has no effect: the engine does not have it',
      "auth.refresh_token_reuse_interval has no effect: the engine's is 10",
    ])
  })
})

it.each([
  ['50MiB', 50 * 1024 * 1024],
  ['500KB', 500_000],
  ['5MB', 5_000_000],
  ['1.5GiB', 1.5 * 1024 ** 3],
  ['12', 12],
  [7, 7],
  ['much', undefined],
  ['-1MB', undefined],
])('the size %j', (size, bytes) => {
  expect(bytesOf(size)).toBe(bytes)
})

it.each([
  ['http://localhost:3000', 'http://localhost:3000/', true],
  ['http://localhost:3000/*', 'http://localhost:3000/welcome', true],
  ['http://localhost:3000/*', 'http://localhost:3000/a/b', false],
  ['http://localhost:3000/**', 'http://localhost:3000/a/b.html', true],
  ['https://*.todo.test', 'https://next.todo.test/', true],
  ['https://*.todo.test', 'https://a.b.todo.test/', false],
  ['https://*.todo.test/**', 'https://evil.example/.todo.test/', false],
  ['https://todo.test', 'https://todoxtest/', false],
  ['https://todo.test', 'https://todo.test.evil.example/', false],
  ['todo://signed-in', 'todo://signed-in', true],
  ['https://todo.test/?', 'https://todo.test/a', true],
])('the pattern %s and %s', (pattern, address, fits) => {
  expect(redirectPattern(pattern).test(address)).toBe(fits)
})
