import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['engine/test/**/*.test.ts'],
          globalSetup: ['test-support/database.setup.ts'],
        },
      },
    ],
  },
})
