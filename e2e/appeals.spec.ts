import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { openConsole, sectionLink } from './support/console.ts'
import type { Account, Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'

test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const unique = (text: string) => `${text} ${randomUUID().slice(0, 8)}`
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)
const appeal = (page: Page) => page.getByRole('region', { name: /^(Answer the team|Your answer)$/ })
const card = (page: Page, username: string) =>
  page.getByRole('list', { name: 'Answers' }).getByRole('listitem').filter({ hasText: username })

/** A member who is suspended for a week. */
async function suspended(instance: Instance): Promise<Account> {
  const member = await instance.register()
  const admin = await instance.signedIn(instance.bailiff)
  const ends_at = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await admin.rpc('suspend_member', { user_id: member.id, reason: 'Repeated adverts', ends_at }).throwOnError()
  return member
}

/** A second window, signed in as a member. */
async function phoneOf(browser: Browser, instance: Instance, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block', viewport: PHONE })
  const session = JSON.stringify(await instance.session(account))
  await context.addInitScript((kept) => localStorage.setItem('bankside-session', kept), session)
  return await context.newPage()
}

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`a suspended member answers on a phone, an admin ends the suspension at ${size.width} pixels, and the member is back`, async ({
    page,
    browser,
    instance,
    signIn,
  }) => {
    test.slow()
    await page.setViewportSize(size)
    const member = await suspended(instance)
    const text = unique('The account was used by my brother.')
    await openConsole({ page, signIn, instance }, 'moderation?view=answers', 'Moderation')
    await expect(page.getByText('No answers are waiting.')).toBeVisible()

    const phone = await phoneOf(browser, instance, member)
    await phone.goto('/newsfeed')
    await expect(phone.getByText('Reason: Repeated adverts')).toBeVisible()
    const form = appeal(phone)
    await expect(form.getByText('You can answer once. The team reads it with your case.')).toBeVisible()
    await form.getByLabel('Your answer').fill(text)
    await expectAccessibleInBothThemes(phone)
    await expectNoSidewaysScroll(phone)
    // The words are kept.
    await phone.reload()
    await expect(form.getByLabel('Your answer')).toHaveValue(text)
    await form.getByRole('button', { name: 'Send answer' }).dblclick()
    await expect(form.getByText('The team has your answer.')).toBeVisible()
    await expect(form.getByRole('heading', { name: 'Your answer' })).toBeFocused()
    await expect(form.getByText(text)).toBeVisible()
    await expectAccessibleInBothThemes(phone)

    // The open console learns of it.
    await expect(card(page, member.username)).toBeVisible({ timeout: 4_000 })
    await expect(card(page, member.username)).toContainText('Reason: Repeated adverts')
    await expect(card(page, member.username)).toContainText(text)
    if (size !== PHONE) await expect(sectionLink(page, 'Moderation')).toHaveText(/1 waiting/)
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await card(page, member.username).getByRole('button', { name: 'Lift suspension' }).click()
    const words = card(page, member.username).getByLabel('In your own words')
    await expect(words).toBeFocused()
    await words.fill('Welcome back.')
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await card(page, member.username).getByRole('button', { name: 'Lift suspension' }).last().click()
    await expect(status(page, `The suspension of ${member.username} is lifted.`)).toBeVisible()
    await expect(phone.getByRole('textbox', { name: 'Write a post' })).toBeVisible({ timeout: 4_000 })
    await expect(page.getByText('No answers are waiting.')).toBeVisible()

    await phone.goto('/notifications')
    const told = phone.getByRole('listitem').filter({ hasText: 'The club team has read your answer and ended' })
    await expect(told).toContainText('Welcome back.')
    await phone.context().close()
    await page.goto(`/admin/users?member=${member.id}`)
    await expect(page.getByText('In their words: Welcome back.')).toBeVisible()
    await page.goto('/admin/audit')
    await expect(page.getByText(`ended the suspension of ${member.username} after their answer`).first()).toBeVisible()
  })

test('a suspension that is kept says so on the open screen, and the case and the record have the answer', async ({
  page,
  browser,
  instance,
  signIn,
}) => {
  test.slow()
  const author = await instance.register()
  const writer = await instance.signedIn(author)
  const { data: post } = await writer
    .from('newsfeed_posts')
    .insert({ content: unique('Day tickets, write to me.') })
    .select('id')
    .single()
    .throwOnError()
  const reporter = await instance.signedIn(await instance.register())
  await reporter.rpc('send_report', { kind: 'post', subject_id: post.id, reason: 'spam' }).throwOnError()
  const admin = await instance.signedIn(instance.bailiff)
  const { data: cases } = await admin.rpc('report_queue').throwOnError()
  const id = cases.find(({ subject_id }) => subject_id === post.id)?.id ?? ''
  const decision = { decision: 'suspend', reason: 'Adverts', hides: true, days: 7 }
  await admin.rpc('decide_report', { id, seen: 0, ...decision }).throwOnError()

  const phone = await phoneOf(browser, instance, author)
  await phone.goto(`/newsfeed/${post.id}`)
  await appeal(phone).getByLabel('Your answer').fill('It was one ticket.')
  await appeal(phone).getByRole('button', { name: 'Send answer' }).click()
  await expect(appeal(phone).getByText('The team has your answer.')).toBeVisible()

  await openConsole({ page, signIn, instance }, '', 'Home')
  const waiting = page.getByRole('region', { name: 'Answers to suspensions' })
  await expect(waiting.getByRole('listitem')).toContainText('It was one ticket.')
  await waiting.getByRole('link', { name: /^Review/ }).click()
  await card(page, author.username).getByRole('link', { name: 'Open the case' }).click()
  const panel = page.getByRole('complementary', { name: 'Report' })
  await expect(panel).toContainText('It was one ticket.')
  await panel.getByRole('link', { name: 'Decide about it' }).click()
  await card(page, author.username).getByRole('button', { name: 'Keep suspension' }).click()
  await card(page, author.username).getByLabel('In your own words').fill('One is too many.')
  await page.keyboard.press('Tab')
  await card(page, author.username).getByRole('button', { name: 'Keep suspension' }).last().dblclick()
  await expect(status(page, `The suspension of ${author.username} stays as it is.`)).toBeVisible()
  await expect(appeal(phone).getByText('The suspension stays as it is.')).toBeVisible({ timeout: 4_000 })
  await expect(appeal(phone)).toContainText('The team writes:')
  await expect(appeal(phone).getByText('One is too many.', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(phone)
  await phone.context().close()
  await page.goto(`/admin/moderation?view=decided&case=${id}`)
  await expect(panel).toContainText('Suspension kept by')
  await expectAccessibleInBothThemes(page)
})

test('of two admins the second is told that the first has decided', async ({ page, instance, signIn }) => {
  const member = await suspended(instance)
  const own = await instance.signedIn(member)
  await own.rpc('answer_suspension', { message: 'Sorry.' }).throwOnError()
  await openConsole({ page, signIn, instance }, 'moderation?view=answers', 'Moderation')
  await card(page, member.username).getByRole('button', { name: 'Keep suspension' }).click()
  const admin = await instance.signedIn(instance.bailiff)
  const { data } = await admin.rpc('appeal_queue').throwOnError()
  const id = data.find(({ member_id }) => member_id === member.id)?.id ?? ''
  await admin.rpc('decide_appeal', { id, decision: 'end' }).throwOnError()
  await expect(status(page, 'This answer has been decided, or the suspension has ended.')).toBeVisible()
  await expect(card(page, member.username)).toHaveCount(0)
})
