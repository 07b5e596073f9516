import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { addApp } from '../../../test-support/second-step.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
/** An admin whose session has taken the second step, and the same account signed in with the password alone. */
let full: Persona
let half: Persona

beforeAll(async () => {
  area = await openMemberArea()
  full = await signUp(area.engine, { admin: true })
  await addApp(full)
  half = await signIn(area.engine, full.user)
})
afterEach(() => area.row('update public.site_settings set admins_need_two_steps = false'))
afterAll(async () => {
  await Promise.all([full, half, area.admin].map((client) => client.removeAllChannels()))
  await area.engine.close()
})

/** Three reels in an active package. @returns the IDs of both. */
async function addItem() {
  const box = await area.row(`insert into public.prize_packages (name) values ('Box') returning id`)
  const item = await area.row(
    `insert into public.prize_items (package_id, title, type, quantity)
      values ($1, 'Reel', 'physical', 3) returning id`,
    [box?.id],
  )
  return { boxId: box?.id, itemId: item?.id }
}

const settings = (person: Persona) => person.from('site_settings')
const require = (person: Persona) =>
  settings(person).update({ admins_need_two_steps: true }).not('id', 'is', null).select('admins_need_two_steps')
const isRequired = async () =>
  (await area.row('select admins_need_two_steps as is_on from public.site_settings'))?.is_on
const acts = async (person: Persona, id = person.user.id) =>
  expectAllowed(await person.from('profiles').select('acts_as_admin').eq('id', id).single()).acts_as_admin

async function getsIn(client: Persona, topic: string): Promise<boolean> {
  await client.realtime.setAuth()
  const channel = client.channel(topic, { config: { private: true } })
  const answer = await new Promise<boolean>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(true)
      else if (error?.message.startsWith('Unauthorized')) resolve(false)
      else reject(error ?? new Error(status))
    })
  })
  await client.removeChannel(channel)
  return answer
}

/** @returns what resolves when the server has closed the channel, or refused it. */
async function openAdminChannel(client: Persona): Promise<{ closed: Promise<void> }> {
  await client.realtime.setAuth()
  const channel = client.channel('admin', { config: { private: true } })
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  const closed = new Promise<void>((resolve) => {
    const inner = channel as unknown as Record<'_onClose' | '_onError', (heard: () => void) => void>
    channel.on('system', {}, () => resolve())
    inner._onClose(resolve)
    inner._onError(resolve)
  })
  // An object: a promise would be awaited.
  return { closed }
}

