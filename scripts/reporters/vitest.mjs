import path from 'node:path'
import { root } from '../lib/env.mjs'
import { addFinding } from '../lib/test-report.mjs'

const fileOf = (module) => path.relative(root, module.moduleId)

/** Notes what failed, and what passed only on a second try, for the end of `npm test`. */
export default class NoteFindings {
  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      for (const error of module.errors()) addFinding('failed', fileOf(module), error)
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) addFinding('failed', `${fileOf(module)} > ${suite.fullName}`, error)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        const outcome = state === 'failed' ? 'failed' : test.diagnostic()?.flaky && 'flaky'
        if (outcome) addFinding(outcome, `${fileOf(module)} > ${test.fullName}`, errors?.[0])
      }
    }
    for (const error of unhandledErrors) addFinding('failed', 'an error outside of all tests', error)
  }
}
