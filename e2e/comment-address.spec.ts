import { randomUUID } from 'node:crypto'
import { expect, test } from './support/test.ts'

const MANY = 70

test('the address of a comment leads to it, also far up a long thread, and the page says when it was removed', async ({
  page,
  instance,
  signIn,
}) => {
  const author = await instance.register()
  const client = await instance.signedIn(author)
  const word = `grebe${randomUUID().slice(0, 8)}`
  const { data: post } = await client
    .from('newsfeed_posts')
    .insert({ content: 'Mist' })
    .select('id')
    .single()
    .throwOnError()
  const say = (content: string) => client.from('newsfeed_comments').insert({ post_id: post.id, content }).throwOnError()
  await say(`The first ${word}`)
  for (let n = 1; n < MANY; n += 1) await say(`Comment ${n}`)
  await signIn(await instance.register())
  await page.goto(`/search?q=${word}`)
  await page.getByRole('region', { name: 'Posts and comments' }).getByRole('link').click()
  const found = page.getByRole('listitem').filter({ hasText: `The first ${word}` })
  await expect(found).toBeInViewport()
  await expect(found).toBeFocused()
  const address = page.url()
  await client.from('newsfeed_comments').delete().eq('content', `The first ${word}`).throwOnError()
  await page.goto('/newsfeed')
  await page.goto(address)
  await expect(page.getByText('This comment was removed.')).toBeVisible()
})
