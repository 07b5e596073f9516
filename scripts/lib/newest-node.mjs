import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './env.mjs'

/** The newest Node that is in long-term support, which newcomers have: its major version. */
export const newestNode = Number(readFileSync(path.join(root, '.nvmrc'), 'utf8'))

/**
 * Arguments of npm that run a program of this project on the newest Node. The npm registry serves Node's own programs
 * as packages, which npm keeps in its cache.
 * @param {string[]} args of node
 * @returns {string[]}
 */
export function onNewestNode(args) {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const node = `node-${platform}@${newestNode}`
  return ['exec', '--yes', '--prefer-offline', `--package=${node}`, '--', 'node', ...args]
}
