// `npm ci` refuses a lockfile in which an optional (platform) package is missing; npm writes such a file when the
// registry lacks the package. Run after every `npm install`; the output names the package that needs another version.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/env.mjs'

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const missing = new Map()
for (const [at, info] of Object.entries(packages))
  for (const name of Object.keys(info.optionalDependencies ?? {})) {
    const parents = at.split('/node_modules/').map((_, i, all) => all.slice(0, i + 1).join('/node_modules/'))
    const found = [`node_modules/${name}`, ...parents.map((p) => `${p}/node_modules/${name}`)].some((p) => packages[p])
    if (!found) missing.set(at, [...(missing.get(at) ?? []), name])
  }
for (const [at, names] of missing)
  console.error(
    `${at}@${packages[at].version}: ${names.length} platform packages missing from the lockfile (${names[0]} …)`,
  )
process.exit(missing.size ? 1 : 0)
