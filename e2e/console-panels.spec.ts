import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { closedLayer } from './support/closed-layer.ts'
import { dialog, openConsole } from './support/console.ts'
import type { Instance } from './support/instance.ts'
import { test } from './support/own-site.ts'
import { angler, offerCatch } from './support/record-offers.ts'
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll } from './support/test.ts'
import { untilIdle } from './support/until-idle.ts'

// Rows are added and edited beside their list on laptops, and in a sheet on a phone, at an address of their own.

test.describe.configure({ mode: 'default' })

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const PHONE = { width: 390, height: 844 }

const edit = (page: Page, title: string) => page.getByRole('button', { name: `Edit ${title}` })
const isBeside = (page: Page, title: string) => expect(dialog(page, title)).toHaveJSProperty('tagName', 'SECTION')

async function made(instance: Instance) {
  const admin = await instance.signedIn(instance.bailiff)
  const mark = randomUUID().slice(0, 8)
  const card = (title: string) => ({
    title: `${title} ${mark}`,
    placement: 'home',
    start_date: at(-1),
    end_date: at(5),
  })
  const cards = await admin
    .from('info_cards')
    .insert([card('Open day'), card('Rod draw')])
    .select('id, title')
    .order('title')
    .throwOnError()
  const video = await admin
    .from('live_videos')
    .insert({
      title: `Rigs ${mark}`,
      embed_code: 'https://vimeo.com/76979871',
      scheduled_for: at(2),
      provider: '',
      video_id: '',
    })
    .select('id')
    .single()
    .throwOnError()
  const badge = await admin
    .from('badges')
    .insert({ name: `Friend ${mark}`, description: 'Helped at the lake' })
    .select('id')
    .single()
    .throwOnError()
  const box = await admin
    .from('prize_packages')
    .insert({ name: `Box ${mark}` })
    .select('id')
    .single()
    .throwOnError()
  const item = await admin
    .from('prize_items')
    .insert({ package_id: box.data.id, title: `Rod ${mark}`, type: 'physical', quantity: 2 })
    .select('id')
    .single()
    .throwOnError()
  const post = await admin
    .from('newsfeed_posts')
    .insert({ content: `Closed on Sunday ${mark}`, is_announcement: true, type: 'post' })
    .select('id')
    .single()
    .throwOnError()
  return {
    mark,
    cards: cards.data,
    videoId: video.data.id,
    badgeId: badge.data.id,
    packageId: box.data.id,
    itemId: item.data.id,
    postId: post.data.id,
  }
}

test('a card is edited beside the list: its address, a reload, Back, Escape, and the question before words are lost', async ({
  page,
  signIn,
  instance,
}) => {
  const { mark, cards } = await made(instance)
  const [open, draw] = cards
  await openConsole({ page, signIn, instance }, `cards?q=${mark}&sort=title`, 'Cards')
  await edit(page, `Open day ${mark}`).click()
  const form = dialog(page, 'Edit card')
  await isBeside(page, 'Edit card')
  await expect(page).toHaveURL(new RegExp(`q=${mark}&sort=title&edit=${open?.id}$`))
  await expect(form.getByLabel('Title')).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)

  // Another row takes its place, and the list stays usable.
  await edit(page, `Rod draw ${mark}`).click()
  await expect(form.getByLabel('Title')).toHaveValue(`Rod draw ${mark}`)
  await expect(page).toHaveURL(new RegExp(`edit=${draw?.id}$`))
  await page.reload()
  await expect(form.getByLabel('Title')).toHaveValue(`Rod draw ${mark}`)
  await page.goBack()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/admin/cards\\?q=${mark}&sort=title$`))

  await edit(page, `Rod draw ${mark}`).click()
  await form.getByLabel('Title').fill(`Reel draw ${mark}`)
  const question = dialog(page, 'Discard your changes?')
  for (const leave of [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => edit(page, `Open day ${mark}`).click(),
    () => page.getByRole('button', { name: 'Add card' }).click(),
  ]) {
    await form.getByLabel('Title').focus()
    await leave()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(form.getByLabel('Title')).toHaveValue(`Reel draw ${mark}`)
  }
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Videos' }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByRole('status').getByText(`Reel draw ${mark} is saved.`)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(edit(page, `Reel draw ${mark}`)).toBeVisible()

  await edit(page, `Open day ${mark}`).click()
  await form.getByLabel('Title').fill('Other words')
  await edit(page, `Reel draw ${mark}`).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByLabel('Title')).toHaveValue(`Reel draw ${mark}`)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(edit(page, `Reel draw ${mark}`)).toBeFocused()
})

test('every list has its rows at an address, beside it and in a sheet', async ({ page, signIn, instance }) => {
  test.slow()
  const { videoId, badgeId, packageId, itemId, postId, cards } = await made(instance)
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  const none = randomUUID()
  for (const [address, title] of [
    [`cards?edit=${cards[0]?.id}`, 'Edit card'],
    // Not in the list that is shown.
    [`cards?q=nothing&edit=${cards[0]?.id}`, 'Edit card'],
    ['cards?add', 'Add a card'],
    [`videos?q=nothing&edit=${videoId}`, 'Edit video'],
    ['videos?add', 'Add a video'],
    [`badges?edit=${badgeId}`, /^Edit Friend/],
    ['badges?add', 'Create a badge'],
    [`prizes?q=nothing&edit=${packageId}`, 'Edit package'],
    [`prizes?q=nothing&edit=${packageId}&part=${itemId}`, 'Edit item'],
    [`prizes?edit=${packageId}&part=new`, /^Add an item to Box/],
    ['prizes?add', 'Add Package'],
    [`newsfeed?q=nothing&edit=${postId}`, 'Pinned until'],
    ['newsfeed?add', 'Write announcement'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/admin/${address}`)
    await expect(dialog(page, title)).toHaveJSProperty('tagName', 'SECTION')
    await expect(dialog(page, title).getByRole('textbox').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(PHONE)
    await expect(dialog(page, title)).toHaveJSProperty('tagName', 'DIALOG')
    await expectNoSidewaysScroll(page)
    await page.goBack()
    await expect(dialog(page, title)).toHaveCount(0)
    await expect(page).toHaveURL((url) => !url.searchParams.has('edit') && !url.searchParams.has('add'))
    await closedLayer(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [address, text] of [
    [`cards?edit=${none}`, 'There is no such card.'],
    [`videos?edit=${none}`, 'There is no such video.'],
    [`badges?edit=${none}`, 'There is no such badge.'],
    [`prizes?edit=${none}`, 'There is no such package.'],
    [`prizes?edit=${packageId}&part=${none}`, 'There is no such item.'],
    [`newsfeed?edit=${none}`, 'There is no such post.'],
  ] as const) {
    await page.goto(`/admin/${address}`)
    await expect(page.getByText(text)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText(text)).toHaveCount(0)
    await expect(page).toHaveURL((url) => !url.searchParams.has('edit'))
    await closedLayer(page)
  }
})

