import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

it('needs no setting at all', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: undefined, rateLimitScale: 1 })
})

it('treats an empty value as not set and drops the trailing slash of an address', () => {
  expect(readConfig({ PORT: ' ', SITE_URL: 'https://club.example/' })).toMatchObject({
    port: 3000,
    siteUrl: 'https://club.example',
  })
})

it('names the setting that cannot be used', () => {
  const wrong = {
    PORT: '65536',
    DATABASE_URL: 'mysql://localhost/x',
    SITE_URL: 'club.example',
    JWT_SECRET: 'x'.repeat(31),
    JWT_SIGNING_KEYS: '{}',
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'http://mail',
    CONFIRM_EMAIL: 'yes',
    DISABLE_SIGNUP: 'no',
    ANONYMOUS_SIGN_INS: '1',
    REALTIME_PUBLIC_CHANNELS: 'yes',
  }
  for (const [name, value] of Object.entries(wrong)) {
    expect(() => readConfig({ [name]: value }), name).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value }), name).toThrow(new RegExp(`^${name} must`))
  }
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow(/S3_BUCKET is needed/)
  expect(() => readConfig({ CONFIRM_EMAIL: 'true' })).toThrow(/SMTP_URL is needed/)
})

it('reads a secret from the file that <name>_FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-config-'))
  const file = join(folder, 'secret')
  writeFileSync(file, ` ${'s'.repeat(40)} \n`)
  expect(readConfig({ JWT_SECRET_FILE: file }).jwtSecret).toBe('s'.repeat(40))
  // A password keeps its spaces; only the line end that an editor adds is dropped.
  expect(readConfig({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe(` ${'s'.repeat(40)} `)
  expect(readConfig({ JWT_SECRET: 'j'.repeat(40), JWT_SECRET_FILE: file }).jwtSecret).toBe('j'.repeat(40))
  expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(/^SMTP_URL_FILE must/)
  rmSync(folder, { recursive: true })
})
