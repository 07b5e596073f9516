import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.mjs'

const port = Number(process.env.E2E_PORT ?? 4173)
const executablePath = await findChromium()
// Workers read this file again: the folder made by the first reading serves all.
if (!process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = mkdtempSync(path.join(tmpdir(), 'bankside-e2e-'))
  // The database runs as another user when the tests run as root; closed to it, the cluster would be kept elsewhere.
  chmodSync(process.env.E2E_DATA_DIR, 0o755)
}

/** The first administrator of the instance under test; e2e/support signs in with it. */
process.env.E2E_ADMIN_EMAIL ??= 'bailiff@bankside.test'
process.env.E2E_ADMIN_PASSWORD ??= 'e2e-bailiff-password'

/**
 * Features of Chromium that are off. The first two load pages for the box of addresses into every new window, which
 * nobody sees here and which cost a third of all the time. The others are those that Playwright itself names: of several
 * lists Chromium heeds the last one only.
 */
const OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
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

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 3,
  timeout: 60_000,
  // A shared machine may be slow; what must never come is waited for in no test.
  expect: { timeout: 15_000 },
  // CI machines may stall for seconds. A story that passes only on a second try is reported as flaky: a bug to mend.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // A trace costs a third of the time; a failure still comes with what the page showed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
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
    },
  },
  webServer: {
    command: 'node --enable-source-maps --import ./test-support/quick-passwords.mjs dist/engine/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: process.env.E2E_ADMIN_EMAIL,
      ADMIN_PASSWORD: process.env.E2E_ADMIN_PASSWORD,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
    },
  },
})
