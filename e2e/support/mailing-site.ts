import { type SmtpSink, startSmtpSink } from '../../test-support/smtp-sink.ts'
import { type OwnEngine, startOwnEngine } from './own-engine.ts'
import { test as ownSite } from './own-site.ts'

/** A site of its own that has a mail server, on which guests who register are signed in at once. */
export const test = ownSite.extend<object, { sink: SmtpSink; site: OwnEngine }>({
  sink: [
    async ({ siteOf: _ }, use) => {
      const sink = await startSmtpSink()
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ sink }, use) => {
      const engine = await startOwnEngine(undefined, { SMTP_URL: sink.url, CONFIRM_EMAIL: 'false' })
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker' },
  ],
})
