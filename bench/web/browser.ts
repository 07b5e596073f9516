import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumPath } from './instance.ts'

/** Switches that keep the browser from other work while it is measured. */
export const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Pages that the address bar loads into every new window beside the measured one.
const ALONE = ['--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup']

/** A browser with its debugging protocol on a port, which Lighthouse needs. */
export interface Browser {
  port: number
  close(): Promise<void>
}

/** Opens a browser with an empty profile, or with a session of the site, in which the member is signed in. */
export async function openBrowser(port: number, member?: { url: string; session: string }): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'bankside-bench-chromium-'))
  const switches = [
    ...QUIET,
    ...ALONE,
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
  ]
  const browser = spawn(await chromiumPath(), [...switches, 'about:blank'], { stdio: 'ignore' })
  const close = async () => {
    await end(browser)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await untilAnswering(port, browser)
    if (member) await keepSession(port, member)
    return { port, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function end(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null) return
  browser.kill('SIGTERM')
  await once(browser, 'exit')
}

async function untilAnswering(port: number, browser: ChildProcess): Promise<void> {
  while (true) {
    if (browser.exitCode !== null) throw new Error(`Chromium ended with ${browser.exitCode}`)
    try {
      if ((await fetch(`http://127.0.0.1:${port}/json/version`)).ok) return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function keepSession(port: number, { url, session }: { url: string; session: string }): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('the browser has no context')
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((stored) => localStorage.setItem('bankside-session', stored), session)
  await page.close()
  await browser.close()
}
