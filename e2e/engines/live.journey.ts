import type { Account, Instance } from '../support/instance.ts'
import { article, button, field, main, type Tab, text } from './tab.ts'
import { test } from './test.ts'

test('two engines see each other live', async ({ openTab, instance, step }) => {
  const [safari, fox] = await Promise.all([openTab(), openTab(undefined, { engine: 'firefox' })])
  const members = [await instance.register(), await instance.register()] as const
  const first = `From WebKit, ${members[0].username}`
  const second = `From Firefox, ${members[1].username}`

  await step('both read the news', () =>
    Promise.all([read(safari, instance, members[0]), read(fox, instance, members[1])]),
  )
  await step('Firefox sees the post of WebKit', async () => {
    await publish(safari, first)
    await fox.tap(button(/new posts?/i))
    await fox.sees(article(first))
  })
  await step('WebKit sees the reaction and the comment of Firefox', async () => {
    await fox.tap(article(first), button('More reactions'))
    await fox.tap(article(first), button('Fish, 0'))
    await safari.sees(article(first), button(/^1 reaction/))
    await safari.tap(article(first), button('Comment'))
    await fox.tap(article(first), button('Comment'))
    await fox.fill('From the other bank', article(first), field('Add a comment'))
    await fox.tap(article(first), button('Send comment'))
    await safari.sees(article(first), text('From the other bank'))
  })
  await step('WebKit sees the post of Firefox, and its end', async () => {
    await publish(fox, second)
    await safari.tap(button(/new posts?/i))
    await safari.sees(article(second))
    const client = await instance.signedIn(members[1])
    await client.from('newsfeed_posts').delete().eq('content', second).throwOnError()
    await safari.seesNo(article(second))
  })
})

async function read(tab: Tab, instance: Instance, member: Account): Promise<void> {
  await tab.takeSession(await instance.session(member))
  await tab.open('/newsfeed')
  await tab.sees(field('Write a post'))
  await tab.sees(main, button('More reactions'))
}

async function publish(tab: Tab, content: string): Promise<void> {
  await tab.fill(content, field('Write a post'))
  await tab.tap(button('Post'))
  await tab.sees(article(content))
}
