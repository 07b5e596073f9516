// The browser engines beside Chromium that `npm run test:engines` drives, as Debian and Ubuntu package them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const PACKAGES = {
  webkit: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
  firefox: ['firefox-esr'],
}
export const NAMES = { webkit: 'WebKitGTK', firefox: 'Firefox' }

const APT = '/usr/bin/apt-get'
/** A slow mirror must not hold up a run. */
const APT_LIMIT_MS = 180_000

const WEBKIT_VERSION = `
import gi
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2
print(f"{WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
`

/**
 * An engine that is installed.
 * @typedef {object} Engine
 * @property {string} version
 * @property {string} path of its program
 */

/**
 * What is installed. The processes of a run look once.
 * @returns {{ webkit?: Engine, firefox?: Engine }}
 */
export function findEngines() {
  process.env.BANKSIDE_ENGINES ??= JSON.stringify({ webkit: findWebKit(), firefox: findFirefox() })
  return JSON.parse(process.env.BANKSIDE_ENGINES)
}

function findWebKit() {
  const driver = inPath('WebKitWebDriver')
  if (!driver || !inPath('Xvfb')) return undefined
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', WEBKIT_VERSION], { encoding: 'utf8' })
  return status === 0 ? { version: stdout.trim(), path: driver } : undefined
}

function findFirefox() {
  const program = process.env.FIREFOX_PATH || (inPath('firefox-esr') ?? inPath('firefox'))
  if (!program) return undefined
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const version = /\d+[.\d]*(?:esr)?/.exec(stdout ?? '')?.[0]
  return status === 0 && version ? { version, path: program } : undefined
}

function inPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, name)).find(existsSync)
}

/**
 * Installs the engines that are missing, where apt may.
 * @returns {{ engines: ReturnType<typeof findEngines>, missing: string[] }} what is there, and a sentence about each
 * engine that is not
 */
export function ensureEngines() {
  // A Firefox that was named is not replaced by another.
  const installable = missingOf(findEngines()).filter((name) => name !== 'firefox' || !process.env.FIREFOX_PATH)
  const packages = installable.flatMap((name) => PACKAGES[name])
  if (packages.length > 0 && existsSync(APT) && process.getuid?.() === 0) {
    console.log(`installing with apt-get: ${packages.join(', ')}`)
    // An installed package may be wanted although the list of packages cannot be renewed.
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
    delete process.env.BANKSIDE_ENGINES
  }
  const engines = findEngines()
  return { engines, missing: missingOf(engines).map(inWords) }
}

function inWords(name) {
  const { FIREFOX_PATH } = process.env
  if (name === 'firefox' && FIREFOX_PATH)
    return `FIREFOX IS MISSING and was not tried: FIREFOX_PATH is ${FIREFOX_PATH}, which is not a Firefox that starts`
  const packages = PACKAGES[name].join(' ')
  return `${NAMES[name].toUpperCase()} IS MISSING and was not tried. On Debian and Ubuntu: apt-get install ${packages}`
}

const missingOf = (engines) => Object.keys(PACKAGES).filter((name) => !engines[name])

function apt(...args) {
  const { status, error, stderr } = spawnSync(APT, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: APT_LIMIT_MS,
  })
  if (status !== 0) console.log(`apt-get ${args[0]}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`)
}
