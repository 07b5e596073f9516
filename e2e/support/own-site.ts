import { type OwnEngine, startOwnEngine } from './own-engine.ts'
import { test as base } from './test.ts'

/** For stories that change what every visitor sees: each runs on its own site, one after the other. */
export const test = base.extend<object, { site: OwnEngine }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => {
      const engine = await startOwnEngine()
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
})
