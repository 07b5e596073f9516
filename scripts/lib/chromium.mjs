import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { run, say } from './env.mjs'

const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']

const HEADLESS_SHELL = 'chromium-headless-shell'

/** A browser for the tests: $CHROMIUM_PATH, Playwright's own download, or one of the system's. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    const own = (await import('@playwright/test')).chromium.executablePath()
    if (own && existsSync(own)) return own
  } catch {}
  const program = findProgram(SYSTEM)
  if (program) return program
  for (const app of [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])
    if (existsSync(app)) return app
  return undefined
}

/**
 * Chromium without windows, bars and settings: the same engine, and a quarter less work for each story. It has no push
 * messages.
 * @returns a whole Chromium if there is no such program.
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return findProgram([HEADLESS_SHELL]) ?? (await findChromium())
}

/** Installs the browsers of the tests where they are missing. @returns the whole Chromium. */
export async function ensureChromium() {
  const found = await findChromium()
  if (found && (process.env.CHROMIUM_PATH || findProgram([HEADLESS_SHELL]))) return found
  const apt = aptCommand()
  if (found) {
    try {
      if (apt) install(apt, [HEADLESS_SHELL])
    } catch (error) {
      say(`The stories run in the whole Chromium. ${error.message ?? error}`)
    }
    return found
  }
  const attempts = [
    ...(apt ? [() => install(apt, ['chromium', HEADLESS_SHELL])] : []),
    () => {
      say("downloading Playwright's chromium (browser tests)")
      run('npx', ['playwright', 'install', 'chromium'])
    },
  ]
  for (const attempt of attempts) {
    try {
      attempt()
      const path = await findChromium()
      if (path) return path
    } catch (error) {
      say(String(error.message ?? error))
    }
  }
  throw new Error('No Chromium found or installable: install one and set CHROMIUM_PATH=/path/to/chromium.')
}

/** @returns the first of these programs in the first folder of the PATH that has one. */
function findProgram(names) {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of names) if (existsSync(path.join(dir, name))) return path.join(dir, name)
  return undefined
}

/** Debian has packages of Chromium; Ubuntu's is a snap stub, so Playwright's download is used there. */
function aptCommand() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/etc/debian_version') || existsSync('/usr/bin/snap')) return
  if (process.getuid?.() === 0) return ['apt-get']
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', 'apt-get'] : undefined
}

function install([command, ...args], packages) {
  say(`installing ${packages.join(' and ')} with apt-get (browser tests)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run(command, [...args, 'update', '-qq'], { env })
  run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
