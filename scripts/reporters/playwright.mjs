import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/env.mjs'
import { addFinding } from '../lib/test-report.mjs'

const placeOf = ({ file, line, column }) => `${path.relative(root, file)}:${line}:${column}`

/**
 * Notes what failed, and what passed only on a second try, for the end of `npm test`. Keeps what stories left, such as
 * traces, in test-results or another folder when the run's own folder is removed.
 */
export default class NoteFindings {
  constructor({ kept = 'test-results' } = {}) {
    this.kept = path.join(root, kept)
  }

  onBegin(config, suite) {
    this.suite = suite
    this.results = config.projects[0]?.outputDir
  }

  onError(error) {
    addFinding('failed', 'an error outside of all stories', error)
  }

  onEnd() {
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = { unexpected: 'failed', flaky: 'flaky' }[test.outcome()]
      if (!outcome) continue
      const error = test.results.find(({ error }) => error)?.error
      addFinding(outcome, `${placeOf(test.location)} › ${test.title}`, error)
    }
  }

  onExit() {
    if (!existsSync(this.results)) return
    const left = readdirSync(this.results).filter((name) => !name.startsWith('.'))
    if (left.length === 0) return
    for (const name of existsSync(this.kept) ? readdirSync(this.kept) : [])
      if (!name.startsWith('.')) rmSync(path.join(this.kept, name), { recursive: true })
    for (const name of left) cpSync(path.join(this.results, name), path.join(this.kept, name), { recursive: true })
    console.log(
      `\nWhat stories left, such as pictures and what failed pages showed, is in ${path.relative(root, this.kept)}.`,
    )
  }

  /** The list is printed by the reporter beside this one. */
  printsToStdio() {
    return false
  }
}
