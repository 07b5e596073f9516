import { configDefaults, defineConfig } from 'vitest/config'
import { classNamesOnly } from '../../test-support/class-names.ts'

// For StrykerJS, which runs one configuration without projects. Files share nothing, as in the project `unit-alone`.
export default defineConfig({
  root: process.cwd(),
  plugins: [classNamesOnly()],
  test: {
    include: ['{contract,engine,web}/src/**/*.test.{ts,tsx}'],
    exclude: configDefaults.exclude,
    environment: 'node',
    testTimeout: 30_000,
  },
})
