import { makeDoor } from '../support/door.ts'
import { article, heading, text } from './tab.ts'
import { test } from './test.ts'

test('starts while the server refuses every connection', async ({ openTab, instance, step }) => {
  const member = await instance.register()
  const post = `Nobody at the gate, ${member.username}`
  const api = await instance.signedIn(member)
  await api.from('newsfeed_posts').insert({ content: post }).throwOnError()
  const door = await makeDoor(instance.url)
  instance.atEnd(() => door.shut().catch(() => {}))
  const tab = await openTab(undefined, { site: door.url })

  await step('reads the news with the server', async () => {
    await tab.takeSession(await instance.session(member))
    await tab.open('/newsfeed')
    await tab.sees(article(post))
    await tab.until('a worker that has stored the app', () =>
      tab.driver.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
    )
  })
  await step('opens pages without it', async () => {
    await door.shut()
    for (const path of ['/newsfeed', '/leaderboard', '/newsfeed']) {
      await tab.open(path)
      await tab.sees(heading())
      await tab.isAt(path)
    }
    await tab.sees(article(post))
    await tab.sees(text(/^Bankside cannot be reached\. Showing the feed as of \d{1,2}:\d{2}/))
  })
  await step('is up to date with the server again', async () => {
    await door.open()
    await tab.open('/newsfeed')
    await tab.sees(article(post))
    await tab.seesNo(text(/^Bankside cannot be reached/))
  })
})
