// Checks the import rules (.dependency-cruiser.cjs). A checker that found no modules would pass silently, so it
// first has to find a planted violation of each group of rules.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './lib/env.mjs'

const ROOMS = ['contract', 'web', 'engine', 'test-support', 'e2e', 'bench', 'scripts']
const rules = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'))

async function violations(baseDir, rooms) {
  const { output } = await cruise(rooms, {
    baseDir,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
    ...rules.options,
  })
  return { modules: output.summary.totalCruised, found: output.summary.violations }
}

/** file → the import it must not make → the rule that says so. */
const PLANTED = [
  ['contract/src/a.ts', '../../engine/src/kernel/k.ts', 'contract-imports-nothing'],
  ['web/src/features/news/a.ts', '../games/b.ts', 'feature-isolation'],
  ['web/src/features/news/c.ts', '../../app/router.ts', 'web-features'],
  ['web/src/components/a.ts', '../data/news/posts-query.ts', 'web-components'],
  ['web/src/data/games/a.ts', '../news/posts-query.ts', 'data-domains-share-keys-only'],
  ['web/src/features/news/d.ts', '../../lib/supabase.ts', 'supabase-client-only-in-data'],
  ['engine/src/rest/a.ts', '../auth/b.ts', 'engine-services-apart'],
  ['engine/src/kernel/a.ts', '../db/b.ts', 'engine-kernel'],
  ['engine/src/start/a.ts', '../storage/s.ts', 'engine-start'],
  ['engine/src/backup/a.ts', '../cli/c.ts', 'engine-cli-on-top'],
  ['engine/src/rest/api-request/a.ts', '../query/q.ts', 'rest-api-request'],
  ['engine/src/http/x.ts', '../../../web/src/lib/l.ts', 'engine-alone'],
  ['e2e/a.ts', '../web/src/lib/l.ts', 'e2e-and-bench'],
  ['bench/pictures/a.ts', '../../engine/src/kernel/k.ts', 'bench-pictures'],
  ['engine/test/conformance/a.ts', '../../src/http/y.ts', 'conformance-is-black-box'],
]

async function provePlanted() {
  const folder = mkdtempSync(path.join(root, 'node_modules', '.import-proof-'))
  try {
    for (const [file, target] of PLANTED) {
      const at = path.join(folder, file)
      const to = path.join(path.dirname(at), target)
      for (const each of [at, to]) mkdirSync(path.dirname(each), { recursive: true })
      writeFileSync(to, 'export const value = 1\n')
    }
    for (const [file, target] of PLANTED)
      writeFileSync(path.join(folder, file), `import { value } from '${target}'\nexport const used = value\n`)
    const { found } = await violations(
      folder,
      ROOMS.filter((room) => PLANTED.some(([file, to]) => `${file}${to}`.includes(room))),
    )
    return PLANTED.filter(([file, , rule]) => !found.some((v) => v.from === file && v.rule.name === rule))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const missed = await provePlanted()
for (const [file, target, rule] of missed)
  console.error(`planted violation not found: ${file} imports ${target} (${rule})`)
const { modules, found } = await violations(root, ROOMS)
for (const { from, to, rule } of found) console.error(`${rule.name}: ${from} → ${to}`)
if (modules < 2) console.error(`only ${modules} modules were seen`)
else console.log(`import rules: ${modules} modules, ${found.length} violations, ${PLANTED.length} planted ones found`)
process.exit(missed.length || found.length || modules < 2 ? 1 : 0)
