import { spawn } from 'node:child_process'
import { root } from './env.mjs'

/**
 * Runs an npm command and captures its output, so that several can run side by side.
 * @param {string} name of the command in the summary
 * @param {string[]} args of npm
 * @param {Record<string, string>} [env] in addition to this process's environment
 * @returns {Promise<{ name: string, passed: boolean, output: string, seconds: number }>}
 */
export function runQuietly(name, args, env) {
  return run(name, args, env, ['ignore', 'pipe', 'pipe'])
}

/** Like `runQuietly`, but prints the output at once and does not capture it. */
export function runVisibly(name, args, env) {
  return run(name, args, env, 'inherit')
}

function run(name, args, env, stdio) {
  const begun = Date.now()
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: root,
      shell: process.platform === 'win32',
      stdio,
      env: { ...process.env, ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    child.once('close', (code) => resolve({ name, passed: code === 0, output, seconds: (Date.now() - begun) / 1000 }))
  })
}

/**
 * One line per command.
 * @param {{ name: string, passed: boolean, seconds: number }[]} results
 * @returns {string}
 */
export function summary(results) {
  return results
    .map(({ name, passed, seconds }) => `${passed ? 'PASS' : 'FAIL'}  ${name} (${seconds.toFixed(1)} s)`)
    .join('\n')
}

/**
 * What `npm test` prints last: a line for each command, then each test that passed only on a second try, then each that
 * failed, with the place and the first line of its error.
 * @param {{ name: string, passed: boolean, seconds: number, findings: import('./test-report.mjs').Finding[] }[]} results
 * @returns {string}
 */
export function endOfRun(results) {
  const found = results.flatMap(({ name, passed, findings }) => {
    const own = findings.map((finding) => ({ ...finding, leg: name }))
    if (passed || own.some(({ outcome }) => outcome === 'failed')) return own
    return [
      ...own,
      { outcome: 'failed', leg: name, name: 'ended without naming a test; see its output', error: '', place: '' },
    ]
  })
  const lines = ({ leg, name, error, place }) =>
    [`  [${leg}] ${name}`, [place, error].filter(Boolean).join('  ')].filter(Boolean).join('\n      ')
  const part = (title, outcome) => {
    const own = found.filter((finding) => finding.outcome === outcome)
    return own.length > 0 ? [`\n${own.length} ${title}:`, ...own.map(lines)] : []
  }
  return [summary(results), ...part('flaky (passed on a second try)', 'flaky'), ...part('failed', 'failed')].join('\n')
}
