import { type OwnEngine, startOwnEngine } from './own-engine.ts'
import { test as base } from './test.ts'

/** Like `test`, with the demo's club as the site: filled once for all tests of a file. */
export const test = base.extend<object, { site: OwnEngine }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const engine = await startOwnEngine('demo')
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
})
