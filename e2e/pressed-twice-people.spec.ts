import { randomUUID } from 'node:crypto'
import {
  ask,
  changes,
  count,
  makeBadge,
  makePackage,
  makePost,
  press,
  question,
  renaming,
  status,
  without,
} from './support/act-parts.ts'
import { dialog } from './support/console.ts'
import type { Account } from './support/instance.ts'
import { type Acts, type Stage, testActs } from './support/press-acts.ts'
import { awardPrize, makeReward } from './support/prizes.ts'
import { expect } from './support/test.ts'

// Acts of the console on members: badges, prizes, points, accounts.

/** An award of the one item of a package, of which three were there. */
async function awarded(stage: Stage): Promise<{ winner: Account; effects: () => Promise<unknown> }> {
  const { admin, instance } = stage
  const winner = await instance.register()
  const { itemId } = await makePackage(stage)
  const claim_deadline = new Date(Date.now() + 86_400_000).toISOString()
  const award = { user_id: winner.id, item_id: itemId, status: 'assigned', claim_deadline }
  await admin.from('prize_awards').insert(award).throwOnError()
  const stock = admin.from('prize_items').select('remaining_quantity').eq('id', itemId).single()
  const effects = async () => [(await stock.throwOnError()).data, await changes(admin, winner.id)()]
  return { winner, effects }
}

/** A post of a new member that another one has reported. */
async function reported({ instance, own, admin, name }: Stage) {
  const { id: author, ...account } = await instance.register()
  const writer = await instance.signedIn(account)
  const { data } = await writer.from('newsfeed_posts').insert({ content: name }).select('id').single().throwOnError()
  await own.rpc('send_report', { kind: 'post', subject_id: data.id, reason: 'spam' }).throwOnError()
  const { data: queue } = await admin.rpc('report_queue', { size: 100 }).throwOnError()
  const id = queue.find(({ subject_id }) => subject_id === data.id)?.id ?? ''
  return { author, username: account.username, id }
}

/** The notes of the team about a member. */
const notesAbout =
  (admin: Stage['admin'], user_id: string): (() => Promise<string[]>) =>
  async () => {
    const { data } = await admin.rpc('member_record', { user_id }).throwOnError()
    return (data as { notes: { content: string }[] }).notes.map(({ content }) => content)
  }

const RETURNED = [{ remaining_quantity: 3 }, ['assign_prize', 'remove_prize']]

