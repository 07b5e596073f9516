import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../contract/src/database.types.ts'
import { dialog } from './support/console.ts'
import { type Account, Instance } from './support/instance.ts'
import { type OwnEngine, startOwnEngine } from './support/own-engine.ts'
import { awardPrize } from './support/prizes.ts'
import { loseAnswer, pressTwice, wirePage } from './support/second-press.ts'
import { expect, test } from './support/test.ts'

// What is sent twice has one effect and is told as success. Each entry is a form or a question of the app: once the
// second press comes after the answer, while the button is still there; once the first answer is lost, and the second
// press says again what was done. On a site of its own, because some forms change it for everybody.

type Client = SupabaseClient<Database>

interface Stage {
  page: Page
  instance: Instance
  admin: Client
  /** The member who is signed in. */
  member: Account
  own: Client
  /** A text that nothing else contains. */
  name: string
}

interface Act {
  /** The request that carries it out. */
  call: string
  button: Locator
  /** Says that it was done. */
  told: Locator
  /** What there is of it now. */
  effects: () => Promise<unknown>
  /** The same when it was done once. */
  once: unknown
  /** What the page says when the answer is lost, where it learns by itself that it was done. */
  learnt?: Locator
}

type Acts = Record<string, (stage: Stage) => Promise<Act>>

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** A moment in the format of the browser's date field. */
const local = (hours: number) => {
  const moment = new Date(Date.now() + hours * HOUR_MS)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: typeof name === 'string' })

/** Number of rows in which a column has a value. */
const count = (client: Client, table: keyof Database['public']['Tables'], column: string, value: string) => async () =>
  (await client.from(table).select('*', { count: 'exact', head: true }).eq(column, value).throwOnError()).count

/** What the trail says about a row, without its creation. */
const changes = (admin: Client, id: string) => async () =>
  (await admin.from('audit_log').select('action').eq('subject_id', id).order('at').throwOnError()).data
    .map(({ action }) => action)
    .filter((action) => !/^(create|make|add)_/.test(action ?? ''))

const idOf = async (made: PromiseLike<{ data: { id: string } }>) => (await made).data.id

