import { type OwnEngine, startOwnEngine } from './own-engine.ts'
import { test as base } from './test.ts'

/**
 * For stories that change what every visitor sees: they run on a site of their own, one after the other. Several files may
 * share one; a file that needs an unused one names it by `siteOf`.
 */
export const test = base.extend<object, { site: OwnEngine; siteOf: string }>({
  siteOf: ['any file', { option: true, scope: 'worker' }],
  site: [
    // Named, so that another value has a site of its own.
    async ({ siteOf: _ }, use) => {
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
