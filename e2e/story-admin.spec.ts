import type { Locator, Page } from '@playwright/test'
import { dialog } from './support/console.ts'
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

// A club of its own: what members see there comes only from this story.
test.beforeAll(async ({ browser }) => {
  engine = await startOwnEngine()
  crew = new Crew(browser, engine.url)
})
test.afterAll(async () => {
  await crew.close()
  await engine.stop()
})

test('an admin runs a club for a day: prizes, three games, a badge, points; two members see it live', async () => {
  test.setTimeout(300_000)
  const tom = await crew.open('Tom')
  const finn = await crew.open('Finn', { width: 390, height: 844 })
  const admin = await crew.open('the bailiff')
  await tom.goto('/register')
  await register(tom, 'tom_withy')
  await finn.goto('/register')
  await register(finn, 'finn_new')
  const instance = new Instance(engine.url)
  // The story counts the points of what it tells.
  await instance.setStepPoints(0)
  await signInAt(admin, instance.bailiff)
  await admin.goto('/admin/prizes')
  for (const page of [tom, finn, admin]) await markLoaded(page)

  // Prizes: a package with a parcel and some points.
  await addPackage(admin)

  // Guess the weight, from draft to completion; Tom is closest, and his points rise on his screen.
  await goToSection(admin, 'Games')
  await addGame(admin, /Guess the weight/, 'Lodge fish', async () => {
    await admin.getByLabel('Actual weight').fill('28.6')
    await admin.getByRole('radio', { name: 'lbs' }).click()
    await admin.getByLabel('Winner points').fill('120')
  })
  await guess(tom, '28.5')
  await guess(finn, '12')
  await goTo(tom, 'Dashboard')
  await complete(admin, 'Lodge fish')
  await expect(tom.getByRole('link', { name: '120 points' })).toBeVisible()

  // Pick a swim with the package as its prize: Finn wins it and sees it in the feed.
  await addGame(admin, /Pick a swim/, 'Which corner?', async () => {
    await admin.getByLabel('Winning square', { exact: true }).fill('8')
    await admin.getByLabel('Lake photo', { exact: true }).setInputFiles(await photo('#1c4f45'))
    await expect(admin.getByRole('button', { name: 'Replace' })).toBeVisible()
    await admin.getByLabel('Prize package').selectOption('Tackle parcel')
  })
  await square(finn, '8')
  await square(tom, '9')
  await goTo(tom, 'News')
  await complete(admin, 'Which corner?')
  await readNewPost(tom, 'Tackle parcel')

  // Carp of the week: photos are entered and places set.
  await addGame(admin, /Carp of the week/, 'Best of November', async () => {})
  await enterPhoto(tom, '#27415f')
  await enterPhoto(finn, '#5f4027')
  await row(admin, 'Best of November').getByRole('link', { name: 'Entries of Best of November' }).click()
  const place = (who: string, number: number) =>
    admin.getByRole('radiogroup', { name: `Place of ${who}` }).getByRole('radio', { name: `Place ${number}` })
  await place('finn_new', 1).click()
  await place('tom_withy', 2).click()
  await goTo(tom, 'Leaderboard')
  await complete(admin, 'Best of November')
  await expect(ranked(tom, 'finn_new', '400')).toBeVisible()
  await expect(ranked(tom, 'tom_withy', '320')).toBeVisible()

  // A badge for Finn: Tom sees it in the feed, and it appears in the ranking.
  await goToSection(admin, 'Badges')
  await admin.getByRole('button', { name: 'Create badge' }).click()
  const made = dialog(admin, 'Create a badge')
  await made.getByRole('textbox', { name: 'Name', exact: true }).fill('Night owl')
  await made.getByLabel('Description').fill('Posts at three in the morning')
  await made.getByRole('button', { name: 'Create badge' }).click()
  await admin.getByRole('button', { name: 'Award Night owl' }).click()
  const award = dialog(admin, /Award/)
  await award.getByRole('searchbox').fill('finn_new')
  await award.getByRole('searchbox').press('Enter')
  await award.getByRole('radio', { name: /finn_new/ }).check()
  await goTo(tom, 'News')
  await award.getByRole('button', { name: 'Award badge' }).click()
  await readNewPost(tom, 'Night owl')

  // Manual points: Tom has as many as Finn again.
  await goTo(tom, 'Dashboard')
  await goToSection(admin, 'Points')
  await admin.getByRole('region', { name: 'Members' }).getByRole('button', { name: 'tom_withy' }).click()
  await admin.getByLabel('Points change').fill('80')
  await admin.getByLabel('Reason').fill('Litter pick')
  await admin.getByRole('button', { name: 'Update Points' }).click()
  await expect(tom.getByText('Litter pick')).toBeVisible()
  await expect(tom.getByRole('link', { name: '400 points' })).toBeVisible()

  // Finn claims the parcel on the phone, the bailiff ships it, and the trail lists all of it.
  await finn.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()
  await finn.getByRole('link', { name: /Claim Prize.*Landing net/ }).click()
  await claimPrize(finn)
  await goToSection(admin, 'Claims')
  const parcel = admin.getByRole('article').filter({ hasText: 'Landing net' })
  await expect(parcel.getByText('220 W Water St')).toBeVisible()
  await parcel.getByRole('button', { name: /Update Status/ }).click()
  await parcel.getByLabel('Status', { exact: true }).selectOption('shipped')
  await parcel.getByLabel('Tracking number').fill('1Z999AA10123456784')
  await parcel.getByRole('button', { name: 'Save' }).click()
  await expect(parcel.getByText('Shipped').first()).toBeVisible()
  await goToSection(admin, 'Audit trail')
  for (const text of ['Litter pick', 'Night owl', 'Best of November', 'Which corner?', 'Tackle parcel'])
    await expect(admin.getByRole('main').getByText(text).first()).toBeVisible()
  for (const page of [tom, finn, admin]) await expectNotReloaded(page)
})

