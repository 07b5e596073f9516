import path from 'node:path'
import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/test.ts'
import { VISITORS } from './e2e/support/demo-screens.ts'
import { findEngines } from './test-support/browser-engines.mjs'
import { runFolder } from './test-support/run-folder.mjs'

const { webkit, firefox } = findEngines()
const folder = runFolder()

// The journeys see the demo's club.
process.env.E2E_ADMIN_EMAIL = VISITORS.admin.email
process.env.E2E_ADMIN_PASSWORD = VISITORS.admin.password

// Playwright runs the journeys, but drives none of these engines: it supports only its own builds of them.
export default defineConfig<EngineOptions>({
  testDir: 'e2e/engines',
  testMatch: '*.journey.ts',
  globalSetup: './e2e/engines/site.setup.ts',
  workers: 2,
  timeout: 240_000,
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  outputDir: path.join(folder, 'results'),
  reporter: [
    ['list'],
    ['./scripts/reporters/playwright.mjs', { kept: 'test-results/engines' }],
    ['json', { outputFile: path.join(folder, 'journeys.json') }],
  ],
  projects: [
    // The longest journey comes first, or it would run alone at the end.
    ...(webkit
      ? [
          {
            name: 'WebKitGTK as iOS 16.4',
            testMatch: 'member.journey.ts',
            use: { engine: 'webkit' as const, older: true },
          },
        ]
      : []),
    ...(webkit ? [{ name: 'WebKitGTK', testIgnore: 'live.journey.ts', use: { engine: 'webkit' as const } }] : []),
    ...(firefox ? [{ name: 'Firefox', testIgnore: 'live.journey.ts', use: { engine: 'firefox' as const } }] : []),
    ...(webkit && firefox ? [{ name: 'both', testMatch: 'live.journey.ts' }] : []),
  ],
})
