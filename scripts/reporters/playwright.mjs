import path from 'node:path'
import { root } from '../lib/env.mjs'
import { addFinding } from '../lib/test-report.mjs'

const placeOf = ({ file, line, column }) => `${path.relative(root, file)}:${line}:${column}`

/** Notes what failed, and what passed only on a second try, for the end of `npm test`. */
export default class NoteFindings {
  onBegin(_config, suite) {
    this.suite = suite
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

  /** The list is printed by the reporter beside this one. */
  printsToStdio() {
    return false
  }
}
