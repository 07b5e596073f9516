// Refuses texts that must not be in the repository: addresses of package registries, paths of one machine,
// private keys. Every tracked text file is read.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from './lib/env.mjs'

const refused = [
  [new RegExp(['registry', 'npmjs', 'org'].join('\\.')), 'address of a package registry'],
  [new RegExp(['deb', 'debian', 'org'].join('\\.')), 'address of a package registry'],
  [/"resolved":\s*"http/, 'download address in a lock file (set omit-lockfile-registry-resolved)'],
  [/\/(work|root|home)\/[a-z]/, 'path of one machine'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'private key'],
]
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
if (listed.status !== 0) {
  console.error('check-wording: not a git checkout, nothing to compare')
  process.exit(0)
}
let found = 0
for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
  if (file === 'scripts/check-wording.mjs' || /\.(png|jpe?g|webp|woff2|ico)$/.test(file)) continue
  let lines = []
  try {
    lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
  } catch {
    continue // listed but deleted in the working tree
  }
  lines.forEach((line, index) => {
    for (const [pattern, what] of refused)
      if (pattern.test(line)) {
        found += 1
        console.error(`${file}:${index + 1}: ${what}`)
      }
  })
}
process.exit(found ? 1 : 0)
