// Runs the journeys of e2e/engines in WebKitGTK and Firefox (docs/browsers.md). What is installed is tried; what is missing
// is installed with apt-get where that is possible, and named otherwise.
import { ensureEngines } from '../test-support/browser-engines.mjs'
import { root, run, say } from './lib/env.mjs'

const engines = ensureEngines()
if (Object.keys(engines).length === 0) {
  console.error('neither WebKitGTK nor Firefox is installed: nothing was tried')
  process.exit(1)
}
process.chdir(root)
for (const [name, { version }] of Object.entries(engines)) say(`${name} ${version}`)
run('npx', ['playwright', 'test', '--config', 'playwright.engines.config.ts', ...process.argv.slice(2)])
