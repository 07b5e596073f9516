// The four projects share no output, so they are checked in parallel. Outside CI each continues from its last result.
import { spawn } from 'node:child_process'
import { root } from './lib/env.mjs'

/** What was checked last, with a hash of each file: only changed files and those that use them are checked again. */
const lastResult = (project) =>
  process.env.CI ? [] : ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/typecheck/${project}.tsbuildinfo`]

const projects = ['contract', 'engine', 'web', 'tsconfig.tests.json']
const check = (project) =>
  new Promise((resolve) => {
    const args = ['node_modules/@typescript/native/bin/tsc', '-p', project, '--pretty', 'false', ...lastResult(project)]
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
