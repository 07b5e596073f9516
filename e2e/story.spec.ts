import type { Page } from '@playwright/test'
import {
  Crew,
  claimPrize,
  expectNotReloaded,
  goTo,
  goToSection,
  localInput,
  markLoaded,
  photo,
  ranked,
  register,
  signInAt,
} from './support/crew.ts'
import { Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { expect, test } from './support/test.ts'

const HOUR_MS = 3_600_000

let engine: OwnEngine
let crew: Crew

// A club of its own: the ranking contains only these members.
test.beforeAll(async ({ browser }) => {
  engine = await startOwnEngine()
  crew = new Crew(browser, engine.url)
})
test.afterAll(async () => {
  await crew.close()
  await engine.stop()
})

test('invite, register, approve, post, react, play, win, claim, ship: three browsers see it all without a reload', async () => {
  test.setTimeout(240_000)
  const instance = new Instance(engine.url)
  // The story counts the points of what it tells.
  await instance.setStepPoints(0)
  const tom = await crew.open('Tom')
  const finn = await crew.open('Finn')
  const admin = await crew.open('the bailiff')

  // Tom is a member and invites Finn.
  await tom.goto('/register')
  await register(tom, 'tom_withy')
  await markLoaded(tom)
  const link = await tom.getByLabel('Your referral link').inputValue()
  await finn.goto(link)
  await expect(finn.getByText('tom_withy')).toBeVisible()
  await register(finn, 'finn_new')
  await markLoaded(finn)

  // The bailiff sets the points of a referral.
  await signInAt(admin, instance.bailiff)
  await admin.goto('/admin/referrals')
  await markLoaded(admin)
  await admin.getByLabel(/points per referral/i).fill('150')
  await admin.getByRole('button', { name: /save/i }).click()
  await expect(admin.getByText('Settings updated successfully!')).toBeVisible()

  // Tom sees the new referral and approves it.
  await tom.getByRole('button', { name: 'Approve finn_new@bankside.test' }).click()
  await expect(tom.getByText('Referral approved successfully!')).toBeVisible()
  await goTo(finn, 'Leaderboard')
  await expect(ranked(finn, 'tom_withy', '150')).toBeVisible()

  // Tom posts, Finn reacts, and both see it at once.
  await goTo(tom, 'News')
  await goTo(finn, 'News')
  await tom.getByLabel('Write a post').fill('Mist on the water, first fish at dawn.')
  await tom.getByRole('button', { name: 'Post', exact: true }).click()
  const post = finn.getByRole('article').filter({ hasText: 'Mist on the water' })
  await finn
    .getByRole('button', { name: /new post/i })
    .or(post)
    .first()
    .click()
  await post.getByRole('button', { name: 'More reactions' }).click()
  await post.getByRole('button', { name: 'Fish, 0' }).click()
  const own = tom.getByRole('article').filter({ hasText: 'Mist on the water' })
  await own.getByRole('button', { name: 'More reactions' }).click()
  await expect(own.getByRole('button', { name: 'Fish, 1' })).toBeVisible()

  // The bailiff creates a prize and opens a game for it.
  await goToSection(admin, 'Prizes')
  await admin.getByRole('button', { name: 'Add Package' }).first().click()
  const parcel = admin.getByRole('dialog', { name: 'Add Package' })
  await parcel.getByLabel('Name').fill('Bait box')
  await parcel.getByLabel('Title').fill('10 kg of boilies')
  await parcel.getByLabel('Type').selectOption('physical')
  await parcel.getByRole('button', { name: 'Add Package' }).click()
  await expect(admin.getByRole('heading', { name: 'Bait box' })).toBeVisible()
  await goToSection(admin, 'Games')
  await addSwimGame(admin)
  await admin.getByRole('button', { name: 'Activate Where would you cast?' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(admin.getByRole('button', { name: 'Complete Where would you cast?' })).toBeVisible()

  // Both play; Finn picks the winning square.
  await play(tom, '12')
  await play(finn, '47')
  await goTo(finn, 'Dashboard')
  await goTo(tom, 'Leaderboard')
  await expect(ranked(tom, 'tom_withy', '150')).toBeVisible()

  // The bailiff completes the game: Tom sees Finn overtake him, and Finn has a prize to claim.
  await admin.getByRole('button', { name: 'Complete Where would you cast?' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(ranked(tom, 'finn_new', '300')).toBeVisible()
  await expect(ranked(tom, 'tom_withy', '150')).toBeVisible()
  await finn.getByRole('link', { name: /Claim Prize/ }).click()
  await claimPrize(finn)

  // The bailiff sees the claim and ships it.
  await goToSection(admin, 'Claims')
  const row = admin.getByRole('article').filter({ hasText: '10 kg of boilies' })
  await expect(row.getByText('220 W Water St')).toBeVisible()
  await row.getByRole('button', { name: /Update Status/ }).click()
  await row.getByLabel('Status', { exact: true }).selectOption('shipped')
  await row.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await row
    .getByRole('button', { name: /save|update/i })
    .last()
    .click()
  await expect(row.getByText('Shipped').first()).toBeVisible()

  for (const page of [tom, finn, admin]) await expectNotReloaded(page)
  const member = await instance.signedIn({ email: 'finn_new@bankside.test', password: 'quiet-water' })
  const { data } = await member.from('prize_awards').select('status, fulfillment_status, tracking_number')
  expect(data).toEqual([{ status: 'claimed', fulfillment_status: 'shipped', tracking_number: '1Z999AA10123456784' }])
})

async function addSwimGame(admin: Page): Promise<void> {
  await admin
    .getByRole('link', { name: 'Add Game' })
    .or(admin.getByRole('button', { name: 'Add Game' }))
    .first()
    .click()
  await admin.getByRole('radio', { name: /pick a swim/i }).click()
  await admin.getByLabel('Title').fill('Where would you cast?')
  await admin.getByLabel('Start date').fill(localInput(new Date(Date.now() - HOUR_MS)))
  await admin.getByLabel('End date').fill(localInput(new Date(Date.now() + HOUR_MS)))
  await admin.getByLabel('Winner points').fill('300')
  await admin.getByLabel('Prize package').selectOption({ label: 'Bait box' })
  await admin.getByLabel('Winning square', { exact: true }).fill('47')
  await admin.getByLabel('Lake photo', { exact: true }).setInputFiles(await photo('#1c4f45'))
  await expect(admin.getByRole('button', { name: 'Replace' })).toBeVisible()
  await admin.getByRole('button', { name: 'Create game' }).click()
  await expect(admin.getByText('Where would you cast? was saved as a draft.', { exact: false })).toBeVisible()
}

async function play(page: Page, square: string): Promise<void> {
  await goTo(page, 'Games')
  const game = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Where would you cast?' }) })
  await game.getByRole('gridcell', { name: square, exact: true }).click()
  await game.getByRole('button', { name: 'Submit square' }).click()
  await expect(game.getByText('You’re in')).toBeVisible()
}
