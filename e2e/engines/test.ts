import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import sharp from 'sharp'
import { findEngines } from '../../test-support/browser-engines.mjs'
import { Instance } from '../support/instance.ts'
import { becomeOlder } from '../support/older-safari.ts'
import type { Size } from './driver.ts'
import { installFinder } from './finder.ts'
import { openFirefox } from './firefox.ts'
import { Tab } from './tab.ts'
import { openWebKit } from './webkit.ts'

export type EngineName = 'webkit' | 'firefox'

export interface EngineOptions {
  engine: EngineName
  /** Without what Safari 16.4 lacks. */
  older: boolean
}

export const PHONE: Size = { width: 390, height: 844 }
export const DESK: Size = { width: 1280, height: 800 }

interface Fixtures {
  instance: Instance
  /** Opens the browser of one person, at the site or at another address of it. */
  openTab: (size?: Size, other?: { engine?: EngineName; site?: string }) => Promise<Tab>
  /** A step of the journey. When it fails, the message says where, and a picture of each window is kept. */
  step: (what: string, work: () => Promise<unknown>) => Promise<void>
  /** A photo of the camera: large, with noise, turned by its EXIF data. */
  photo: string
}

const LIBRARY = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
    'dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
)
/** Where the reporter keeps what a failed journey leaves. */
const KEPT = 'test-results/engines'
const FINDER = `${LIBRARY}\n;(${installFinder})();`

export const test = base.extend<Fixtures & EngineOptions & { tabs: Tab[] }>({
  engine: ['webkit', { option: true }],
  older: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  instance: async ({}, use) => {
    const instance = new Instance(process.env.E2E_URL ?? '')
    await use(instance)
    await instance.cleanUp()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  tabs: async ({}, use) => {
    const tabs: Tab[] = []
    await use(tabs)
    await Promise.all(tabs.map((tab) => tab.close()))
  },
  openTab: async ({ tabs, engine, older, instance }, use) => {
    await use(async (size = PHONE, other = {}) => {
      const script = older ? `${FINDER}\n;(${becomeOlder})();` : FINDER
      const folder = mkdtempSync(path.join(tmpdir(), 'bankside-browser-'))
      const opening = { size, script, folder }
      const driver =
        (other.engine ?? engine) === 'webkit'
          ? await openWebKit(opening)
          : await openFirefox(opening, findEngines().firefox?.path ?? '')
      const tab = new Tab(driver, other.site ?? instance.url)
      tabs.push(tab)
      return tab
    })
  },
  step: async ({ tabs }, use, info) => {
    await use((what, work) =>
      base.step(what, async () => {
        try {
          await work()
        } catch (error) {
          const where = `${info.project.name}, ${info.title}`
          const pictures = await keepPictures(tabs, info.outputPath())
          const reason = error instanceof Error ? error.message : String(error)
          throw new Error(`${where}, step "${what}": ${reason}\n${pictures.join('\n')}`)
        }
      }),
    )
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  photo: async ({}, use) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'bankside-photo-')), 'photo.jpg')
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 30 }
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#2f7d5b', noise } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toFile(file)
    await use(file)
  },
})

/** Saves what each window shows in a folder that the reporter keeps; returns the files and where each page is. */
async function keepPictures(tabs: readonly Tab[], folder: string): Promise<string[]> {
  return await Promise.all(
    tabs.map(async (tab, index) => {
      const name = `window-${index + 1}.png`
      try {
        writeFileSync(path.join(folder, name), await tab.driver.screenshot())
        return `${path.join(KEPT, path.basename(folder), name)} at ${await tab.state()}`
      } catch (error) {
        return `no picture: ${error}`
      }
    }),
  )
}

export { expect }
