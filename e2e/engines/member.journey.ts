import { randomUUID } from 'node:crypto'
import { makeGame } from '../support/act-parts.ts'
import { awardPrize } from '../support/prizes.ts'
import { article, button, cell, dialog, field, heading, image, link, main, type Tab, text } from './tab.ts'
import { expect, test } from './test.ts'

const LINES = Array.from({ length: 9 }, (_, line) => `Line ${line + 1}`).join('\n')
const LONG = 'Words of the day.\n'.repeat(12)

test("the member's story", async ({ openTab, instance, step, photo }) => {
  const name = `m_${randomUUID().slice(0, 8)}`
  const account = { email: `${name}@bankside.test`, password: 'quiet-water' }
  const other = await instance.signedIn(await instance.register())
  const admin = await instance.signedIn(instance.bailiff)
  const game = `Where to cast, ${name}?`
  const id = await makeGame({ admin, name: game } as never)
  instance.atEnd(() => admin.from('games').delete().eq('id', id).throwOnError())
  await admin.from('games').update({ status: 'active' }).eq('id', id).throwOnError()
  const tab = await openTab()

  await step('joins', async () => {
    await tab.open('/')
    await tab.tap(main, link('Register'))
    await tab.fill(name, field('Username'))
    await tab.fill(account.email, field(/^Email/))
    await tab.fill(account.password, field('Password'))
    await tab.tap(button('Register'))
    await tab.isAt('/profile')
  })
  await step('adds photos', async () => {
    await tab.upload([photo], field('Fishing photo'))
    await tab.sees(text('Fishing photo added successfully!'))
    // It lies on its side in the file.
    await tab.sees(image('Fishing photo 1'))
    await tab.upload([photo], field('Avatar'))
    await tab.tap(button('Save avatar'))
    await tab.sees(text('Avatar updated successfully!'))
  })
  await step('opens a sheet, behind which the page stays', async () => {
    await tab.tap(button('Delete account'))
    await tab.sees(dialog('Delete your account?'))
    await staysBehind(tab)
    await tab.tap(dialog(), button('Cancel'))
    await tab.seesNo(dialog())
  })

  const post = `Mist on the water, ${name}`
  const below = await write(`The bank opposite, ${name}\nhttps://bank.example/pegs\n${LONG}`)
  const above = await write(`Rain at noon, ${name}\n${LONG}`)
  await step('reads posts with an address', async () => {
    await tab.tap(link('News'))
    await tab.sees(article(above.content.slice(0, 20)))
    await tab.sees(article(`The bank opposite, ${name}`), link(/^bank\.example\/pegs/))
  })
  await step('posts with a photo, in a field that grows', async () => {
    await tab.fill(`${post}\n${LINES}`, field('Write a post'))
    await tab.until('a field as high as its text', () => hasRoom(tab, 'Write a post'))
    await tab.upload([photo], field('Photo'))
    await tab.sees(button('Remove photo 1'))
    await tab.tap(button('Post'))
    await tab.sees(article(post), image(`Posted by ${name}`))
  })
  await step('reacts', async () => {
    await tab.tap(article(post), button('More reactions'))
    await tab.tap(article(post), button('Fish, 0'))
    await tab.sees(article(post), button('Fish, 1'))
  })
  await step('comments', async () => {
    await tab.tap(article(post), button('Comment'))
    await tab.fill('By the old willow', article(post), field('Add a comment'))
    await tab.tap(article(post), button('Send comment'))
    await tab.sees(article(post), text('By the old willow'))
  })
  await step('reads on at the same place while a post above is deleted', async () => {
    const reading = article(below.content.slice(0, 30))
    const before = await tab.scrollTo(100, reading)
    await other.from('newsfeed_posts').delete().eq('id', above.id).throwOnError()
    await tab.seesNo(article(above.content.slice(0, 20)))
    expect(Math.abs(((await tab.top(reading)) ?? 0) - before)).toBeLessThanOrEqual(2)
  })
  await step('plays', async () => {
    await tab.tap(link('Games'))
    await tab.sees(heading(game))
    await tab.tap(article(game), cell('47'))
    await tab.tap(article(game), button('Submit square'))
    await tab.sees(article(game), text('You’re in'))
  })
  await step('claims a prize', async () => {
    const { data } = await (await instance.signedIn(account)).auth.getUser()
    await awardPrize(instance, { ...account, id: data.user?.id ?? '', username: name }, { title: 'Bivvy' })
    await tab.tap(link('Dashboard'))
    await tab.tap(link(/^Claim Prize/))
    await claim(tab)
  })

  async function write(content: string) {
    const row = other.from('newsfeed_posts').insert({ content })
    return { content, id: (await row.select('id').single().throwOnError()).data.id }
  }
})

/** Nothing of the text in a field is out of sight. */
const hasRoom = (tab: Tab, label: string) =>
  tab.driver.evaluate((label) => {
    const area = document.querySelector(`textarea[aria-label="${label}"]`)
    return area !== null && area.clientHeight > 200 && area.scrollHeight <= area.clientHeight
  }, label)

/** Neither the wheel beside a sheet nor over it moves the page. */
async function staysBehind(tab: Tab): Promise<void> {
  const before = await tab.scrolled()
  expect(before).toBeGreaterThan(0)
  for (const at of [
    { x: 6, y: 6 },
    { x: 195, y: 600 },
  ])
    for (const by of [-60, 60, -60]) {
      await tab.driver.wheel(at, by)
      await tab.drawn()
      expect(await tab.scrolled()).toBe(before)
    }
}

async function claim(tab: Tab): Promise<void> {
  const fields = {
    'Full name': 'Finn New',
    Phone: '+1 555 0142',
    'Address line 1': '220 W Water St',
    City: 'Syracuse',
    State: 'NY',
    'Postal code': '13202',
  }
  for (const [label, content] of Object.entries(fields)) await tab.fill(content, field(new RegExp(`^${label}`)))
  await tab.tap(field('I accept the terms and conditions'))
  await tab.tap(button(/Claim Prize/))
  await tab.sees(text('Prize claimed successfully!'))
}