const makeGame = ({ admin, name }: Stage, fields: object = {}) => {
  const times = { start_date: at(-1), end_date: at(1), image_url: '/mark.svg' }
  const game = { type: 'pick_swim', title: name, metadata: { winning_square: 47 }, ...times, ...fields }
  return idOf(
    admin
      .from('games')
      .insert(game as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}
const makeCard = ({ admin, name }: Stage) => {
  const card = { title: name, description: 'x', placement: 'games', start_date: at(-1), end_date: at(1) }
  return idOf(
    admin
      .from('info_cards')
      .insert(card as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}
const makeVideo = ({ admin, name }: Stage) => {
  const video = { title: name, embed_code: 'https://vimeo.com/123456789', scheduled_for: at(1) }
  return idOf(
    admin
      .from('live_videos')
      .insert(video as never)
      .select('id')
      .single()
      .throwOnError(),
  )
}
const makeBadge = ({ admin, name }: Stage) =>
  idOf(admin.from('badges').insert({ name, description: 'Owl' }).select('id').single().throwOnError())
const makePackage = async ({ admin, name }: Stage) => {
  const id = await idOf(admin.from('prize_packages').insert({ name }).select('id').single().throwOnError())
  const item = { package_id: id, title: `${name} item`, type: 'physical', quantity: 3 }
  const itemId = await idOf(admin.from('prize_items').insert(item).select('id').single().throwOnError())
  return { id, itemId }
}
const makePost = ({ own, name }: Stage) =>
  idOf(own.from('newsfeed_posts').insert({ content: name }).select('id').single().throwOnError())

const question = (page: Page, label: string) => press(page.getByRole('dialog'), label)
const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const status = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).last()

/** Asks before something happens to a row of a list, and says so afterwards by its effect. */
async function ask(page: Page, path: string, open: string, label: string) {
  await page.goto(path)
  await press(page, open).first().click()
  return question(page, label)
}

const CONSOLE: Acts = {
  'a new game': async ({ page, admin, name }) => {
    await page.goto('/admin/games?add')
    await page.getByRole('radio', { name: /Carp of the week/i }).click()
    await page.getByLabel('Title').fill(name)
    await page.getByLabel('Start date').fill(local(-1))
    await page.getByLabel('End date').fill(local(5))
    return {
      call: 'POST /rest/v1/games',
      button: press(page, 'Create game'),
      told: status(page, `${name} is a draft now.`),
      effects: count(admin, 'games', 'title', name),
      once: 1,
    }
  },
  'a draft of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage)
    await page.goto(`/admin/games?edit=${id}`)
    await page.getByLabel('Title').fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/games',
      button: press(page, 'Save game'),
      told: status(page, `${name} named is saved.`),
      effects: changes(admin, id),
      once: ['edit_game'],
    }
  },
  'the opening of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage)
    const button = await ask(page, '/admin/games', `Activate ${name}`, 'Activate')
    const told = status(page, name)
    return { call: 'PATCH /rest/v1/games', button, told, effects: changes(admin, id), once: ['activate_game'] }
  },
  'the completion of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage, { status: 'active' })
    const button = await ask(page, '/admin/games', `Complete ${name}`, 'Complete')
    const told = status(page, name)
    return { call: 'PATCH /rest/v1/games', button, told, effects: changes(admin, id), once: ['complete_game'] }
  },
  'the end of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage)
    const button = await ask(page, '/admin/games', `Delete ${name}`, 'Delete')
    const told = status(page, `${name} is deleted.`)
    return { call: 'DELETE /rest/v1/games', button, told, effects: changes(admin, id), once: ['delete_game'] }
  },
  'a new card': async ({ page, admin, name }) => {
    await page.goto('/admin/cards')
    await press(page, 'Add card').click()
    const form = dialog(page, 'Add a card')
    await form.getByLabel('Title').fill(name)
    await form.getByLabel('Start date').fill(local(-1))
    await form.getByLabel('End date').fill(local(2))
    return {
      call: 'POST /rest/v1/info_cards',
      button: press(form, 'Create card'),
      told: status(page, `${name} is saved.`),
      effects: count(admin, 'info_cards', 'title', name),
      once: 1,
    }
  },
  'a card': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeCard(stage)
    await page.goto('/admin/cards')
    await press(page, `Edit ${name}`).click()
    await dialog(page, 'Edit card').getByLabel('Title').fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/info_cards',
      button: question(page, 'Save card'),
      told: status(page, `${name} named is saved.`),
      effects: changes(admin, id),
      once: ['edit_card'],
    }
  },
  'the end of a card': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeCard(stage)
    const button = await ask(page, '/admin/cards', `Delete ${name}`, 'Delete')
    const told = page.getByRole('list', { name: 'Info cards' }).and(page.locator(`:not(:has-text("${name}"))`))
    return { call: 'DELETE /rest/v1/info_cards', button, told, effects: changes(admin, id), once: ['delete_card'] }
  },
  'a new video': async ({ page, admin, name }) => {
    await page.goto('/admin/videos')
    await press(page, 'Add video').click()
    const form = dialog(page, 'Add a video')
    await form.getByLabel('Title').fill(name)
    await form.getByLabel('Embed code').fill('https://vimeo.com/123456789')
    await form.getByLabel('Scheduled for').fill(local(1))
    return {
      call: 'POST /rest/v1/live_videos',
      button: press(form, 'Create video'),
      told: status(page, `${name} is saved.`),
      effects: count(admin, 'live_videos', 'title', name),
      once: 1,
    }
  },
  'a video': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeVideo(stage)
    await page.goto('/admin/videos')
    await press(page, `Edit ${name}`).click()
    await dialog(page, 'Edit video').getByLabel('Title').fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/live_videos',
      button: question(page, 'Save video'),
      told: status(page, `${name} named is saved.`),
      effects: changes(admin, id),
      once: ['edit_video'],
    }
  },
  'the start of a video': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeVideo(stage)
    const button = await ask(page, '/admin/videos', `Activate ${name}`, 'Activate')
    const told = press(page, `Deactivate ${name}`)
    return { call: 'PATCH /rest/v1/live_videos', button, told, effects: changes(admin, id), once: ['edit_video'] }
  },
  'a new badge': async ({ page, admin, name }) => {
    await page.goto('/admin/badges')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Description').fill('Posts at 3am')
    return {
      call: 'POST /rest/v1/badges',
      button: press(page, 'Create badge'),
      told: status(page, `Badge ${name} created.`),
      effects: count(admin, 'badges', 'name', name),
      once: 1,
    }
  },
  'a badge': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeBadge(stage)
    await page.goto('/admin/badges')
    await press(page, `Edit ${name}`).click()
    await dialog(page, `Edit ${name}`).getByLabel('Description').fill('Sings')
    return {
      call: 'PATCH /rest/v1/badges',
      button: question(page, 'Save'),
      told: status(page, `Badge ${name} saved.`),
      effects: changes(admin, id),
      once: ['edit_badge'],
    }
  },
  'an award of a badge': async (stage) => {
    const { page, admin, instance, name } = stage
    const badge_id = await makeBadge(stage)
    const { email, username } = await instance.register()
    await page.goto('/admin/badges')
    await press(page, `Award ${name}`).click()
    const form = dialog(page, `Award ${name}`)
    await form.getByRole('searchbox').fill(email)
    await form.getByRole('searchbox').press('Enter')
    await expect(form.getByRole('radio')).toHaveCount(1)
    await form.getByRole('radio').check()
    return {
      call: 'POST /rest/v1/user_badges',
      button: press(form, 'Award badge'),
      told: status(page, `${name} awarded to ${username}.`),
      effects: count(admin, 'user_badges', 'badge_id', badge_id),
      once: 1,
    }
  },
  'the end of a badge': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeBadge(stage)
    const button = await ask(page, '/admin/badges', `Delete ${name}`, 'Delete')
    const told = status(page, `Badge ${name} deleted.`)
    return { call: 'DELETE /rest/v1/badges', button, told, effects: changes(admin, id), once: ['delete_badge'] }
  },
  'a new package': async ({ page, admin, name }) => {
    await page.goto('/admin/prizes')
    await press(page, 'Add Package').first().click()
    const form = dialog(page, 'Add Package')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Title').fill(`${name} item`)
    await form.getByLabel('Points value').fill('50')
    const effects = async () => [
      await count(admin, 'prize_packages', 'name', name)(),
      await count(admin, 'prize_items', 'title', `${name} item`)(),
    ]
    const told = status(page, `${name} is ready to be assigned.`)
    return { call: 'POST /rest/v1/prize_items', button: press(form, 'Add Package'), told, effects, once: [1, 1] }
  },
  'a package': async (stage) => {
    const { page, admin, name } = stage
    const { id } = await makePackage(stage)
    await page.goto('/admin/prizes')
    await press(page, `Edit ${name}`).click()
    await dialog(page, 'Edit package').getByLabel('Name').fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/prize_packages',
      button: question(page, 'Save'),
      told: page.getByRole('heading', { name: `${name} named` }),
      effects: changes(admin, id),
      once: ['edit_package'],
    }
  },
  'an item': async (stage) => {
    const { page, admin, name } = stage
    await makePackage(stage)
    await page.goto('/admin/prizes')
    await press(page, `Add an item to ${name}`).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill(`${name} second`)
    await form.getByLabel('Points value').fill('50')
    return {
      call: 'POST /rest/v1/prize_items',
      button: press(form, 'Add item'),
      told: status(page, `${name} second added to ${name}.`),
      effects: count(admin, 'prize_items', 'title', `${name} second`),
      once: 1,
    }
  },
  'an award of a prize': async (stage) => {
    const { page, admin, instance, name } = stage
    await makePackage(stage)
    const winner = await instance.register()
    await page.goto('/admin/prizes')
    await press(page, 'Assign Prize').first().click()
    const form = dialog(page, 'Assign Prize')
    await form.getByLabel('Package').selectOption({ label: name })
    await form.getByLabel('Find a user').fill(winner.username)
    await press(form, new RegExp(winner.username)).click()
    return {
      call: 'POST /rest/v1/rpc/assign_prize_package',
      button: press(form, 'Assign Prize'),
      told: status(page, `${name} was assigned to ${winner.username}.`),
      effects: count(admin, 'prize_awards', 'user_id', winner.id),
      once: 1,
    }
  },
  'the end of a package': async (stage) => {
    const { page, admin, name } = stage
    const { id } = await makePackage(stage)
    const button = await ask(page, '/admin/prizes', `Delete ${name}`, 'Delete')
    const told = page.getByRole('main').and(page.locator(`:not(:has-text("${name}"))`))
    const effects = changes(admin, id)
    return { call: 'DELETE /rest/v1/prize_packages', button, told, effects, once: ['delete_package'] }
  },
  'the sending of a prize': async ({ page, admin, instance, name }) => {
    const winner = await instance.register()
    await awardPrize(instance, winner, { title: name })
    await page.goto(`/admin/claims?q=${encodeURIComponent(name)}`)
    await press(page, 'Update Status').click()
    await page.getByLabel('Tracking number').fill('1Z 999')
    return {
      call: 'PATCH /rest/v1/prize_awards',
      button: press(page, 'Save'),
      told: status(page, `The claim of ${winner.username} was updated.`),
      effects: changes(admin, winner.id),
      once: ['assign_prize', 'edit_claim'],
    }
  },
  'points of a member': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    await page.goto(`/admin/points?user=${id}`)
    await page.getByLabel('Points change').fill('20')
    await page.getByLabel('Reason').fill('Litter pick')
    return {
      call: 'POST /rest/v1/points_log',
      button: press(page, 'Update Points'),
      told: status(page, new RegExp(`^${username}: \\+20|\\+20 points for ${username}`)),
      effects: count(admin, 'points_log', 'user_id', id),
      once: 1,
    }
  },
  'the name of a member': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    await page.goto(`/admin/users?q=${username}`)
    await press(page, `Edit ${username}`).click()
    const name = `n_${randomUUID().slice(0, 8)}`
    await page.getByRole('dialog').getByLabel('Username').fill(name)
    return {
      call: 'PATCH /rest/v1/profiles',
      button: question(page, 'Save'),
      told: status(page, `${name} is saved.`),
      effects: async () => [...(await changes(admin, id)()), await count(admin, 'profiles', 'username', name)()],
      once: [expect.any(String), 1],
    }
  },
  'the password of a member': async ({ page, instance }) => {
    const account = await instance.register()
    const { username, email } = account
    const button = await ask(page, `/admin/users?q=${username}`, `Change password of ${username}`, 'Change password')
    await page.getByLabel('New password', { exact: true }).fill('brown bread')
    return {
      call: 'POST /rest/v1/rpc/set_member_password',
      button,
      told: status(page, `${username} has a new password`),
      effects: async () => Boolean(await instance.session({ email, password: 'brown bread' })),
      once: true,
    }
  },
  'a suspension': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    const button = await ask(page, `/admin/users?q=${username}`, `Suspend ${username}`, 'Suspend')
    return {
      call: 'PATCH /rest/v1/profiles',
      button,
      told: status(page, `${username} is suspended.`),
      effects: changes(admin, id),
      once: ['suspend'],
    }
  },
  'the end of a member': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    const button = await ask(page, `/admin/users?q=${username}`, `Delete ${username}`, 'Delete')
    return {
      call: 'POST /rest/v1/rpc/delete_user',
      button,
      told: status(page, `${username} is deleted.`),
      effects: changes(admin, id),
      once: ['delete_user'],
    }
  },
  'the site settings': async ({ page }) => {
    await page.goto('/admin')
    const symbol = `k${randomUUID().slice(0, 1)}`
    await page.getByLabel('Currency symbol').fill(symbol)
    return {
      call: 'PATCH /rest/v1/site_settings',
      button: press(page, 'Save settings'),
      told: page.getByText('Settings updated successfully!'),
      effects: async () => symbol,
      once: symbol,
    }
  },
  'the referral settings': async ({ page }) => {
    await page.goto('/admin/referrals')
    const points = `${100 + Math.floor(Math.random() * 800)}`
    await page.getByLabel('Points per referral').fill(points)
    return {
      call: 'PATCH /rest/v1/referral_settings',
      button: press(page, 'Save settings'),
      told: page.getByText('Settings updated successfully!'),
      effects: async () => true,
      once: true,
    }
  },
  'a block of the landing page': async ({ page, admin, name }) => {
    await page.goto('/admin/content')
    const block = page.getByRole('region', { name: 'Feature 2' })
    await block.getByLabel('Title').fill(name)
    return {
      call: 'PATCH /rest/v1/landing_content',
      button: press(block, 'Save Feature 2'),
      told: block.getByText('Feature 2 is saved.'),
      effects: count(admin, 'landing_content', 'title', name),
      once: 1,
    }
  },
}

