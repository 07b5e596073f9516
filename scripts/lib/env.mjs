// Node built-ins only: this file runs before `npm ci`.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..')
export const say = (text) => console.log(`\u001b[36m[setup]\u001b[0m ${text}`)

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  })
  if (result.error || result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed (${result.error?.message ?? result.status})`)
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12) || major === 21)
    throw new Error(`Node ${process.version} is too old: use 26 LTS (see .nvmrc); 20.19 or 22.12 are the least.`)
  if (major === 20) say('Node 20 is past its end of life: fine to try things out, use 26 LTS to serve people.')
}

const walk = (dir) =>
  readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? walk(path.join(dir, e.name)) : [path.join(dir, e.name)],
  )
function fingerprint(paths) {
  const hash = createHash('sha256').update(process.platform + process.arch)
  for (const p of paths.map((x) => path.join(root, x)).filter(existsSync))
    for (const file of statSync(p).isDirectory() ? walk(p).sort() : [p])
      hash.update(path.relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}
/** Runs `work` unless the inputs are those of its last success and its outputs still exist. */
export function once(stampFile, inputs, outputs, work) {
  const stamp = path.join(root, stampFile)
  const now = fingerprint(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now && outputs.every((o) => existsSync(path.join(root, o))))
    return false
  work()
  writeFileSync(stamp, now)
  return true
}
