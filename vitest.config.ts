import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { classNamesOnly } from './test-support/class-names.ts'

// From Node 25 on, Node has a localStorage of its own, which would hide the one of happy-dom.
const WITHOUT_OWN_STORAGE = ['--no-experimental-webstorage'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['test-support/run-folder.setup.ts'],
    // As for stories: a test that passes only on a second try in CI is reported as flaky.
    retry: process.env.CI ? 1 : 0,
    // More than processors: most of these tests wait for a database or another process.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        plugins: [classNamesOnly()],
        test: {
          name: 'unit',
          include: ['{contract,engine,web,test-support,scripts}/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          environment: 'node',
          execArgv: WITHOUT_OWN_STORAGE,
        },
      },
      {
        extends: true,
        test: {
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