const MEMBER: Acts = {
  'a post': async ({ page, own, name }) => {
    await page.goto('/newsfeed')
    await page.getByRole('textbox', { name: 'Write a post' }).fill(name)
    return {
      call: 'POST /rest/v1/newsfeed_posts',
      button: press(page, 'Post'),
      told: status(page, /^(Posted|Your post had already arrived\.)$/),
      effects: count(own, 'newsfeed_posts', 'content', name),
      once: 1,
    }
  },
  'a changed post': async (stage) => {
    const { page, own, name } = stage
    await page.goto(`/newsfeed/${await makePost(stage)}`)
    await press(page, 'Post options').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit post' }).fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/newsfeed_posts',
      button: press(page, 'Save'),
      told: post(page, `${name} named`).and(page.locator(':not(:has(textarea[aria-label="Edit post"]))')),
      effects: count(own, 'newsfeed_posts', 'content', `${name} named`),
      once: 1,
    }
  },
  'the end of a post': async (stage) => {
    const { page, own, name } = stage
    await page.goto(`/newsfeed/${await makePost(stage)}`)
    await press(page, 'Post options').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return {
      call: 'DELETE /rest/v1/newsfeed_posts',
      button: question(page, 'Delete'),
      told: status(page, 'Post deleted'),
      learnt: page.getByText('This post is no longer here.'),
      effects: count(own, 'newsfeed_posts', 'content', name),
      once: 0,
    }
  },
  'a comment': async (stage) => {
    const { page, own, name } = stage
    await page.goto(`/newsfeed/${await makePost(stage)}`)
    await page.getByRole('textbox', { name: 'Add a comment' }).fill(`${name} word`)
    return {
      call: 'POST /rest/v1/newsfeed_comments',
      button: press(page, 'Send comment'),
      told: page
        .getByRole('region', { name: 'Comments' })
        .getByRole('listitem')
        .filter({ hasText: new RegExp(`now\\s*${name} word`) }),
      effects: count(own, 'newsfeed_comments', 'content', `${name} word`),
      once: 1,
    }
  },
  'a gift': async ({ page, instance, own, member }) => {
    const other = await instance.register()
    await instance.givePoints(member, 50)
    await page.goto(`/network?q=${other.username}`)
    await press(page, `Gift Points to ${other.username}`).click()
    await page.getByRole('dialog').getByLabel('Points').fill('5')
    return {
      call: 'POST /rest/v1/point_gifts',
      button: question(page, 'Gift Points'),
      told: status(
        page,
        new RegExp(`^(You gave ${other.username} 5 points\\.|Your gift of 5 points to .*arrived\\.)$`),
      ),
      effects: count(own, 'point_gifts', 'to_user_id', other.id),
      once: 1,
    }
  },
  'an accepted connection': async ({ page, instance, own, member }) => {
    const other = await instance.register()
    const row = { user_id: other.id, connected_user_id: member.id, status: 'pending' }
    await (await instance.signedIn(other)).from('member_connections').insert(row).throwOnError()
    await page.goto('/network')
    return {
      call: 'PATCH /rest/v1/member_connections',
      button: press(page, `Accept ${other.username}`),
      told: status(page, `You and ${other.username} are connected.`),
      effects: count(own, 'member_connections', 'user_id', other.id),
      once: 1,
    }
  },
  'an entry of a game': async (stage) => {
    const { page, own, name } = stage
    const id = await makeGame(stage, { status: 'active' })
    await page.goto(`/games/${id}`)
    await page.getByRole('gridcell', { name: '5', exact: true }).click()
    return {
      call: 'POST /rest/v1/game_entries',
      button: press(page, 'Submit square'),
      told: page.getByRole('article').filter({ hasText: name }).getByText('Your square: 5'),
      effects: count(own, 'game_entries', 'game_id', id),
      once: 1,
    }
  },
  'a guess': async (stage) => {
    const { page, own, name } = stage
    const metadata = { actual_weight: 28.6, unit: 'lbs' }
    const id = await makeGame(stage, { type: 'guess_weight', metadata, status: 'active' })
    await page.goto(`/games/${id}`)
    await page.getByLabel('Weight in lbs').fill('31.4')
    return {
      call: 'POST /rest/v1/game_entries',
      button: press(page, 'Submit guess'),
      told: page
        .getByRole('article')
        .filter({ hasText: name })
        .getByText(/^Your guess is sealed/),
      effects: count(own, 'game_entries', 'game_id', id),
      once: 1,
    }
  },
  'a claim with a new address': async ({ page, instance, own, member, name }) => {
    const id = await awardPrize(instance, member, { title: name })
    const saved = (await own.from('shipping_addresses').select('id').throwOnError()).data.length
    await page.goto(`/prizes/claim/${id}`)
    if (saved > 0) await page.getByLabel('Enter a new address').check()
    await page.getByLabel('Full name', { exact: true }).fill(name)
    await page.getByLabel('Phone').fill('+1 555 0142')
    await page.getByLabel('Address line 1').fill('1 Lark St')
    await page.getByLabel('City', { exact: true }).fill('Albany')
    await page.getByLabel('State', { exact: true }).fill('NY')
    await page.getByLabel('Postal code').fill('12207')
    await page.getByLabel('I accept the terms and conditions').check()
    return {
      call: 'PATCH /rest/v1/prize_awards',
      button: press(page, 'Claim Prize'),
      told: status(page, 'Prize claimed successfully!'),
      effects: count(own, 'shipping_addresses', 'full_name', name),
      once: 1,
    }
  },
  'an approved referral': async ({ page, instance, own, member }) => {
    const client = await instance.client()
    const email = `${randomUUID()}@bankside.test`
    const data = { username: `friend_${email.slice(0, 8)}`, referrer_id: member.id }
    await client.auth.signUp({ email, password: 'quiet-water', options: { data } })
    await page.goto('/dashboard')
    return {
      call: 'PATCH /rest/v1/referrals',
      button: press(page, `Approve ${email}`),
      told: page.getByText('Referral approved successfully!'),
      effects: async () =>
        (await own.from('referrals').select('status').eq('referred_email', email).throwOnError()).data,
      once: [{ status: 'completed' }],
    }
  },
  'a changed comment': async (stage) => {
    const { page, own, member, name } = stage
    const post_id = await makePost(stage)
    await own.from('newsfeed_comments').insert({ post_id, user_id: member.id, content: name }).throwOnError()
    await page.goto(`/newsfeed/${post_id}`)
    await press(page, 'Comment options').click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill(`${name} named`)
    const item = page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
    return {
      call: 'PATCH /rest/v1/newsfeed_comments',
      button: press(item, 'Save'),
      told: item.filter({ hasText: `${name} named` }).filter({ hasNot: page.getByRole('textbox') }),
      effects: count(own, 'newsfeed_comments', 'content', `${name} named`),
      once: 1,
    }
  },
  'a profile': async ({ page, own, member, name }) => {
    await page.goto('/profile')
    await page.getByLabel('Bio').fill(name)
    return {
      call: 'POST /rest/v1/profiles',
      button: press(page, 'Save Profile'),
      told: page.getByText('Profile updated successfully!'),
      effects: async () => (await own.from('profiles').select('bio').eq('id', member.id).single().throwOnError()).data,
      once: { bio: name },
    }
  },
}