const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const game = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })

async function readNewPost(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New posts' }).click()
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible()
}

async function addPackage(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: 'Add Package' }).first().click()
  const sheet = dialog(admin, 'Add Package')
  const item = (number: number) => sheet.getByRole('group', { name: `Item ${number}` })
  await sheet.getByLabel('Name').fill('Tackle parcel')
  await item(1).getByLabel('Title').fill('Landing net')
  await item(1).getByLabel('Type').selectOption('Physical')
  await sheet.getByRole('button', { name: 'Add item' }).click()
  await item(2).getByLabel('Title').fill('Bonus')
  await item(2).getByLabel('Points value').fill('50')
  await sheet.getByRole('button', { name: 'Add Package' }).click()
  await expect(admin.getByRole('heading', { name: 'Tackle parcel' })).toBeVisible()
}

/** Creates a game that is open now, as a draft, and activates it. */
async function addGame(admin: Page, type: RegExp, title: string, fill: () => Promise<void>): Promise<void> {
  await admin.getByRole('link', { name: 'Add Game' }).click()
  await admin.getByRole('radio', { name: type }).click()
  await admin.getByLabel('Title').fill(title)
  await admin.getByLabel('Start date').fill(localInput(new Date(Date.now() - HOUR_MS)))
  await admin.getByLabel('End date').fill(localInput(new Date(Date.now() + HOUR_MS)))
  await fill()
  await admin.getByRole('button', { name: 'Create game' }).click()
  await expect(row(admin, title).getByText('Draft')).toBeVisible()
  await row(admin, title)
    .getByRole('button', { name: `Activate ${title}` })
    .click()
  await dialog(admin, 'Activate this game?').getByRole('button', { name: 'Activate' }).click()
  await expect(row(admin, title).getByText('Active', { exact: true })).toBeVisible()
}

async function complete(admin: Page, title: string): Promise<void> {
  await row(admin, title)
    .getByRole('button', { name: `Complete ${title}` })
    .click()
  await dialog(admin, 'Complete this game?').getByRole('button', { name: 'Complete' }).click()
  await expect(row(admin, title).getByText('Completed')).toBeVisible()
}

async function guess(page: Page, weight: string): Promise<void> {
  await goTo(page, 'Games')
  await game(page, 'Lodge fish').getByLabel('Weight in lbs').fill(weight)
  await game(page, 'Lodge fish').getByRole('button', { name: 'Submit guess' }).click()
  await expect(game(page, 'Lodge fish').getByText('You’re in')).toBeVisible()
}

async function square(page: Page, number: string): Promise<void> {
  await goTo(page, 'News')
  await goTo(page, 'Games')
  const own = game(page, 'Which corner?')
  await own.getByRole('gridcell', { name: number, exact: true }).click()
  await own.getByRole('button', { name: 'Submit square' }).click()
  await expect(own.getByText('You’re in')).toBeVisible()
}

async function enterPhoto(page: Page, colour: string): Promise<void> {
  await goTo(page, 'News')
  await goTo(page, 'Games')
  const own = game(page, 'Best of November')
  await own.getByLabel('Your photo', { exact: true }).setInputFiles(await photo(colour))
  await own.getByRole('button', { name: 'Submit photo' }).click()
  await expect(own.getByText('You’re in')).toBeVisible()
}
