import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { redactPath } from './redact.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('debug', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

it('writes one JSON object a line, whatever the texts contain', () => {
  const text = logged((log) => log.info({ name: 'a\r\nb\u001b[31m' }, 'two\nlines'))
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({ level: 'info', name: 'a\r\nb\u001b[31m', msg: 'two\nlines' })
})

it('redacts secrets by the name of their field, at any depth', () => {
  const fields = {
    headers: { authorization: 'Bearer hush', apikey: 'hush', cookie: 'hush' },
    user: { password: 'hush' },
  }
  const text = logged((log) => log.child({ refresh_token: 'hush' }).warn({ ...fields, list: [{ secretKey: 'hush' }] }))
  expect(text).not.toContain('hush')
  expect(text).toContain('[redacted]')
})

it('redacts keys and passwords in addresses, in fields, messages and errors', () => {
  const address = 'https://club.example/realtime?apikey=hush&vsn=2&token=hush postgres://me:hush@db/club'
  const text = logged((log) => {
    log.info({ address }, address)
    log.error({ error: new Error(address) }, 'failed')
  })
  expect(text).not.toContain('hush')
  expect(text).toContain('vsn=2')
})

it('leaves out the rows that a database error quotes', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(hush@example.com)' })
  const text = logged((log) => log.error({ error }, 'failed'))
  expect(text).not.toContain('hush')
  expect(text).toContain('23505')
})

it('shows the path of a request without the token of a mailed link', () => {
  expect(redactPath('/auth/v1/verify/hush')).toBe('/auth/v1/verify/[redacted]')
  expect(redactPath('/auth/v1/verify')).toBe('/auth/v1/verify')
  expect(redactPath('/rest/v1/profiles')).toBe('/rest/v1/profiles')
})
// Quadratic time would be an hour for each.
it.each(['a.', 'a-', '://', '://a:', ':a', '?token=', '&', '/auth/v1/verify/', 'a@', '/:@'])(
  'redacts a megabyte of %s in linear time',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(logged((log) => log.info({ text }, 'long')).length).toBeGreaterThan(0)
  },
)

it('cuts the paths of the access log, without their tokens', () => {
  expect(redactPath('/'.padEnd(501, 'x'))).toBe(`${'/'.padEnd(500, 'x')}…`)
  expect(redactPath(`/auth/v1/verify/${'hush'.repeat(1_000)}`)).toBe('/auth/v1/verify/[redacted]')
})
