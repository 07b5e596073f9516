import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import {
  ask,
  changes,
  count,
  local,
  makeCard,
  makeGame,
  makePost,
  makeScheduled,
  makeVideo,
  press,
  question,
  renaming,
  status,
  without,
} from './support/act-parts.ts'
import { dialog } from './support/console.ts'
import { type Acts, type Client, testActs } from './support/press-acts.ts'

// Acts of the console on what members see: games, cards, videos, settings, the landing page.

/** How often the trail has an action, from now on. */
async function counted(admin: Client, action: string): Promise<() => Promise<number>> {
  const so = async () => (await count(admin, 'audit_log', 'action', action)()) ?? 0
  const before = await so()
  return async () => (await so()) - before
}

async function enterPhoto(own: Client, userId: string, game_id: string): Promise<void> {
  const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2f7d5b' } })
    .jpeg()
    .toBuffer()
  const bucket = own.storage.from('game-photos')
  const path = `${userId}/${randomUUID()}.jpg`
  const { error } = await bucket.upload(path, jpeg, { contentType: 'image/jpeg' })
  if (error) throw error
  const photo_url = bucket.getPublicUrl(path).data.publicUrl
  await own.from('game_entries').insert({ game_id, user_id: userId, photo_url }).throwOnError()
}

const ACTS: Acts = {
  'a new game': async (stage) => {
    const { page, admin, name } = stage
    await page.goto('/admin/games?add')
    await page.getByRole('radio', { name: /Carp of the week/i }).click()
    await page.getByLabel('Title').fill(name)
    await page.getByLabel('Start date').fill(local(-1))
    await page.getByLabel('End date').fill(local(5))
    return {
      call: 'POST /rest/v1/games',
      button: press(page, 'Create game'),
      told: status(page, `${name} was saved as a draft.`),
      effects: count(admin, 'games', 'title', name),
      once: 1,
      correction: renaming(stage, page.getByLabel('Title'), 'games', 'title', name),
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
  'a game that runs': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage, { status: 'active' })
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
  'the cancelling of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage, { status: 'active' })
    const button = await ask(page, '/admin/games', `Cancel ${name}`, 'Cancel the game')
    const told = status(page, name)
    return { call: 'PATCH /rest/v1/games', button, told, effects: changes(admin, id), once: ['cancel_game'] }
  },
  'a place of a photo': async (stage) => {
    const { page, admin, instance, name } = stage
    const id = await makeGame(stage, { type: 'carp_of_week', metadata: {}, status: 'active' })
    const angler = await instance.register()
    await enterPhoto(await instance.signedIn(angler), angler.id, id)
    await page.goto(`/admin/games?entries=${id}&q=${encodeURIComponent(name)}`)
    const second = page
      .getByRole('radiogroup', { name: `Place of ${angler.username}` })
      .getByRole('radio', { name: 'Place 2' })
    const entries = admin.from('game_entries').select('winner_place').eq('game_id', id)
    return {
      call: 'PATCH /rest/v1/game_entries',
      button: second,
      told: page.getByRole('listitem').filter({ hasText: angler.username }).getByText(/^\+\d/),
      effects: async () => [(await entries.throwOnError()).data, await changes(admin, angler.id)()],
      once: [[{ winner_place: 2 }], ['choose_place']],
      switches: true,
    }
  },
  'the end of a photo in a game': async (stage) => {
    const { page, admin, instance, name } = stage
    const id = await makeGame(stage, { type: 'carp_of_week', metadata: {}, status: 'active' })
    const angler = await instance.register()
    await enterPhoto(await instance.signedIn(angler), angler.id, id)
    const question = `Remove the photo of ${angler.username}`
    const button = await ask(page, `/admin/games?entries=${id}&q=${encodeURIComponent(name)}`, question, 'Remove')
    const told = page.getByText('Photo removed')
    return {
      call: 'POST /rest/v1/rpc/remove_entry_photo',
      button,
      told,
      effects: changes(admin, angler.id),
      once: ['remove_photo'],
    }
  },
  'the end of a game': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeGame(stage)
    const button = await ask(page, '/admin/games', `Delete ${name}`, 'Delete')
    const told = status(page, `${name} is deleted.`)
    return { call: 'DELETE /rest/v1/games', button, told, effects: changes(admin, id), once: ['delete_game'] }
  },
  'a new announcement': async ({ page, admin, name }) => {
    await page.goto('/admin/newsfeed')
    await press(page, 'Write announcement').click()
    const form = dialog(page, 'Write announcement')
    await form.getByLabel('Announcement').fill(name)
    return {
      call: 'POST /rest/v1/newsfeed_posts',
      button: press(form, 'Publish'),
      told: status(page, /^(Announcement published|This announcement had already been published\.)$/),
      effects: count(admin, 'newsfeed_posts', 'content', name),
      once: 1,
    }
  },
  'a scheduled announcement': async ({ page, admin, name }) => {
    await page.goto('/admin/newsfeed?add')
    const form = dialog(page, 'Write announcement')
    await form.getByLabel('Announcement').fill(name)
    await form.getByRole('radio', { name: 'Publish later' }).click()
    await form.getByLabel('Day and time').fill(local(48))
    return {
      call: 'POST /rest/v1/scheduled_announcements',
      button: press(form, 'Schedule'),
      told: status(page, /^(Scheduled for .*|This announcement had already been scheduled\.)$/),
      effects: count(admin, 'scheduled_announcements', 'content', name),
      once: 1,
    }
  },
  'a change of a scheduled announcement': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeScheduled(stage)
    await page.goto(`/admin/newsfeed?filter=scheduled&edit=${id}`)
    const form = dialog(page, 'Scheduled announcement')
    await form.getByLabel('Announcement').fill(`${name} changed`)
    return {
      call: 'PATCH /rest/v1/scheduled_announcements',
      button: press(form, 'Save'),
      told: status(page, /^Scheduled for /),
      effects: changes(admin, id),
      once: ['schedule_announcement', 'edit_announcement'],
    }
  },
  'an announcement that is published before its moment': async (stage) => {
    const { page, admin, name } = stage
    await makeScheduled(stage)
    const path = `/admin/newsfeed?filter=scheduled&q=${encodeURIComponent(name)}`
    return {
      call: 'POST /rest/v1/rpc/publish_announcement',
      button: await ask(page, path, `Publish now: ${name.slice(0, 40)}`, 'Publish'),
      told: status(page, 'Announcement published'),
      effects: count(admin, 'newsfeed_posts', 'content', name),
      once: 1,
    }
  },
  'an announcement that is cancelled': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeScheduled(stage)
    const path = `/admin/newsfeed?filter=scheduled&q=${encodeURIComponent(name)}`
    return {
      call: 'DELETE /rest/v1/scheduled_announcements',
      button: await ask(page, path, `Cancel announcement: ${name.slice(0, 40)}`, 'Cancel announcement'),
      told: status(page, 'The announcement is cancelled.'),
      effects: changes(admin, id),
      once: ['schedule_announcement', 'cancel_announcement'],
    }
  },
  'an extended pin': async ({ page, admin, name }) => {
    const post = { content: name, is_announcement: true }
    const { data } = await admin.from('newsfeed_posts').insert(post).select('id, pinned_until').single().throwOnError()
    const end = async () => {
      const { data: now } = await admin
        .from('newsfeed_posts')
        .select('pinned_until')
        .eq('id', data.id)
        .single()
        .throwOnError()
      return (Date.parse(now.pinned_until ?? '') - Date.parse(data.pinned_until ?? '')) / 86_400_000
    }
    await page.goto('/admin/newsfeed')
    return {
      call: 'PATCH /rest/v1/newsfeed_posts',
      button: press(page, `Extend by 7 days: ${name}`),
      told: status(page, /^Pinned until /),
      failed: status(page, /^Failed to update post/),
      effects: end,
      once: 7,
      switches: true,
    }
  },
  'posts that are hidden': async (stage) => {
    const { page, admin, name } = stage
    const id = await makePost(stage)
    await page.goto(`/admin/newsfeed?filter=members&q=${encodeURIComponent(name)}`)
    await page.getByRole('checkbox', { name: `Select ${name.slice(0, 40)}` }).check()
    await press(page, 'Hide').click()
    const cases = async () => {
      const { data } = await admin.rpc('report_queue', { list: 'decided', size: 100 }).throwOnError()
      return data.filter(({ subject_id }) => subject_id === id).map(({ decision }) => decision)
    }
    return {
      call: 'POST /rest/v1/rpc/hide_posts',
      button: question(page, 'Hide'),
      told: status(page, '1 post is hidden.'),
      effects: cases,
      once: ['hide'],
    }
  },
  'a new card': async (stage) => {
    const { page, admin, name } = stage
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
      correction: renaming(stage, form.getByLabel('Title'), 'info_cards', 'title', name),
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
  'the switch of a card': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeCard(stage)
    await page.goto('/admin/cards')
    return {
      call: 'PATCH /rest/v1/info_cards',
      button: page.getByRole('button', { name: new RegExp(`ctivate ${name}$`) }),
      told: press(page, `Activate ${name}`),
      effects: changes(admin, id),
      once: ['edit_card'],
      switches: true,
    }
  },
  'the end of a card': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeCard(stage)
    const button = await ask(page, '/admin/cards', `Delete ${name}`, 'Delete')
    const told = without(page, name)
    return { call: 'DELETE /rest/v1/info_cards', button, told, effects: changes(admin, id), once: ['delete_card'] }
  },
  'a new video': async (stage) => {
    const { page, admin, name } = stage
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
      correction: renaming(stage, form.getByLabel('Title'), 'live_videos', 'title', name),
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
  'the stop of a video': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeVideo(stage, { is_active: true })
    const button = await ask(page, '/admin/videos', `Deactivate ${name}`, 'Deactivate')
    const told = press(page, `Activate ${name}`)
    return { call: 'PATCH /rest/v1/live_videos', button, told, effects: changes(admin, id), once: ['edit_video'] }
  },
  'the end of a video': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeVideo(stage)
    const button = await ask(page, '/admin/videos', `Delete ${name}`, 'Delete')
    const told = without(page, name)
    return { call: 'DELETE /rest/v1/live_videos', button, told, effects: changes(admin, id), once: ['delete_video'] }
  },
  'the site settings': async ({ page, admin }) => {
    const trail = await counted(admin, 'edit_site_settings')
    await page.goto('/admin')
    const stored = async () =>
      (await admin.from('site_settings').select('currency_symbol').single().throwOnError()).data
    // Never the one that is stored: with it there would be nothing to save.
    const symbol = (await stored()).currency_symbol === '€' ? '£' : '€'
    await page.getByLabel('Currency symbol').fill(symbol)
    return {
      call: 'PATCH /rest/v1/site_settings',
      button: press(page, 'Save settings'),
      told: page.getByText('Settings updated successfully!'),
      effects: async () => [await trail(), await stored()],
      once: [1, { currency_symbol: symbol }],
    }
  },
  'the levels': async ({ page, admin, name }) => {
    const trail = await counted(admin, 'edit_levels')
    await page.goto('/admin/settings')
    await page
      .getByRole('group', { name: 'Level 2', exact: true })
      .getByLabel('Level', { exact: true })
      .fill(name.slice(0, 40))
    const stored = async () =>
      (await admin.from('levels').select('name').order('points').range(1, 1).single().throwOnError()).data
    return {
      call: 'POST /rest/v1/rpc/save_levels',
      button: press(page, 'Save levels'),
      told: page.getByText('Levels updated successfully!'),
      effects: async () => [await trail(), await stored()],
      once: [1, { name: name.slice(0, 40) }],
    }
  },
  'the referral settings': async ({ page, admin }) => {
    const trail = await counted(admin, 'edit_referral_settings')
    await page.goto('/admin/referrals')
    const stored = async () =>
      (await admin.from('referral_settings').select('points_per_referral').single().throwOnError()).data
    const points = (await stored()).points_per_referral + 1
    await page.getByLabel('Points per referral').fill(`${points}`)
    return {
      call: 'PATCH /rest/v1/referral_settings',
      button: press(page, 'Save settings'),
      told: page.getByText('Settings updated successfully!'),
      effects: async () => [await trail(), await stored()],
      once: [1, { points_per_referral: points }],
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

testActs('admin', ACTS)
