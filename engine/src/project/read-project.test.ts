import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LOCAL_KEYS } from './local-keys.ts'
import { readProject } from './read-project.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-read-project-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (env: NodeJS.ProcessEnv = {}, path = folder) => readProject(path, env)

it('is a folder with supabase/config.toml or supabase/migrations, or that folder itself', () => {
  expect(() => read()).toThrow(/is no Supabase project: it has no supabase\/config.toml/)
  write('supabase/migrations/1_a.sql')
  expect(read().folder).toBe(join(folder, 'supabase'))
  expect(read({}, join(folder, 'supabase')).folder).toBe(join(folder, 'supabase'))
})

it('has the defaults and keys of the local stack', () => {
  write('supabase/config.toml', 'project_id = "todo"')
  const { config } = read()
  expect(config).toMatchObject({
    port: 54_321,
    host: '127.0.0.1',
    dataDir: join(folder, 'supabase/.temp/bankside'),
    jwtSecret: LOCAL_KEYS.JWT_SECRET,
    publicChannels: true,
    disableSignup: false,
    confirmEmail: false,
    project: {
      name: 'todo',
      isLocal: true,
      seeds: [],
      exposesNewTables: false,
      buckets: [],
      auth: { jwtSeconds: 3600 },
    },
  })
  expect(config.rest).toMatchObject({ schemas: ['public'], extraSearchPath: ['public', 'extensions'], maxRows: 1000 })
})

it('obeys the file, and the environment before it', () => {
  write(
    'supabase/config.toml',
    '[api]\nport = 4000\nschemas = ["api v2", "graphql_public"]\nmax_rows = 50\n[auth]\nenable_signup = false\n' +
      '[auth.email]\nenable_confirmations = true\n[storage.buckets.photos]\npublic = true\nfile_size_limit = "2KiB"',
  )
  expect(read({ PORT: '4001' }).config).toMatchObject({
    port: 4001,
    disableSignup: true,
    confirmEmail: true,
    rest: { schemas: ['public', 'api v2'], maxRows: 50 },
    project: { buckets: [{ name: 'photos', public: true, fileSizeLimit: 2048, allowedMimeTypes: null }] },
  })
})

it('keeps keys that everybody knows on this machine', () => {
  write('supabase/config.toml')
  expect(() => read({ HOST: '0.0.0.0' })).toThrow(/set JWT_SECRET, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY/)
  const own = {
    JWT_SECRET: 'x'.repeat(40),
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_a',
    SUPABASE_SECRET_KEY: 'sb_secret_b',
  }
  expect(read({ HOST: '0.0.0.0', ...own }).config).toMatchObject({ host: '0.0.0.0', project: { isLocal: false } })
})

it('has its seeds in the order of config.toml, and of their names where it has a pattern', () => {
  write('supabase/config.toml', '[db.seed]\nsql_paths = ["./seeds/*.sql", "./last.sql", "./missing.sql"]')
  for (const name of ['seeds/b.sql', 'seeds/a.x.sql', 'seeds/readme.md', 'last.sql']) write(`supabase/${name}`)
  expect(read().config.project?.seeds).toEqual(
    ['seeds/a.x.sql', 'seeds/b.sql', 'last.sql'].map((name) => join(folder, 'supabase', name)),
  )
  write('supabase/config.toml', '[db.seed]\nenabled = false\nsql_paths = ["./last.sql"]')
  expect(read().config.project?.seeds).toEqual([])
})