describe('an admin with an authenticator app', () => {
  it('has the rights of an admin after the second step, and those of a member before it', async () => {
    expect(await acts(full)).toBe(true)
    expect(await acts(half)).toBe(false)
    expect(expectAllowed(await full.from('user_profiles_with_email').select()).length).toBeGreaterThan(0)
    expectDeniedOrNothing(await half.from('user_profiles_with_email').select())
    const credit = { user_id: area.member.user.id, points_change: 5, reason: 'Session report' }
    expectDenied(await half.from('points_log').insert(credit))
    expectAllowed(await full.from('points_log').insert(credit).select())
    expectDeniedOrNothing(
      await half.from('profiles').update({ is_suspended: true }).eq('id', area.other.user.id).select(),
    )
    expectDenied(await half.rpc('admin_overview'))
    expectAllowed(await full.rpc('admin_overview'))
  })

  it('remains a member before the second step', async () => {
    expectAllowed(await half.from('newsfeed_posts').select())
    expectAllowed(await half.from('newsfeed_posts').insert({ content: 'Two bites before dawn.' }).select())
    expectAllowed(await half.from('profiles').update({ bio: 'Margins.' }).eq('id', half.user.id).select().single())
  })

  it('sees the numbers of the feed and of packages as a member before the second step', async () => {
    const post = expectAllowed(
      await area.member.from('newsfeed_posts').insert({ content: 'A windy day' }).select('id').single(),
    )
    await area.row(`insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'Nice')`, [
      post.id,
      area.suspended.user.id,
    ])
    const counted = (person: Persona) => person.from('newsfeed_posts').select('comment_count').eq('id', post.id)
    expect(expectAllowed(await counted(full))).toEqual([{ comment_count: 1 }])
    expect(expectAllowed(await counted(half))).toEqual([{ comment_count: 0 }])

    const { boxId } = await addItem()
    const units = (person: Persona) => person.from('prize_packages').select('remaining_quantity').eq('id', boxId)
    expect(expectAllowed(await units(full))).toEqual([{ remaining_quantity: 3 }])
    expect(expectAllowed(await units(half))).toEqual([{ remaining_quantity: null }])
  })

  it('reads notifications for admins after the second step only', async () => {
    await area.row(`select private.notify_all('stock_low', $1)`, [(await addItem()).itemId])
    const kinds = async (person: Persona) =>
      expectAllowed(await person.rpc('notifications_page')).map(({ kind }: { kind: string }) => kind)
    expect(await kinds(full)).toEqual(['stock_low'])
    expect(expectAllowed(await full.rpc('unread_notifications'))).toBe(1)
    expect(await kinds(half)).toEqual([])
    expect((await half.rpc('unread_notifications')).data).toBe(0)
  })

  it('joins the topic of admins after the second step only', async () => {
    expect(await getsIn(full, 'admin')).toBe(true)
    expect(await getsIn(half, 'admin')).toBe(false)
    expect(await getsIn(half, 'feed')).toBe(true)
  })

  it('loses the rights when the app is removed with which the session took the step, also with the same token', async () => {
    const admin = await signUp(area.engine, { admin: true })
    await addApp(admin, 'Tablet')
    const id = await addApp(admin, 'Lost phone')
    expect(await acts(admin)).toBe(true)
    const { closed } = await openAdminChannel(admin)
    const { error } = await service(area.engine).auth.admin.mfa.deleteFactor({ userId: admin.user.id, id })
    expect(error).toBeNull()
    expect(await acts(admin)).toBe(false)
    expectDeniedOrNothing(await admin.from('profiles').update({ is_admin: true }).eq('id', area.other.user.id).select())
    await closed
    await admin.removeAllChannels()
  })

  it('cannot write the level of a session into its metadata', async () => {
    const { error } = await half.auth.updateUser({ data: { aal: 'aal2' } })
    expect(error).toBeNull()
    await half.auth.refreshSession()
    expect(await acts(half)).toBe(false)
  })
})

it('an admin without an app is an admin, and a member with one is not', async () => {
  expect(await acts(area.admin)).toBe(true)
  const member = await signUp(area.engine)
  await addApp(member)
  expect(await acts(member)).toBe(false)
  // Nobody else's row says it, and guests cannot ask.
  expect(await acts(area.admin, full.user.id)).toBe(false)
  expectDenied(await guest(area.engine).from('profiles').select('acts_as_admin'))
})

describe('when the club requires the second step of its admins', () => {
  it('only an admin who has taken it can decide so', async () => {
    expectError(await require(area.admin), 'US003')
    expectDeniedOrNothing(await require(half))
    expectDeniedOrNothing(await require(area.member))
    expect(await isRequired()).toBe(false)
    expect(expectAllowed(await require(full))).toEqual([{ admins_need_two_steps: true }])
    expect(await isRequired()).toBe(true)
    const entry = await area.row(
      `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
    )
    expect(JSON.stringify(entry)).toContain('admins_need_two_steps')
  })

  it('an admin without an app has the rights of a member until they have one', async () => {
    const late = await signUp(area.engine, { admin: true })
    expect(await acts(late)).toBe(true)
    expectAllowed(await require(full))
    expect(await acts(late)).toBe(false)
    expect(await acts(full)).toBe(true)
    expect(await getsIn(late, 'admin')).toBe(false)
    expectDeniedOrNothing(await settings(late).update({ admins_need_two_steps: false }).not('id', 'is', null).select())
    expect(await isRequired()).toBe(true)
    await addApp(late)
    expect(await acts(late)).toBe(true)
    expect(await getsIn(late, 'admin')).toBe(true)
  })

  it('the open channel of an admin without an app closes at once', async () => {
    const late = await signUp(area.engine, { admin: true })
    const { closed } = await openAdminChannel(late)
    expectAllowed(await require(full))
    await closed
    await late.removeAllChannels()
  })

  it('a token that is older than the removal of the app is worth nothing', async () => {
    const admin = await signUp(area.engine, { admin: true })
    const id = await addApp(admin)
    expectAllowed(await require(full))
    const { error } = await service(area.engine).auth.admin.mfa.deleteFactor({ userId: admin.user.id, id })
    expect(error).toBeNull()
    expect(await acts(admin)).toBe(false)
    await area.row('update public.site_settings set admins_need_two_steps = false')
    expectError(await require(admin), 'US003')
  })
})
