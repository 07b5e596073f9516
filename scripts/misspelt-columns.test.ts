import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** File, text of its select list, the misspelt text, and the expected error. */
const PLANTED = [
  [
    'newsfeed/post.ts',
    'pinned_until, metadata',
    'pinned_until, metdata',
    "'metdata' does not exist on 'newsfeed_posts'",
  ],
  [
    'games/game.ts',
    'is_winner, winner_place',
    'is_winner, winner_plaice',
    "'winner_plaice' does not exist on 'game_ent",
  ],
  [
    'users/user-row.ts',
    'id, username, auth_email',
    'id, username, auth_mail',
    "'auth_mail' does not exist on 'user_pr",
  ],
  ['audit/audit-entry.ts', 'actor_name, action', 'actor_name, acton', "'acton' does not exist on 'audit_log'"],
  [
    'network/members-query.ts',
    'bio, fishing_area',
    'bio, fishing_aria',
    "'fishing_aria' does not exist on 'member_search'",
  ],
] as const

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'bankside-columns-'))
  for (const part of ['contract', 'web', 'tsconfig.base.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

// One compiler run for all of them: it takes as long for one as for five.
it('refuses to compile a misspelt column in any select list', { timeout: 240_000 }, () => {
  for (const [file, right, wrong] of PLANTED) {
    const path = join(copy, 'web/src/data', file)
    const text = readFileSync(path, 'utf8')
    expect(text.split(right), file).toHaveLength(2)
    writeFileSync(path, text.replace(right, wrong))
  }
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'web', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(status).not.toBe(0)
  const unheard = PLANTED.filter(([, , , complaint]) => !stdout.includes(`column ${complaint}`))
  expect(unheard).toEqual([])
})