const PASSWORD = 'quiet-water'

/** Each is the last act of its account in this session, or the first. */
const ACCOUNT: Acts = {
  'a registration': async ({ page, instance }) => {
    await forgetSession(page)
    await page.goto('/register')
    const username = `new_${randomUUID().slice(0, 8)}`
    const email = `${username}@bankside.test`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    return {
      call: 'POST /auth/v1/signup',
      button: press(page, 'Register'),
      told: page.getByRole('heading', { level: 1, name: 'Profile' }),
      effects: async () => Boolean(await instance.session({ email, password: PASSWORD })),
      once: true,
    }
  },
  'a sign-in': async ({ page, instance }) => {
    await forgetSession(page)
    const { email, password } = await instance.register()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    return {
      call: 'POST /auth/v1/token',
      button: press(page, 'Sign In'),
      told: page.getByRole('heading', { level: 1, name: 'Profile' }),
      effects: async () => true,
      once: true,
    }
  },
  'a new password': async ({ page, instance }) => {
    const { email, password } = await signInAs(page, instance)
    await page.goto('/profile')
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill('brown bread')
    await page.getByLabel('Confirm new password', { exact: true }).fill('brown bread')
    return {
      call: 'PUT /auth/v1/user',
      button: press(page, 'Change password'),
      told: page.getByText('Password updated successfully!'),
      effects: async () => Boolean(await instance.session({ email, password: 'brown bread' })),
      once: true,
    }
  },
  'the end of an account': async ({ page, instance, admin }) => {
    const { id, password } = await signInAs(page, instance)
    await page.goto('/profile')
    await press(page, 'Delete account').click()
    await page.getByLabel('Your password').fill(password)
    return {
      call: 'POST /rest/v1/rpc/delete_own_account',
      button: question(page, 'Delete account'),
      told: status(page, 'Your account is deleted.'),
      effects: count(admin, 'profiles', 'id', id),
      once: 0,
    }
  },
}