test('beside the panel every list is accessible in both themes, and fits', async ({ page, signIn, instance }) => {
  test.slow()
  const { badgeId, packageId, videoId } = await made(instance)
  await openConsole({ page, signIn, instance }, 'cards', 'Cards')
  for (const address of [
    `videos?edit=${videoId}`,
    `badges?edit=${badgeId}`,
    `prizes?edit=${packageId}&part=new`,
    'prizes?add',
    'newsfeed?add',
  ])
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/admin/${address}`)
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
      await expectNoSidewaysScroll(page)
      if (width === 1280) await expectAccessibleInBothThemes(page)
    }
})

test('a row that is deleted beside its panel takes the panel with it', async ({ page, signIn, instance }) => {
  const { mark } = await made(instance)
  await openConsole({ page, signIn, instance }, `badges?q=${mark}`, 'Badges')
  await edit(page, `Friend ${mark}`).click()
  await expect(dialog(page, `Edit Friend ${mark}`)).toBeVisible()
  await page.getByRole('button', { name: `Delete Friend ${mark}` }).click()
  await dialog(page, `Delete Friend ${mark}?`).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/admin/badges\\?q=${mark}$`))
})

test('what is selected stays so after a reload and on return, and goes with its rows and at sign-out', async ({
  page,
  signIn,
  instance,
}) => {
  const { mark, cards } = await made(instance)
  await openConsole({ page, signIn, instance }, `cards?q=${mark}&sort=title`, 'Cards')
  const count = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: /selected$/ })
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await expect(all).not.toBeChecked()
  await page.getByText('Select all on this page').click()
  await expect(count).toHaveText('2 selected')
  await page.reload()
  await expect(count).toHaveText('2 selected')
  await expect(all).toBeChecked()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(count).toHaveCount(0)
  const admin = await instance.signedIn(instance.bailiff)
  await admin
    .from('info_cards')
    .delete()
    .eq('id', cards[0]?.id ?? '')
    .throwOnError()
  await page.goBack()
  await expect(count).toHaveText('1 selected')
  await expect(all).toBeChecked()

  await page.goto('/dashboard')
  await untilIdle(page)
  await page.getByRole('button', { name: 'Exit' }).first().click()
  await expect(page).not.toHaveURL(/dashboard/)
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('bankside-selected-'))))
    .toEqual([])
  await openConsole({ page, signIn, instance }, `cards?q=${mark}`, 'Cards')
  await expect(page.getByRole('checkbox', { name: `Select Rod draw ${mark}` })).not.toBeChecked()
})

test('on a phone a catch is declined with a long reason, which is shown whole', async ({ page, signIn, instance }) => {
  test.slow()
  const member = await angler(instance, 15_500, 'ghost', `${'W'.repeat(42)}${randomUUID().slice(0, 8)}`)
  await offerCatch(instance, member)
  await page.setViewportSize(PHONE)
  await openConsole({ page, signIn, instance }, 'records', 'Records')
  await page.getByRole('button', { name: `Decline: ${member.username}` }).click()
  const reason = page.getByLabel('Reason')
  const send = page.getByRole('button', { name: 'Decline the catch' })
  await expect(reason).toBeFocused()
  await reason.fill('x'.repeat(501))
  await send.click()
  await expect(page.getByText('Use 500 characters at most')).toBeVisible()
  const words = `${'x'.repeat(120)} ${'The scales cannot be read. '.repeat(14)}`.slice(0, 499).trim()
  await reason.fill(words)
  await expect(page.getByText('Use 500 characters at most')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  expect((await send.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await send.click()
  await expect(page.getByRole('status').getByText(`The catch of ${member.username} is declined.`)).toBeVisible()
  await page.goto('/admin/records?view=decided')
  const decided = page.getByRole('listitem').filter({ hasText: member.username })
  await expect(decided).toContainText(words)
  await expectNoSidewaysScroll(page)
  const cut = await decided
    .getByText(words)
    .evaluate((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
  expect(cut).toBe(false)
  await expectAccessibleInBothThemes(page)
})
