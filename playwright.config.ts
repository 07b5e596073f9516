import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/lib/chromium.mjs'
import { root } from './scripts/lib/env.mjs'
import { runFolder } from './test-support/run-folder.mjs'

const [chromium, headlessShell] = [await findChromium(), await findHeadlessShell()]
// Workers read this file again, and use the same folder.
const folder = runFolder()
process.env.PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= path.join(root, 'test-results/.last-run.json')

/** The first administrator of the instance under test; e2e/support signs in with it. */
process.env.E2E_ADMIN_EMAIL ??= 'bailiff@bankside.test'
process.env.E2E_ADMIN_PASSWORD ??= 'e2e-bailiff-password'

/**
 * Features of Chromium that are off. The first two load pages for the box of addresses into every new window, which
 * nobody sees here and which cost a third of all the time. With `RenderDocument`, Chromium 150 forgets `setOffline` in
 * `navigator.onLine` at the next page. The others are those that Playwright itself names: of several lists Chromium
 * heeds the last one only.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'RenderDocument',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** The stories that need the whole browser: the headless shell has no push messages. */
const PUSH = /@push/

const launch = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${OFF.join(',')}`,
  ],
})

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/shared-site.ts',
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  // A shared machine may be slow; what must never come is waited for in no test.
  expect: { timeout: 15_000 },
  // CI machines may stall for seconds. A story that passes only on a second try is reported as flaky: a bug to mend.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  // Of two runs at once, neither may clear the other's. Below a path beyond ASCII, Chromium saves no downloads without a
  // UTF-8 locale. A reporter keeps what is left at the end.
  outputDir: path.join(folder, 'results'),
  reporter: [['list'], ['./scripts/reporters/playwright.mjs']],
  use: {
    // Set by `wait` below.
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    // A trace costs a third of the time; a failure still comes with what the page showed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: launch(headlessShell),
  },
  projects: [
    { name: 'stories', grepInvert: PUSH },
    { name: 'push', grep: PUSH, use: { launchOptions: launch(chromium) } },
  ],
  webServer: {
    command: 'node --enable-source-maps --import ./test-support/quick-passwords.mjs dist/engine/main.js',
    wait: { stdout: /Bankside is ready\n +address +(?<E2E_URL>\S+)/ },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      // 0: one that is free.
      PORT: process.env.E2E_PORT ?? '0',
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'e2e'),
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
  },
})