const ACTS: Acts = {
  'a new badge': async (stage) => {
    const { page, admin, name } = stage
    await page.goto('/admin/badges')
    await press(page, 'Create badge').click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Description').fill('Posts at 3am')
    return {
      call: 'POST /rest/v1/badges',
      button: dialog(page, 'Create a badge').getByRole('button', { name: 'Create badge' }),
      told: status(page, `Badge ${name} created.`),
      effects: count(admin, 'badges', 'name', name),
      once: 1,
      correction: renaming(stage, page.getByLabel('Name', { exact: true }), 'badges', 'name', name),
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
    const { id, username } = await instance.register(`first_${badge_id.slice(0, 8)}`)
    const other = await instance.register(`other_${badge_id.slice(0, 8)}`)
    await page.goto('/admin/badges')
    await press(page, `Award ${name}`).click()
    const form = dialog(page, `Award ${name}`)
    await form.getByRole('searchbox').fill(badge_id.slice(0, 8))
    await form.getByRole('searchbox').press('Enter')
    await form.getByRole('radio', { name: username }).check()
    return {
      call: 'POST /rest/v1/user_badges',
      button: press(form, 'Award badge'),
      told: status(page, `${name} awarded to ${username}.`),
      effects: count(admin, 'user_badges', 'badge_id', badge_id),
      once: 1,
      correction: {
        change: () => form.getByRole('radio', { name: other.username }).check(),
        told: status(page, `${name} awarded to ${other.username}.`),
        stored: async () =>
          (
            await admin
              .from('user_badges')
              .select('user_id')
              .eq('badge_id', badge_id)
              .order('awarded_at')
              .throwOnError()
          ).data,
        is: [{ user_id: id }, { user_id: other.id }],
      },
    }
  },
  'a decision about a report': async (stage) => {
    const { page, admin } = stage
    const { author, username } = await reported(stage)
    // Another case, which opens by itself afterwards, and which a second press must not decide.
    const next = await reported(stage)
    await page.goto('/admin/moderation')
    await press(page, `Open the case of ${username}`).click()
    return {
      call: 'POST /rest/v1/rpc/decide_report',
      button: press(page.getByRole('group', { name: 'Decision' }), 'Dismiss'),
      told: status(page, 'Dismissed.'),
      effects: async () => [await changes(admin, author)(), await changes(admin, next.author)()],
      once: [['decide_report'], []],
    }
  },
  'the undoing of a decision': async (stage) => {
    const { page, admin } = stage
    const { author, username, id } = await reported(stage)
    await admin.rpc('decide_report', { id, seen: 0, decision: 'hide' }).throwOnError()
    await page.goto('/admin/moderation?view=decided')
    await press(page, `Open the case of ${username}`).click()
    return {
      call: 'POST /rest/v1/rpc/reopen_report',
      button: press(page.getByRole('complementary', { name: 'Report' }), 'Undo'),
      told: status(page, 'The decision is undone, and the report is open again.'),
      effects: changes(admin, author),
      once: ['decide_report', 'reopen_report'],
    }
  },
  'a decision about an answer': async (stage) => {
    const { page, admin, instance, name } = stage
    const { id, username, ...account } = await instance.register()
    await admin.rpc('suspend_member', { user_id: id, reason: 'Insults' }).throwOnError()
    const suspended = await instance.signedIn({ ...account })
    await suspended.rpc('answer_suspension', { message: name }).throwOnError()
    await page.goto('/admin/moderation?view=answers')
    const card = page.getByRole('list', { name: 'Answers' }).getByRole('listitem').filter({ hasText: username })
    await press(card, 'Keep suspension').click()
    return {
      call: 'POST /rest/v1/rpc/decide_appeal',
      button: press(card, 'Keep suspension').last(),
      told: status(page, /^The suspension of .* stays as it is\.$/),
      learnt: status(page, 'This answer has been decided, or the suspension has ended.'),
      effects: changes(admin, id),
      once: ['suspend', 'answer_suspension', 'decide_appeal'],
    }
  },
  'a note about a member': async (stage) => {
    const { page, admin, instance, name } = stage
    const { id } = await instance.register()
    await page.goto(`/admin/users?member=${id}`)
    const panel = page.getByRole('complementary', { name: 'User' })
    await panel.getByLabel('Add a note').fill(name)
    return {
      call: 'POST /rest/v1/rpc/add_team_note',
      button: press(panel, 'Add note'),
      told: status(page, 'Note added.'),
      effects: notesAbout(admin, id),
      once: [name],
    }
  },
  'the end of a note': async (stage) => {
    const { page, admin, instance, name } = stage
    const { id } = await instance.register()
    for (const content of [name, 'Another']) await admin.rpc('add_team_note', { member_id: id, content }).throwOnError()
    await page.goto(`/admin/users?member=${id}`)
    const panel = page.getByRole('complementary', { name: 'User' })
    await press(panel.getByRole('listitem').filter({ hasText: name }), 'Delete this note').click()
    return {
      call: 'POST /rest/v1/rpc/delete_team_note',
      button: press(dialog(page, 'Delete this note?'), 'Delete'),
      told: status(page, 'Note deleted.'),
      effects: notesAbout(admin, id),
      once: ['Another'],
    }
  },
  'a badge taken back': async (stage) => {
    const { page, admin, instance, name } = stage
    const badge_id = await makeBadge(stage)
    const { id: user_id, username } = await instance.register()
    await admin.from('user_badges').insert({ badge_id, user_id }).throwOnError()
    const button = await ask(
      page,
      `/admin/badges?view=members&q=${username}`,
      `Remove ${name} from ${username}`,
      'Remove',
    )
    return {
      call: 'DELETE /rest/v1/user_badges',
      button,
      told: status(page, `${name} was removed from ${username}.`),
      effects: changes(admin, user_id),
      once: ['award_badge', 'remove_badge'],
    }
  },
  'the end of a badge': async (stage) => {
    const { page, admin, name } = stage
    const id = await makeBadge(stage)
    const button = await ask(page, '/admin/badges', `Delete ${name}`, 'Delete')
    const told = status(page, `Badge ${name} deleted.`)
    return { call: 'DELETE /rest/v1/badges', button, told, effects: changes(admin, id), once: ['delete_badge'] }
  },
  'a new package': async (stage) => {
    const { page, admin, name } = stage
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
    const correction = renaming(stage, form.getByLabel('Name'), 'prize_packages', 'name', name)
    const told = status(page, `${name} is ready to be assigned.`)
    return {
      call: 'POST /rest/v1/prize_items',
      button: press(form, 'Add Package'),
      told,
      effects,
      once: [1, 1],
      correction,
    }
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
    await press(page, `Add item to ${name}`).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill(`${name} second`)
    await form.getByLabel('Points value').fill('50')
    const correction = renaming(stage, form.getByLabel('Title'), 'prize_items', 'title', `${name} second`)
    return {
      call: 'POST /rest/v1/prize_items',
      button: press(form, 'Add item'),
      told: status(page, `${name} second added to ${name}.`),
      effects: count(admin, 'prize_items', 'title', `${name} second`),
      once: 1,
      correction: {
        ...correction,
        // The type of an item cannot change.
        change: async () => {
          await correction.change()
          await form.getByLabel('Type').selectOption('Digital')
        },
      },
    }
  },
  'a corrected item': async (stage) => {
    const { page, admin, name } = stage
    const { itemId } = await makePackage(stage)
    await page.goto('/admin/prizes')
    await press(page, `Edit item ${name} item`).click()
    await dialog(page, 'Edit item').getByLabel('Title').fill(`${name} better`)
    return {
      call: 'PATCH /rest/v1/prize_items',
      button: question(page, 'Save'),
      told: page.getByRole('heading', { name: `${name} better` }),
      effects: changes(admin, itemId),
      once: ['edit_item'],
    }
  },
  'the end of an item': async (stage) => {
    const { page, admin, name } = stage
    const { itemId } = await makePackage(stage)
    const button = await ask(page, '/admin/prizes', `Remove item ${name} item`, 'Remove')
    const told = without(page, `${name} item`)
    return { call: 'DELETE /rest/v1/prize_items', button, told, effects: changes(admin, itemId), once: ['delete_item'] }
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
  'an award taken back': async (stage) => {
    const { page, name } = stage
    const { winner, effects } = await awarded(stage)
    const open = `Take back ${name} item from ${winner.username}`
    const button = await ask(page, '/admin/prizes', open, 'Take back')
    const told = without(page, winner.username)
    return { call: 'DELETE /rest/v1/prize_awards', button, told, effects, once: RETURNED }
  },
  'a cancelled reward': async ({ page, instance, name }) => {
    const winner = await instance.register()
    await instance.givePoints(winner, 50)
    const package_id = await makeReward(instance, { name, price: 20 })
    const redeemer = await instance.signedIn(winner)
    await redeemer.rpc('redeem_reward', { request_id: randomUUID(), package_id, price: 20 }).throwOnError()
    const open = `Take back ${name} item from ${winner.username}`
    return {
      call: 'POST /rest/v1/rpc/cancel_reward',
      button: await ask(page, '/admin/prizes', open, 'Take back'),
      told: without(page, open),
      effects: async () =>
        (await redeemer.from('points_log').select('kind').like('kind', 'reward%').order('kind').throwOnError()).data,
      once: [{ kind: 'reward' }, { kind: 'reward_refund' }],
    }
  },
  'an award taken back among the claims': async (stage) => {
    const { page, name } = stage
    const { winner, effects } = await awarded(stage)
    await page.goto(`/admin/claims?q=${encodeURIComponent(`${name} item`)}`)
    await press(page, 'Update Status').click()
    await press(page, 'Take back award').click()
    const button = question(page, 'Take back')
    const told = without(page, winner.username)
    return { call: 'DELETE /rest/v1/prize_awards', button, told, effects, once: RETURNED }
  },
  'the end of a package': async (stage) => {
    const { page, admin, name } = stage
    const { id } = await makePackage(stage)
    const button = await ask(page, '/admin/prizes', `Delete ${name}`, 'Delete')
    const told = without(page, name)
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
      told: status(page, new RegExp(`^20 points given to ${username}|\\+20 points for ${username}`)),
      effects: count(admin, 'points_log', 'user_id', id),
      once: 1,
      correction: {
        change: () => page.getByLabel('Points change').fill('30'),
        told: status(page, `The change of +20 points for ${username} was already recorded`),
        stored: count(admin, 'points_log', 'user_id', id),
        is: 1,
      },
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
  'the rights of an admin': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    await page.goto(`/admin/users?q=${username}`)
    await press(page, `Edit ${username}`).click()
    await page.getByRole('dialog').getByLabel('Admin').check()
    return {
      call: 'PATCH /rest/v1/profiles',
      button: question(page, 'Save'),
      told: status(page, `${username} is saved.`),
      effects: changes(admin, id),
      once: ['grant_admin'],
    }
  },
  'the role of a moderator': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    const button = await ask(page, `/admin/users?member=${id}`, 'Make moderator', 'Make moderator')
    return {
      call: 'PATCH /rest/v1/profiles',
      button,
      told: status(page, `${username} is a moderator.`),
      effects: changes(admin, id),
      once: ['grant_moderator'],
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
    await page.goto(`/admin/users?q=${username}`)
    await press(page, `Suspend ${username}`).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /^Reason/ })
      .fill('Insults')
    return {
      call: 'POST /rest/v1/rpc/suspend_member',
      button: question(page, 'Suspend'),
      told: status(page, `${username} is suspended.`),
      effects: changes(admin, id),
      once: ['suspend'],
    }
  },
  'the end of a suspension': async ({ page, admin, instance }) => {
    const { id, username } = await instance.register()
    await admin.from('profiles').update({ is_suspended: true }).eq('id', id).throwOnError()
    const button = await ask(page, `/admin/users?q=${username}`, `Unsuspend ${username}`, 'Unsuspend')
    return {
      call: 'PATCH /rest/v1/profiles',
      button,
      told: status(page, `${username} is no longer suspended.`),
      effects: changes(admin, id),
      once: ['suspend', 'unsuspend'],
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
  'the end of the post of a member': async (stage) => {
    const { page, admin, member } = stage
    const trail = async () => (await changes(admin, member.id)()).filter((action) => action === 'delete_post').length
    const before = await trail()
    await page.goto(`/newsfeed/${await makePost(stage)}`)
    await press(page, 'Post options').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return {
      call: 'DELETE /rest/v1/newsfeed_posts',
      button: question(page, 'Delete'),
      told: status(page, 'Post deleted'),
      learnt: page.getByText('This post is no longer here.'),
      effects: async () => (await trail()) - before,
      once: 1,
    }
  },
}

testActs('admin', ACTS)
