// Engine and web with reload on change; the web server forwards API calls to the engine.
import { spawn } from 'node:child_process'
import { root } from './lib/env.mjs'

const children = [
  ['npx', ['tsx', 'watch', 'engine/src/main.ts']],
  ['npx', ['vite', '--config', 'web/vite.config.ts']],
].map(([command, args]) => spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }))
for (const child of children)
  child.on('exit', () => {
    for (const other of children) other.kill()
  })
