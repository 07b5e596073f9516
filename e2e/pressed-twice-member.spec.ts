import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bringFriend, count, makeGame, makePost, press, question, status, without } from './support/act-parts.ts'
import { type Act, type Acts, type Stage, testActs } from './support/press-acts.ts'
import { awardPrize, makeReward } from './support/prizes.ts'
import { siteWithMail } from './support/site-with-mail.ts'
import { expect } from './support/test.ts'

// Acts of a member on the club's pages.

const post = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

/** The latest catch of the member's journal. */
const makeCatch = async ({ own, name }: Stage) => {
  const caught_on = new Date().toISOString().slice(0, 10)
  await own.from('catches').insert({ grams: 14_742, caught_on, variety: 'mirror', words: name }).throwOnError()
}

/** A request to connect that is answered in the list of notifications. */
async function answerNotified({ page, instance, own, member }: Stage, accept: boolean): Promise<Act> {
  const other = await instance.register()
  const row = { user_id: other.id, connected_user_id: member.id, status: 'pending' }
  await (await instance.signedIn(other)).from('member_connections').insert(row).throwOnError()
  await page.goto('/notifications')
  const told = page.getByRole('listitem').filter({ hasText: other.username })
  return {
    call: `${accept ? 'PATCH' : 'DELETE'} /rest/v1/member_connections`,
    button: press(page, `${accept ? 'Accept' : 'Decline'} ${other.username}`),
    told: told.getByText(accept ? 'You are connected.' : 'Request declined.'),
    effects: count(own, 'member_connections', 'user_id', other.id),
    once: accept ? 1 : 0,
  }
}

