import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { run, say } from './env.mjs'

const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']

/** A browser for the tests: $CHROMIUM_PATH, Playwright's own download, or one of the system's. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    const own = (await import('@playwright/test')).chromium.executablePath()
    if (own && existsSync(own)) return own
  } catch {}
  for (const dir of (process.env.PATH ?? '').split(path.delimiter))
    for (const name of SYSTEM) if (existsSync(path.join(dir, name))) return path.join(dir, name)
  for (const app of [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])
    if (existsSync(app)) return app
  return undefined
}

export async function ensureChromium() {
  const found = await findChromium()
  if (found) return found
  const canApt = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
  const sudo = existsSync('/usr/bin/apt-get') && !canApt && spawnSync('sudo', ['-n', 'true']).status === 0
  const attempts = [
    // Debian has a chromium package; Ubuntu's is a snap stub, so there Playwright's download is tried first.
    ...((canApt || sudo) && existsSync('/etc/debian_version') && !existsSync('/usr/bin/snap')
      ? [
          () => {
            say('installing chromium with apt-get (browser tests)')
            const apt = sudo ? ['sudo', 'apt-get'] : ['apt-get']
            const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
            run(apt[0], [...apt.slice(1), 'update', '-qq'], { env })
            run(apt[0], [...apt.slice(1), 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
              env,
              stdio: ['ignore', 'ignore', 'inherit'],
            })
          },
        ]
      : []),
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