async function forgetSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

async function signInAs(page: Page, instance: Instance): Promise<Account> {
  const account = await instance.register()
  await forgetSession(page)
  const session = JSON.stringify(await instance.session(account))
  await page.evaluate((session) => localStorage.setItem('bankside-session', session), session)
  return account
}

test.describe.configure({ mode: 'default' })

let engine: OwnEngine
let instance: Instance
let admin: Client
test.beforeAll(async () => {
  engine = await startOwnEngine()
  instance = new Instance(engine.url)
  admin = await instance.signedIn(instance.bailiff)
})
test.afterAll(() => engine.stop())

for (const [who, acts] of [
  ['admin', CONSOLE],
  ['member', MEMBER],
  ['newcomer', ACCOUNT],
] as const)
  test.describe(`of the ${who}`, () => {
    let page: Page
    let member: Account
    let own: Client
    test.beforeAll(async ({ browser }) => {
      member = await instance.register()
      own = await instance.signedIn(member)
      page = await browser.newPage({ baseURL: engine.url, serviceWorkers: 'block' })
      await wirePage(page)
      const session = JSON.stringify(await instance.session(who === 'admin' ? instance.bailiff : member))
      await forgetSession(page)
      await page.evaluate((session) => localStorage.setItem('bankside-session', session), session)
    })
    test.afterAll(() => page.close())

    for (const [what, open] of Object.entries(acts))
      test(`${what} that is sent twice is one, and told as success`, async () => {
        const stage = { page, instance, admin, member, own }
        await test.step('a second press after the answer', async () => {
          const act = await open({ ...stage, name: `Tench ${randomUUID().slice(0, 8)}` })
          await pressTwice(act.button, act.call, act.told)
          await expect(act.told).toBeVisible()
          await expect(page.getByRole('alert')).toHaveText([])
          expect(await act.effects()).toEqual(act.once)
        })
        // Its session ends with the account, whether or not the page learns of it.
        if (what === 'the end of an account') return
        await test.step('a second press after a lost answer', async () => {
          const act = await open({ ...stage, name: `Bream ${randomUUID().slice(0, 8)}` })
          await loseAnswer(act.button, act.call, act.learnt)
          await expect(act.learnt ?? act.told).toBeVisible()
          await expect(page.getByRole('alert')).toHaveText([])
          expect(await act.effects()).toEqual(act.once)
        })
      })
  })
