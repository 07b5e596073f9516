// `npm start` and `npm test` call this first, so that a new clone needs no other step. Node built-ins only.
import { once, requireNode, root, run, say } from './lib/env.mjs'

const mode = process.argv[2] ?? 'app'
try {
  requireNode()
  process.chdir(root)
  once('node_modules/.setup-lock', ['package-lock.json'], ['node_modules/vite'], () => {
    say('installing packages (npm ci)')
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  })
  if (mode !== 'install') {
    const sources = [
      'contract/src',
      'engine/src',
      'engine/vite.config.ts',
      'engine/build-functions.ts',
      'supabase/functions',
      'supabase/config.toml',
      'scripts',
      'web',
      'package-lock.json',
    ]
    once('node_modules/.setup-build', sources, ['dist/web/index.html', 'dist/engine/main.js'], () => {
      say('building')
      run('npm', ['run', '--silent', 'build'])
    })
  }
  if (mode === 'test') {
    const { ensureChromium } = await import('./lib/chromium.mjs')
    say(`browser: ${await ensureChromium()}`)
  }
} catch (error) {
  console.error(`\n${error.message}\n`)
  process.exit(1)
}
