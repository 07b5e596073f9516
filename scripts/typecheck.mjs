// The four projects share no output, so they are checked in parallel.
import { spawn } from 'node:child_process'
import { root } from './lib/env.mjs'

const projects = ['contract', 'engine', 'web', 'tsconfig.tests.json']
const check = (project) =>
  new Promise((resolve) => {
    const args = ['node_modules/@typescript/native/bin/tsc', '-p', project, '--pretty', 'false']
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('close', (code) => {
      process.stdout.write(output)
      resolve(code === 0)
    })
  })
const results = await Promise.all(projects.map(check))
process.exit(results.every(Boolean) ? 0 : 1)
