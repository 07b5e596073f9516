import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildFunctions } from '../../build-functions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bankside-build-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const build = () =>
  buildFunctions({
    source: join(folder, 'functions'),
    config: join(folder, 'config.toml'),
    outDir: join(folder, 'out'),
  })
const manifest = () => JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'))

it('without functions there is nothing to serve', async () => {
  await build()
  expect(manifest()).toEqual({})
})

it('functions are folders with index.ts; config.toml says which callers need a key, and which are switched off', async () => {
  for (const name of ['asks', 'open', 'off', '_shared'])
    write(`functions/${name}/index.ts`, `Deno.serve(() => new Response('${name}'))`)
  write('functions/notes/readme.md', 'no function')
  write(
    'config.toml',
    '[api]\nverify_jwt = false\n[functions.open]\nverify_jwt = false\n[functions."off"]\nenabled = false\n[auth]\nenabled = false\n',
  )
  await build()
  expect(manifest()).toEqual({ asks: { verifyJwt: true }, open: { verifyJwt: false } })
  expect(existsSync(join(folder, 'out/off.js'))).toBe(false)
})

it.each([
  ['node:fs', /imports node:fs, which is not offered/],
  ['fs', /imports fs, which is not offered/],
  ['https://deno.land/std/http/server.ts', /only npm: and jsr: can be used/],
  ['npm:not-installed-here@1', /npm:not-installed-here@1, which is not installed/],
])('a function that imports %s is refused', async (specifier, message) => {
  write('functions/bad/index.ts', `import * as it from '${specifier}'\nDeno.serve(() => Response.json(it))`)
  await expect(build()).rejects.toThrow(message)
})

it('packages are found by npm:, jsr: and the names that deno.json gives them', async () => {
  write('functions/packed/deno.json', '{ "imports": { "schema": "npm:zod@^3" } }')
  write(
    'functions/packed/index.ts',
    `import 'jsr:@supabase/functions-js/edge-runtime.d.ts'\nimport { z } from 'schema'\nimport * as same from 'npm:zod@4'\n` +
      `Deno.serve(() => Response.json(z === same.z))`,
  )
  await build()
  expect(readFileSync(join(folder, 'out/packed.js'), 'utf8')).not.toMatch(/^import|require\(/m)
})
