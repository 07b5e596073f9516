import { expect, it } from 'vitest'
import { DEFAULT_CLUB } from '../http/club.ts'
import { createLogger } from '../kernel/logger.ts'
import { mailedLink } from './mailed-link.ts'
import { createMailer } from './mailer.ts'

it('writes a complete recovery link to the log if there is no mail server', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => void lines.push(line) })
  const link = mailedLink({ siteUrl: 'https://club.example' }, 'recovery', 'the-token', undefined)
  await createMailer(undefined, 'https://club.example', async () => DEFAULT_CLUB, log).send(
    'recovery',
    { id: 'u-1', email: 'carp@example.org' },
    { link, code: '012345' },
  )
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', user: 'u-1', link, code: '012345' })
  expect(link).toBe(
    'https://club.example/auth/v1/verify/the-token?type=recovery&redirect_to=https%3A%2F%2Fclub.example%2F',
  )
  expect(lines[0]).not.toContain('carp@')
})
