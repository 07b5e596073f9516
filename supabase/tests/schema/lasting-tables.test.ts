import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

it('no table or sequence of the application is emptied by a crash of the database', async () => {
  const rows = await engine.owner.query(
    `select c.oid::regclass::text as name from pg_class as c
     where c.relpersistence = 'u' and c.relnamespace::regnamespace::text in ('public', 'private')`,
  )
  expect(rows).toEqual([])
})

it('the counters of guesses survive a crash as well', async () => {
  const rows = await engine.owner.query(
    `select c.relname as name, c.relpersistence as kept from pg_class as c
     where c.oid in ('engine.mailed_codes'::regclass, 'engine.sign_in_failures'::regclass, 'engine.known_places'::regclass)
     order by c.relname`,
  )
  expect(rows.map(({ kept }) => kept)).toEqual(['p', 'p', 'p'])
})

// Every column with an account's ID, and what happens to the row when the account is deleted and its address returns. A
// new column must be listed here: a deletion must not clear what it records, nor pass it to another person.
const OWN = 'deleted with the account; the next account need not keep it'
const PARTY = 'the row stays and the party is null'
const BY = 'who did it, for the club; null when that account is deleted'
const KEPT = 'kept with a random ID in its place; the next account is found by its address'
const COLUMNS: Record<string, string> = {
  'private.account_addresses.account_id': KEPT,
  'private.account_emails.user_id': OWN,
  'private.answer_viewers.user_id': KEPT,
  'private.appeals.decided_by': BY,
  'private.appeals.member_id': OWN,
  'private.audit_log.actor_id': 'unchanged: who did it is part of the record',
  'private.awaited_welcomes.user_id': OWN,
  'private.catch_months.user_id': OWN,
  'private.club_links.made_by': BY,
  'private.declined_connections.connected_user_id': KEPT,
  'private.declined_connections.user_id': KEPT,
  'private.deliveries.user_id': OWN,
  'private.ended_admins.user_id': 'unchanged for a day: what they were doing is still part of the record',
  'private.first_steps.account_id': KEPT,
  'private.hidden_first_sessions.user_id': OWN,
  'private.invitation_requests.admin_id': OWN,
  'private.invitations.member_id': OWN,
  'private.invited_accounts.account_id': OWN,
  'private.left_counters.account_id': KEPT,
  'private.left_debts.account_id': KEPT,
  'private.left_entries.account_id': KEPT,
  'private.left_suspensions.account_id': KEPT,
  'private.linked_admins.account_id': KEPT,
  'private.mail_states.user_id': OWN,
  'private.mailed_invitations.invited_by': BY,
  'private.member_blocks.blocked_id': OWN,
  'private.member_blocks.blocker_id': OWN,
  'private.notification_causes.actor_id': 'deleted with the account, and a notification with its last cause',
  'private.notification_choices.user_id': OWN,
  'private.notification_marks.user_id': OWN,
  'private.notification_mutes.user_id': OWN,
  'private.notification_times.user_id': OWN,
  'private.notifications.user_id': OWN,
  'private.outbox.user_id': OWN,
  'private.points_by_day.user_id': OWN,
  'private.points_by_month.user_id': OWN,
  'private.points_earned.user_id': OWN,
  'private.post_counts.user_id': OWN,
  'private.push_subscriptions.user_id': OWN,
  'private.rate_counters.user_id': 'deleted; used-up limits are kept in left_counters',
  'private.record_offers.decided_by': BY,
  'private.record_offers.user_id': OWN,
  'private.redemptions.account_id': KEPT,
  'private.referral_parties.referred_id': KEPT,
  'private.referral_parties.referrer_id': KEPT,
  'private.report_cases.author_id': 'the case stays without the party; an open one keeps its texts for 30 days',
  'private.report_cases.decided_by': BY,
  'private.report_cases.former_account_id': KEPT,
  'private.reports.former_account_id': KEPT,
  'private.reports.reporter_id': 'the report stays without the party and the words',
  'private.requests.owner_id': 'deleted: a deleted account sends no request again',
  'private.season_places.user_id': PARTY,
  'private.season_points.user_id': OWN,
  'private.suspended_accounts.account_id': KEPT,
  'private.team_notes.author_id': BY,
  'private.team_notes.member_id': OWN,
  'private.username_keys.user_id': KEPT,
  'public.badges.created_by': BY,
  'public.catches.user_id': OWN,
  'public.game_entries.user_id': 'the party is null in completed games; an open one is kept in left_entries',
  'public.member_connections.connected_user_id': OWN,
  'public.member_connections.user_id': OWN,
  'public.newsfeed_comments.user_id': OWN,
  'public.newsfeed_posts.user_id': OWN,
  'public.newsfeed_reactions.user_id': OWN,
  'public.point_gifts.from_user_id': PARTY,
  'public.point_gifts.to_user_id': PARTY,
  'public.points_log.created_by': BY,
  'public.points_log.user_id': 'deleted; a balance below zero is kept in left_debts',
  'public.prize_awards.user_id': 'the party is null in claimed prizes; the others return their unit to the stock',
  'public.profiles.id': OWN,
  'public.referral_settings.updated_by': BY,
  'public.referrals.referred_user_id': PARTY,
  'public.referrals.referrer_id': PARTY,
  'public.scheduled_announcements.user_id': PARTY,
  'public.shipping_addresses.user_id': OWN,
  'public.user_badges.awarded_by': BY,
  'public.user_badges.user_id': OWN,
}

it('each column with an account’s ID is listed with what happens to it', async () => {
  const rows = await engine.owner.query<{ name: string }>(
    `select c.relnamespace::regnamespace || '.' || c.relname || '.' || a.attname as name
     from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
       and a.atttypid = 'uuid'::regtype
       and (
         (a.attname ~ '(user|owner|account|actor|referrer|referred|member)_id$' or a.attname ~ '_by$')
         or exists (
           select from pg_constraint as k
           where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
             and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
         )
       )
     order by c.relnamespace::regnamespace::text collate "C", c.relname collate "C", a.attname collate "C"`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(COLUMNS))
})

it('a deletion does to each reference to a member what the list says', async () => {
  const rows = await engine.owner.query<{ name: string; action: string }>(
    `select c.relnamespace::regnamespace || '.' || c.relname || '.' || a.attname as name, k.confdeltype as action
     from pg_constraint as k join pg_class as c on c.oid = k.conrelid
       join pg_attribute as a on a.attrelid = c.oid and a.attnum = any (k.conkey)
     where k.contype = 'f' and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
       and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )
  // The party of these is null, or a trigger deletes the row first.
  const parties = ['public.game_entries.user_id', 'public.prize_awards.user_id']
  // In these a trigger empties more than the party.
  const emptied = ['private.report_cases.author_id', 'private.reports.reporter_id']
  const cleared = [BY, PARTY, ...[...parties, ...emptied].map((name) => COLUMNS[name])]
  const wrong = rows.filter(({ name, action }) => action !== (cleared.includes(COLUMNS[name]) ? 'n' : 'c'))
  expect(wrong).toEqual([])
  expect(rows.map(({ name }) => name)).toContain('public.points_log.user_id')
})
