import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // On two processors the default is one: most of these tests wait for a database or another process.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,engine,web,test-support,scripts}/**/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          isolate: false,
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          isolate: false,
          include: ['engine/test/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
    ],
  },
})
