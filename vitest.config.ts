import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { classNamesOnly } from './test-support/class-names.ts'
import { runFolder } from './test-support/run-folder.mjs'
import { testsAlone } from './test-support/tests-alone.ts'

// Before Vitest makes temporary files of its own.
runFolder()

// From Node 25 on, Node has a localStorage of its own, which would hide the one of happy-dom.
const WITHOUT_OWN_STORAGE = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/** Tests of the engine often wait for a time, or for another process: one more than processors uses the pauses. */
const WAITING = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 0 } }
const COMPUTING = { sequence: { groupOrder: 1 } }

const UNIT_TESTS = ['{contract,engine,web,test-support,scripts}/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
const alone = testsAlone(['contract/src', 'engine/src', 'web/src', 'scripts'])

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A shared machine may be slow; what must never come is waited for in no test.
    expect: { poll: { timeout: 15_000 } },
    // As for stories: a test that passes only on a second try in CI is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        plugins: [classNamesOnly()],
        test: {
          ...COMPUTING,
          name: 'unit',
          include: UNIT_TESTS,
          exclude: [...configDefaults.exclude, ...alone],
          // A process for each file costs several times as much as its tests.
          isolate: false,
          environment: 'node',
          execArgv: WITHOUT_OWN_STORAGE,
        },
      },
      {
        extends: true,
        plugins: [classNamesOnly()],
        test: {
          ...COMPUTING,
          name: 'unit-alone',
          include: alone,
          execArgv: WITHOUT_OWN_STORAGE,
        },
      },
      {
        extends: true,
        test: {
          ...COMPUTING,
          name: 'rules',
          isolate: false,
          setupFiles: ['test-support/quick-passwords.mjs'],
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...WAITING,
          name: 'engine',
          isolate: false,
          setupFiles: ['test-support/quick-passwords.mjs'],
          include: ['engine/test/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
    ],
  },
})
