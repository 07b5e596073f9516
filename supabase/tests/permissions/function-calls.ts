import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { storedFile } from '../../../test-support/stored-file.ts'
import { game as gameRow } from '../games/game-rows.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

/** Who calls, and the member whom the call is about: somebody new each time, whom the blocked member may not meet. */
export interface Call {
  self: string
  other: string
}

/** The arguments of a call, for which the rows that it needs were made as the database owner. */
export type Arguments = (call: Call) => Promise<object> | object

const DAY = 86_400_000

/** The same arguments for everybody, after something was made. */
const given =
  (make: (call: Call) => Promise<unknown>, sent: object = {}): Arguments =>
  async (call) => {
    await make(call)
    return sent
  }

/** A call of every function that the API offers, by its name; those of a row (`entry_count(games)`) have their own tests. */
export function functionCalls(area: MemberArea): Record<string, Arguments> {
  const made = async (sql: string, values: unknown[] = []) =>
    String((await area.row(`${sql} returning id`, values))?.id)
  const post = (author: string) =>
    made('insert into public.newsfeed_posts (user_id, content) values ($1, $2)', [author, `Well in ${randomUUID()}`])
  const postOf = async ({ other }: Call) => ({ id: await post(other) })
  const box = (price: number | null = null) =>
    made(
      `insert into public.prize_packages (name, points_price, limit_per_member) values ('Box ' || gen_random_uuid(), $1, $2)`,
      [price, price && 3],
    )
  const filled = async (price: number | null = null) => {
    const id = await box(price)
    await made(`insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Reel', 'digital', 9)`, [
      id,
    ])
    return id
  }
  const game = async () =>
    expectAllowed(
      await area.admin
        .from('games')
        .insert(gameRow({ status: 'active' }))
        .select('id')
        .single(),
    ).id
  const catchOf = async (owner: string) => {
    const photo = await storedFile(area.engine, 'catch-photos', owner)
    return made(
      `insert into public.catches (user_id, grams, caught_on, variety, visibility, photo_path)
        values ($1, 9072, '2026-06-01', 'common', 'members', $2)`,
      [owner, photo],
    )
  }
  const offer = async (owner: string, decision: string | null = null) =>
    made(
      `insert into private.record_offers (catch_id, user_id, grams, caught_on, variety, decision, decided_at)
        values ($1, $2, 9072, '2026-06-01', 'common', $3, case when $3::text is not null then now() end)`,
      [await catchOf(owner), owner, decision],
    )
  /** A post that was reported. */
  const reported = async ({ other }: Call) => {
    const subject = await post(other)
    await area.other.rpc('send_report', { kind: 'post', subject_id: subject, reason: 'spam' }).throwOnError()
    const found = await area.row('select id, version from private.report_cases where subject_id = $1', [subject])
    return { id: String(found?.id), seen: Number(found?.version) }
  }
  const decided = async (call: Call) => {
    const { id, seen } = await reported(call)
    await area.admin.rpc('decide_report', { id, seen, decision: 'dismiss' }).throwOnError()
    return {
      id,
      seen: Number((await area.row('select version from private.report_cases where id = $1', [id]))?.version),
    }
  }
  const appeal = async ({ other }: Call) => {
    const ends_at = tomorrow()
    await area.admin.rpc('suspend_member', { user_id: other, reason: 'Insults', ends_at }).throwOnError()
    const id = await made(`insert into private.appeals (member_id, message) values ($1, 'Sorry')`, [other])
    await area.row('update private.suspended_accounts set appeal_id = $2 where account_id = $1', [other, id])
    return id
  }
  const note = async ({ other }: Call) =>
    made(`insert into private.team_notes (member_id, author_id, content) values ($1, $2, 'Rang')`, [
      other,
      area.admin.user.id,
    ])
  const notification = async ({ self }: Call) => {
    if (!(await isMember(self))) return randomUUID()
    const subject = await post(self)
    await area.row(`insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, 'Nice')`, [
      subject,
      area.other.user.id,
    ])
    return String((await area.row('select id from private.notifications where user_id = $1 limit 1', [self]))?.id)
  }
  const delivery = async ({ other }: Call) =>
    made(
      `insert into private.deliveries (user_id, channel, attempts, failures, outcome, error, ended_at)
        values ($1, 'email', 9, 9, 'dead', 'refused', now())`,
      [other],
    )
  const link = () =>
    made(`insert into private.club_links (id, note, code, places, expires_at)
      values (gen_random_uuid(), 'Poster', md5(random()::text), 5, now() + interval '1 day')`)
  const mailed = async () =>
    made(`insert into private.mailed_invitations (address, code, expires_at)
      values (gen_random_uuid() || '@lake.test', md5(random()::text), now() + interval '1 day')`)
  const redeemed = async () =>
    (
      await area.other
        .rpc('redeem_reward', { request_id: randomUUID(), package_id: await filled(10), price: 10 })
        .throwOnError()
    ).data?.[0]?.id
  const ofCatches: Arguments = async ({ other }) => {
    await catchOf(other)
    return { member_id: other }
  }
  const nameOf = async (id: string) =>
    String((await area.row('select username from public.profiles where id = $1', [id]))?.username)
  const none = () => ({})
  const isMember = async (id: string) => Boolean(await area.row('select from public.profiles where id = $1', [id]))
  const levels = async () => ({
    levels: [{ name: `Otter ${randomUUID().slice(0, 8)}`, points: 0 }],
    seen: (await area.row('select max(updated_at)::text as seen from public.levels'))?.seen,
  })
  const tomorrow = () => new Date(Date.now() + DAY).toISOString()

  return {
    add_team_note: ({ other }) => ({ member_id: other, content: 'Rang', request_id: randomUUID() }),
    admin_overview: none,
    admin_waiting: none,
    answer_suspension: () => ({ message: 'Sorry' }),
    appeal_queue: given(appeal),
    assign_prize_package: async ({ other }) => ({ package_id: await filled(), user_id: other }),
    block_member: ({ other }) => ({ member_id: other }),
    can_invite_by_mail: none,
    cancel_reward: async () => ({ award_id: await redeemed() }),
    club_identity: none,
    club_links: given(() => link()),
    club_records: given(({ other }) => offer(other, 'verify')),
    console_counts: () => ({ list: 'posts' }),
    console_posts: given(reported, { list: 'reported' }),
    dead_deliveries: given(delivery),
    decide_appeal: async (call) => ({ id: await appeal(call), decision: 'end' }),
    decide_record: async ({ other }) => ({ id: await offer(other), decision: 'verify' }),
    decide_report: async (call) => ({ ...(await reported(call)), decision: 'dismiss' }),
    delete_own_account: () => ({ password: 'not it' }),
    delete_team_note: async (call) => ({ id: await note(call) }),
    delete_user: ({ other }) => ({ user_id: other }),
    end_club_link: async () => ({ id: await link() }),
    find_members: async ({ other }) => ({ name: await nameOf(other) }),
    finish_welcome: async ({ self }) => {
      if (await isMember(self))
        await area.row('insert into private.awaited_welcomes (user_id) values ($1) on conflict do nothing', [self])
      return {}
    },
    game_answer: async () => ({ game_id: await game() }),
    game_entrants: async ({ other }) => {
      const id = await game()
      await area.row(
        `insert into public.game_entries (game_id, user_id, entry_data) values ($1, $2, '{"square": 3}')`,
        [id, other],
      )
      return { game_id: id }
    },
    get_points_by_timeframe: () => ({ start_date: new Date(Date.now() - 7 * DAY).toISOString() }),
    get_user_referral_stats: ({ other }) => ({ user_id: other }),
    guest_records: none,
    hide_first_session: none,
    hide_posts: async ({ other }) => ({ post_ids: [await post(other)] }),
    import_members: () => ({ request: randomUUID(), members: [{ address: `${randomUUID()}@lake.test`, points: 5 }] }),
    invite_addresses: () => ({ request: randomUUID(), addresses: [`${randomUUID()}@lake.test`] }),
    invited_name: () => ({ invitation: 'nothing' }),
    is_muted: () => ({ subject_id: randomUUID() }),
    is_username_available: () => ({ username: 'mirror carp' }),
    journal_page: ofCatches,
    journal_summary: ofCatches,
    journal_weights: ofCatches,
    keep_time_zone: () => ({ time_zone: 'Asia/Tokyo' }),
    leaderboard_near: none,
    leftover_files: none,
    live_ages: () => ({ topics: ['feed'] }),
    log_catch: () => ({ request_id: randomUUID(), grams: 9072, caught_on: '2026-06-01', variety: 'common' }),
    mailed_invitations: given(() => mailed()),
    make_club_link: () => ({ id: randomUUID(), note: 'Poster', places: 5, days: 5 }),
    make_invitation: none,
    mark_all_notifications_read: async (call) => {
      await notification(call)
      return { before: tomorrow() }
    },
    mark_notifications_read: async (call) => ({ ids: [await notification(call)] }),
    may_join: none,
    member_page: async ({ other }) => ({ name: await nameOf(other) }),
    member_record: ({ other }) => ({ user_id: other }),
    mute_notifications: async ({ other }) => ({ subject_id: await post(other), is_muted: true }),
    muted_subjects: none,
    my_appeal: none,
    my_blocks: none,
    my_data: none,
    my_invitation: none,
    my_leaderboard_position: none,
    my_notification_settings: none,
    my_record_offers: async ({ self }) => {
      if (await isMember(self)) await offer(self)
      return {}
    },
    my_season_position: none,
    my_suspension: none,
    newsfeed_page: async (call) => ({ ids: [(await postOf(call)).id] }),
    next_card_change: none,
    note_export: () => ({ list: 'users' }),
    notifications_page: given(notification),
    offer_record: async ({ self }) => ({
      catch_id: (await isMember(self)) ? await catchOf(self) : randomUUID(),
    }),
    offered_rewards: given(() => filled(10)),
    own_picture: async ({ self }) => {
      if (await isMember(self)) await catchOf(self)
      // Other calls have logged one of the same weight: the best is the first of them.
      const best = await area.row(
        'select id from public.catches where user_id = $1 order by grams desc, caught_on, created_at, id limit 1',
        [self],
      )
      return { kind: 'best', id: best?.id ?? randomUUID() }
    },
    page_head: () => ({ path: '/leaderboard' }),
    points_guide: none,
    publish_announcement: async () => ({
      announcement_id: await made(
        `insert into public.scheduled_announcements (user_id, content, publish_at)
          values ($1, 'Work party', now() + interval '1 day')`,
        [area.admin.user.id],
      ),
    }),
    record_history: given(({ other }) => offer(other, 'verify'), { variety: 'common' }),
    record_offer_list: given(({ other }) => offer(other)),
    redeem_reward: async () => ({ request_id: randomUUID(), package_id: await filled(10), price: 10 }),
    referrer_username: ({ other }) => ({ user_id: other }),
    remove_entry_photo: async ({ other }) => {
      const id = await made(`insert into public.games (type, title, start_date, end_date, status)
        values ('carp_of_week', 'Carp', now() - interval '1 hour', now() + interval '1 hour', 'active')`)
      const file = await storedFile(area.engine, 'game-photos', other)
      return {
        entry_id: await made('insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3)', [
          id,
          other,
          `${area.engine.url}/storage/v1/object/public/game-photos/${file}`,
        ]),
      }
    },
    remove_push_subscription: () => ({ endpoint: 'https://push.test/none' }),
    reopen_report: decided,
    report_case: async (call) => ({ id: (await reported(call)).id }),
    report_counts: given(reported),
    report_queue: given(reported),
    request_row: () => ({ request_id: randomUUID() }),
    retry_delivery: async (call) => ({ delivery_id: await delivery(call) }),
    save_levels: levels,
    save_notification_setting: async () => ({
      group_name: (await area.row('select name from private.notification_groups where not for_admins limit 1'))?.name,
      channel: 'push',
      is_on: false,
    }),
    save_notification_times: () => ({ quiet_from: '22:00', quiet_until: '07:00', time_zone: 'UTC', digest: 'weekly' }),
    save_push_subscription: () => ({
      endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }),
    search: given(postOf, { query: 'Well in' }),
    search_older: given(postOf, { query: 'Well in', before: '2100-01-01T00:00:00Z', before_id: randomUUID() }),
    season_leaderboard: none,
    season_leaderboard_near: none,
    season_table: () => ({ season: '2026-01-01' }),
    seasons: none,
    send_report: async ({ other }) => ({
      kind: 'post',
      subject_id: await post(other),
      reason: 'spam',
      request_id: randomUUID(),
    }),
    set_member_password: ({ other }) => ({ user_id: other, new_password: 'a long new password' }),
    suspend_member: ({ other }) => ({
      user_id: other,
      reason: 'Insults',
      ends_at: tomorrow(),
    }),
    unblock_member: async ({ self, other }) => {
      await area.row(
        `insert into private.member_blocks (blocker_id, blocked_id) select $1, $2
          where exists (select from public.profiles where id = $1) on conflict do nothing`,
        [self, other],
      )
      return { member_id: other }
    },
    undo_marking: () => ({ marked_at: new Date().toISOString() }),
    undo_record: async ({ other }) => ({ id: await offer(other, 'verify') }),
    unread_notifications: given(notification),
    username_problem: () => ({ username: 'admin' }),
    withdraw_invitations: async () => ({ ids: [await mailed()] }),
    withdraw_record: async ({ self }) => {
      const own = await area.row('select from public.profiles where id = $1', [self])
      return {
        catch_id: own
          ? (await area.row('select catch_id from private.record_offers where id = $1', [await offer(self)]))?.catch_id
          : randomUUID(),
      }
    },
  }
}
