// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mailedLink } from './mailed-link.ts'

// Vitest runs in the root of the repository.
const config = readFileSync('supabase/config.toml', 'utf8')
const templates = readdirSync('supabase/templates').map((file) => file.replace('.html', ''))
const textOf = (name: string) => readFileSync(`supabase/templates/${name}.html`, 'utf8')

it('a hosted project uses all six mail templates', () => {
  const sections = [...config.matchAll(/^\[auth\.email\.template\.(\w+)\]\nsubject = ".+"\ncontent_path = "(.+)"$/gm)]
  expect(sections.map(([, name, path]) => [name, path]).sort()).toEqual(
    templates.sort().map((name) => [name, `./supabase/templates/${name}.html`]),
  )
  expect(templates).toHaveLength(6)
})

it.each([
  ['recovery', 'recovery'],
  ['confirmation', 'signup'],
  ['magic_link', 'magiclink'],
  ['invite', 'invite'],
  ['email_change', 'email_change'],
])('the mail for %s links to the confirmation page and contains a code', (name, kind) => {
  const mail = document.createElement('div')
  mail.innerHTML = textOf(name)
    .replaceAll('{{ .SiteURL }}', 'https://club.example')
    .replaceAll('{{ .TokenHash }}', 'abc')
  const links = [...mail.querySelectorAll('a')].map((link) => new URL(link.getAttribute('href') ?? ''))
  expect(links.map(({ origin, pathname }) => origin + pathname)).toEqual(['https://club.example/confirm'])
  expect(links.map((link) => mailedLink(link))).toMatchObject([{ kind, token: 'abc' }])
  expect(mail.textContent).toContain('{{ .Token }}')
  expect(textOf(name)).not.toContain('ConfirmationURL')
})