const ACTS: Acts = {
  'a post': async ({ page, own, name }) => {
    await page.goto('/newsfeed')
    await page.getByRole('textbox', { name: 'Write a post' }).fill(name)
    return {
      call: 'POST /rest/v1/newsfeed_posts',
      button: press(page, 'Post'),
      told: status(page, /^(Posted|Your post was already published\.)$/),
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
  'a catch': async ({ page, own, name }) => {
    await page.goto('/journal')
    const form = page.getByRole('form', { name: 'Log a catch' })
    await form.getByRole('radio', { name: 'kg', exact: true }).click()
    await form.getByLabel('Kilograms').fill('9.5')
    await form.getByRole('radio', { name: 'Ghost' }).check()
    await form.getByLabel('Note').fill(name)
    return {
      call: 'POST /rest/v1/rpc/log_catch',
      button: press(page, 'Save catch'),
      // Of these equal ones only the first is a personal best.
      told: status(page, 'Saved in your journal.')
        .or(page.getByRole('heading', { name: 'New personal best' }))
        .first(),
      // Without an answer it waits on the device, and is sent again from there.
      learnt: status(page, /^Saved on this device\./)
        .or(status(page, /sent to your journal/))
        .first(),
      effects: count(own, 'catches', 'words', name),
      once: 1,
    }
  },
  'a changed catch': async (stage) => {
    const { page, own, name } = stage
    await makeCatch(stage)
    await page.goto('/journal')
    await page
      .getByRole('button', { name: /^14\.74 kg|^32 lb 8 oz/ })
      .first()
      .click()
    await question(page, 'Edit').click()
    await page.getByRole('dialog').getByLabel('Note').fill(`${name} named`)
    return {
      call: 'PATCH /rest/v1/catches',
      button: question(page, 'Save'),
      told: status(page, 'Catch saved.'),
      effects: count(own, 'catches', 'words', `${name} named`),
      once: 1,
    }
  },
  'the end of a catch': async (stage) => {
    const { page, own, name } = stage
    await makeCatch(stage)
    await page.goto('/journal')
    await page
      .getByRole('button', { name: /^14\.74 kg|^32 lb 8 oz/ })
      .first()
      .click()
    await question(page, 'Delete').click()
    return {
      call: 'DELETE /rest/v1/catches',
      button: question(page, 'Delete'),
      told: status(page, 'Catch deleted.'),
      // Not while its sheet is closing, which goes back in the history.
      learnt: page.locator('body:not(:has(dialog[open]))').getByRole('heading', { name: 'Catches' }),
      effects: count(own, 'catches', 'words', name),
      once: 0,
    }
  },
  'a report': async ({ page, instance, admin, name }) => {
    const author = await instance.signedIn(await instance.register())
    const { data } = await author.from('newsfeed_posts').insert({ content: name }).select('id').single().throwOnError()
    await page.goto(`/newsfeed/${data.id}`)
    await press(page, 'Post options').click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Advertising or spam' }).check()
    return {
      call: 'POST /rest/v1/rpc/send_report',
      button: question(page, 'Send report'),
      told: status(page, 'Thank you. The club team will look at it.'),
      effects: async () =>
        (await admin.rpc('report_queue', { size: 100 }).throwOnError()).data
          .filter(({ subject_id }) => subject_id === data.id)
          .map(({ reports }) => reports),
      once: [1],
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
        new RegExp(`^(You gave ${other.username} 5 points\\.|Your gift of 5 points to .* was already made\\.)$`),
      ),
      effects: count(own, 'point_gifts', 'to_user_id', other.id),
      once: 1,
      correction: {
        change: () => page.getByRole('dialog').getByLabel('Points').fill('6'),
        told: status(page, `Your gift of 5 points to ${other.username} was already made.`),
        stored: count(own, 'point_gifts', 'to_user_id', other.id),
        is: 1,
      },
    }
  },
  'a reward': async ({ page, instance, own, member, name }) => {
    await makeReward(instance, { name, price: 20 })
    await instance.givePoints(member, 50)
    await page.goto('/rewards')
    await press(page, `Redeem ${name}`).click()
    return {
      call: 'POST /rest/v1/rpc/redeem_reward',
      button: question(page, 'Redeem for 20'),
      told: status(page, 'Redeemed. Now claim it.'),
      effects: count(own, 'points_log', 'reason', `Reward: ${name}`),
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
  'a request for a connection': async ({ page, instance, own }) => {
    const { id, username } = await instance.register()
    await page.goto(`/network?q=${username}`)
    return {
      call: 'POST /rest/v1/member_connections',
      button: press(page, new RegExp(`^(Connect with|Requested:) ${username}$`)),
      told: press(page, `Requested: ${username}`),
      effects: count(own, 'member_connections', 'connected_user_id', id),
      once: 1,
    }
  },
  'a declined connection': async ({ page, instance, own, member }) => {
    const other = await instance.register()
    const row = { user_id: other.id, connected_user_id: member.id, status: 'pending' }
    await (await instance.signedIn(other)).from('member_connections').insert(row).throwOnError()
    await page.goto('/network')
    return {
      call: 'DELETE /rest/v1/member_connections',
      button: press(page, `Decline ${other.username}`),
      told: status(page, 'Request declined.'),
      effects: count(own, 'member_connections', 'user_id', other.id),
      once: 0,
    }
  },
  'a connection accepted in the notifications': (stage) => answerNotified(stage, true),
  'a connection declined in the notifications': (stage) => answerNotified(stage, false),
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
        .getByText(/^Your guess is saved/),
      effects: count(own, 'game_entries', 'game_id', id),
      once: 1,
    }
  },
  'a photo of the week': async (stage) => {
    const { page, own, name } = stage
    const id = await makeGame(stage, { type: 'carp_of_week', metadata: {}, status: 'active' })
    await page.goto(`/games/${id}`)
    const buffer = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2f7d5b' } })
      .jpeg()
      .toBuffer()
    const photo = { name: 'carp.jpg', mimeType: 'image/jpeg', buffer }
    await page.getByLabel('Your photo', { exact: true }).setInputFiles(photo)
    await expect(press(page, 'Submit photo')).toBeEnabled()
    return {
      call: 'POST /rest/v1/game_entries',
      button: press(page, 'Submit photo'),
      told: page.getByRole('article').filter({ hasText: name }).getByRole('img', { name: 'Your entry' }),
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
      correction: {
        // It was claimed for the first name, and the page shows that.
        change: () => page.getByLabel('Full name', { exact: true }).fill(`${name} changed`),
        told: page.getByRole('region', { name: 'Claimed' }).getByText(name, { exact: true }),
        stored: async () =>
          (await own.from('prize_awards').select('shipping_details->>full_name').eq('id', id).throwOnError()).data,
        is: [{ full_name: name }],
      },
    }
  },
  'an approved referral': async (stage) => {
    const { page, own, member } = stage
    const email = await bringFriend(stage, member.id)
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
    await press(page, /^Comment options/).click()
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
  'the end of a comment': async (stage) => {
    const { page, own, member, name } = stage
    const post_id = await makePost(stage)
    const content = `${name} word`
    await own.from('newsfeed_comments').insert({ post_id, user_id: member.id, content }).throwOnError()
    await page.goto(`/newsfeed/${post_id}`)
    await press(page, /^Comment options/).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const gone = without(page, content)
    return {
      call: 'DELETE /rest/v1/newsfeed_comments',
      button: question(page, 'Delete'),
      told: gone,
      learnt: gone,
      effects: count(own, 'newsfeed_comments', 'post_id', post_id),
      once: 0,
    }
  },
  'a reaction': async (stage) => {
    const { page, own, name } = stage
    const id = await makePost(stage)
    await page.goto(`/newsfeed/${id}`)
    return {
      call: 'POST /rest/v1/newsfeed_reactions',
      button: press(post(page, name), /^Heart, /),
      told: press(post(page, name), 'Heart, 1').and(page.locator('[aria-pressed=true]')),
      effects: count(own, 'newsfeed_reactions', 'post_id', id),
      once: 1,
      switches: true,
    }
  },
  'the end of a reaction': async (stage) => {
    const { page, own, name } = stage
    const post_id = await makePost(stage)
    await own.from('newsfeed_reactions').insert({ post_id, reaction: 'heart' }).throwOnError()
    await page.goto(`/newsfeed/${post_id}`)
    return {
      call: 'DELETE /rest/v1/newsfeed_reactions',
      button: press(post(page, name), /^Heart, /),
      told: press(post(page, name), 'Heart, 0').and(page.locator('[aria-pressed=false]')),
      effects: count(own, 'newsfeed_reactions', 'post_id', post_id),
      once: 0,
      switches: true,
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
  'a kind of notification': async ({ page, own }) => {
    await page.goto('/notifications/settings')
    return {
      call: 'POST /rest/v1/rpc/save_notification_setting',
      button: page.getByRole('switch', { name: 'Connections, in app' }),
      failed: status(page, 'Failed to save settings'),
      told: page.getByText('Saved', { exact: true }),
      effects: async () => {
        const { data } = await own.rpc('my_notification_settings').throwOnError()
        const { groups } = data as unknown as { groups: { name: string; in_app: boolean }[] }
        return groups.find(({ name }) => name === 'connections')?.in_app
      },
      once: !(await page.getByRole('switch', { name: 'Connections, in app' }).isChecked()),
      switches: true,
    }
  },
  'a digest': async ({ page, own }) => {
    await own.rpc('save_notification_times', { digest: 'weekly' }).throwOnError()
    await siteWithMail(page)
    await page.goto('/notifications/settings')
    return {
      call: 'POST /rest/v1/rpc/save_notification_times',
      button: page.getByRole('radio', { name: /^Daily/ }),
      failed: status(page, 'Failed to save settings'),
      told: page.getByText('Saved', { exact: true }),
      effects: async () => (await own.rpc('my_notification_settings').throwOnError()).data,
      once: expect.objectContaining({ digest: 'daily' }),
      switches: true,
    }
  },
  'a muted post': async (stage) => {
    const { page, own } = stage
    const subject_id = await makePost(stage)
    await page.goto(`/newsfeed/${subject_id}`)
    return {
      call: 'POST /rest/v1/rpc/mute_notifications',
      button: press(page, /^(Mute|Unmute) this post$/),
      failed: status(page, /^Failed to (un)?mute this post/),
      told: press(page, 'Unmute this post'),
      effects: async () => (await own.rpc('is_muted', { subject_id }).throwOnError()).data,
      once: true,
      switches: true,
    }
  },
  'a block': async ({ page, instance, own }) => {
    const other = await instance.register()
    await page.goto(`/members/${other.username}`)
    await press(page, 'Member options').click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    return {
      call: 'POST /rest/v1/rpc/block_member',
      button: question(page, 'Block'),
      told: page.getByText(`You have blocked ${other.username}`, { exact: true }),
      effects: async () => (await own.rpc('my_blocks').throwOnError()).data.map(({ username }) => username),
      once: expect.arrayContaining([other.username]),
    }
  },
  'the end of a block': async ({ page, instance, own }) => {
    const other = await instance.register()
    await own.rpc('block_member', { member_id: other.id }).throwOnError()
    await page.goto(`/members/${other.username}`)
    return {
      call: 'POST /rest/v1/rpc/unblock_member',
      button: press(page, `Unblock ${other.username}`),
      failed: status(page, `No answer came, so ${other.username} may already be unblocked.`),
      told: status(page, `You have unblocked ${other.username}.`),
      effects: async () => (await own.rpc('my_blocks').throwOnError()).data.map(({ username }) => username),
      once: expect.not.arrayContaining([other.username]),
    }
  },
  // The last one, because the member stays suspended.
  'an answer to a suspension': async ({ page, admin, member, name }) => {
    // A repetition that is still on its way would answer the next suspension.
    await page.goto('/privacy')
    await admin.from('profiles').update({ is_suspended: false }).eq('id', member.id).throwOnError()
    await admin.rpc('suspend_member', { user_id: member.id, reason: 'Insults' }).throwOnError()
    await page.goto('/newsfeed')
    await page.getByRole('textbox', { name: 'Your answer' }).fill(name)
    return {
      call: 'POST /rest/v1/rpc/answer_suspension',
      button: press(page, 'Send answer'),
      told: page.getByText('The team has your answer.'),
      learnt: page.getByText('The team has your answer.'),
      effects: async () =>
        (await admin.rpc('appeal_queue').throwOnError()).data
          .filter(({ member_id }) => member_id === member.id)
          .map(({ message }) => message),
      once: [name],
    }
  },
}

testActs('member', ACTS)
