import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { test } from './support/own-site.ts'
import { awardPrize } from './support/prizes.ts'
import { expect } from './support/test.ts'

/** Presses a key until the control has the focus; fails after a full round. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await expect(wanted).toBeVisible()
  for (let n = 0; n < 400; n++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${role} ${name}`)
}

const type = async (page: Page, name: string, text: string) => {
  await tabTo(page, 'textbox', name)
  await page.keyboard.type(text)
}

test('a member without a mouse registers, posts, picks a swim and claims a prize', async ({ page, instance }) => {
  test.setTimeout(120_000)
  const admin = await instance.signedIn(instance.bailiff)
  const title = `Swim ${randomUUID().slice(0, 8)}`
  instance.atEnd(() => admin.from('games').delete().eq('title', title).throwOnError())
  const day = 86_400_000
  await admin
    .from('games')
    .insert({
      type: 'pick_swim',
      title,
      image_url: '/mark.svg',
      metadata: { winning_square: 47 },
      start_date: new Date(Date.now() - day).toISOString(),
      end_date: new Date(Date.now() + day).toISOString(),
      status: 'active',
    })
    .throwOnError()

  await page.goto('/register')
  const username = `keys_${randomUUID().slice(0, 8)}`
  const email = `${username}@bankside.test`
  await type(page, 'Username', username)
  await type(page, 'Email', email)
  await type(page, 'Password', 'quiet-water')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Skip for now')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await tabTo(page, 'link', 'News')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/newsfeed$/)
  await type(page, 'Write a post', `No mouse today, says ${username}`)
  await tabTo(page, 'button', 'Post')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText(`No mouse today, says ${username}`)).toBeVisible()

  // Backwards: a feed loads further posts as long as the focus moves on in it.
  await tabTo(page, 'link', 'Games', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/games$/)
  const game = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(game).toBeVisible()
  const board = game.getByRole('gridcell')
  await expect(board.first()).toBeVisible()
  for (let n = 0; n < 200; n++) {
    if (await game.evaluate((card) => card.querySelector('[role="gridcell"]:focus, [role="gridcell"] :focus') !== null))
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('47')
  await page.keyboard.press('Enter')
  for (let n = 0; n < 20; n++) {
    if (
      await game.getByRole('button', { name: 'Submit square' }).evaluate((button) => button === document.activeElement)
    )
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(game.getByRole('button', { name: 'Submit square' })).toHaveCount(0)
  const member = await instance.signedIn({ email, password: 'quiet-water' })
  const { data: user } = await member.auth.getUser()
  const id = user.user?.id ?? ''
  const award = await awardPrize(instance, { id, username, email, password: 'quiet-water' }, { title: 'Lamp' })

  await tabTo(page, 'link', 'Dashboard')
  await page.keyboard.press('Enter')
  await tabTo(page, 'link', /Claim Prize/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(award))
  await type(page, 'Full name', 'Tom Alder')
  await type(page, 'Phone', '+1 555 0142')
  await type(page, 'Address line 1', '1 Lark St')
  await type(page, 'City', 'Albany')
  await type(page, 'State', 'NY')
  await type(page, 'Postal code', '12207')
  await tabTo(page, 'checkbox', 'I accept the terms and conditions')
  await page.keyboard.press('Space')
  await tabTo(page, 'button', 'Claim Prize')
  // The page says it for a few seconds, and then goes on. On a busy machine they may pass between two looks from outside.
  const told = page.waitForFunction(() => document.body.innerText.includes('Prize claimed successfully!'))
  await page.keyboard.press('Enter')
  await told

  await page.goto(`/prizes/claim/${award}`)
  await expect(page.getByText('1 Lark St')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('1 Lark St')).toBeVisible()
  await expect(page.getByText('Albany, NY 12207')).toBeVisible()
  for (const role of ['banner', 'contentinfo', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
})
