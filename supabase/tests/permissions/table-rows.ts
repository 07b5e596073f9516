import { randomUUID } from 'node:crypto'
import type { Persona } from '../../../test-support/personas.ts'
import { storedFile } from '../../../test-support/stored-file.ts'
import type { MemberArea } from '../support/member-area.ts'

/** Who inserts. `meets` is the other member of a row of two; otherwise that is somebody new. */
export interface Self {
  id: string
  email: string
  meets?: string
}

/** One row of a table for the permission matrix. */
export interface TableRow {
  /** Creates a row as the database owner; `owner` is the member it belongs to. Returns its ID. */
  make(owner: Persona): Promise<string>
  /** What a client inserts in its own name, with a unique value each time. */
  insert(self: Self): Promise<object>
  /** What a client changes. */
  edit: object
  /** False when rows belong to no member: then the owner columns are left empty. */
  owned: boolean
}

/** A row factory for every table of public, by its name. */
export function tableRows(area: MemberArea, third: Persona): Record<string, TableRow> {
  const id = async (sql: string, values: unknown[] = []) => String((await area.row(`${sql} returning id`, values))?.id)
  const text = () => `text ${randomUUID()}`
  const account = () =>
    id(`insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())`, [
      `${randomUUID()}@example.com`,
    ])
  const badge = () =>
    id(
      `insert into public.badges (name, description) values ('Bailiff ' || left(gen_random_uuid()::text, 8), 'Keeps the bank')`,
    )
  const box = () => id(`insert into public.prize_packages (name) values ('Box')`)
  const item = async () =>
    id(`insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Alarm', 'digital', 9)`, [
      await box(),
    ])
  const award = async (owner: Persona) =>
    id('insert into public.prize_awards (user_id, item_id) values ($1, $2)', [owner.user.id, await item()])
  const newGame = () =>
    id(`insert into public.games (type, title, start_date, end_date, status)
      values ('carp_of_week', 'Best carp', now() - interval '1 hour', now() + interval '1 hour', 'active')`)
  const post = (owner: Persona) =>
    id('insert into public.newsfeed_posts (user_id, content) values ($1, $2)', [owner.user.id, text()])
  const photo = async (user: string) =>
    `${area.engine.url}/storage/v1/object/public/game-photos/${await storedFile(area.engine, 'game-photos', user)}`
  const address = {
    full_name: 'Tom Alder',
    email: 'tom@example.com',
    address_line1: '220 W Water St',
    city: 'Syracuse',
    state: 'NY',
    postal_code: '13202',
    phone_number: '+1 315 555 0100',
  }
  const dates = { start_date: '2026-01-01T00:00:00Z', end_date: '2100-01-01T00:00:00Z' }
  const video = { title: 'Live', embed_code: 'https://youtu.be/dQw4w9WgXcQ', scheduled_for: '2026-12-01T00:00:00Z' }
  const only = async (table: string) => String((await area.row(`select id from public.${table} limit 1`))?.id)

  return {
    badges: {
      make: badge,
      insert: async () => ({ name: 'Warden', description: 'Keeps the gate' }),
      edit: { description: 'changed' },
      owned: false,
    },
    catches: {
      make: (owner) =>
        id(
          `insert into public.catches (user_id, grams, caught_on, variety, visibility) values ($1, 9072, '2026-06-01', 'common', 'connections')`,
          [owner.user.id],
        ),
      insert: async () => ({ grams: 9072, caught_on: '2026-06-01', variety: 'mirror', words: text() }),
      edit: { words: 'changed' },
      owned: true,
    },
    game_changes: {
      make: async () =>
        id(`insert into public.game_changes (game_id, changed) values ($1, '{title}')`, [await newGame()]),
      insert: async () => ({ game_id: await newGame(), changed: ['title'] }),
      edit: { changed: ['points'] },
      owned: false,
    },
    game_entries: {
      make: async (owner) =>
        id('insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3)', [
          await newGame(),
          owner.user.id,
          await photo(owner.user.id),
        ]),
      insert: async (self) => ({ game_id: await newGame(), user_id: self.id, photo_url: await photo(self.id) }),
      edit: { winner_place: 1 },
      owned: true,
    },
    games: {
      make: newGame,
      insert: async () => ({ type: 'carp_of_week', title: 'Best tench', ...dates }),
      edit: { title: 'changed' },
      owned: false,
    },
    info_cards: {
      make: () =>
        id(`insert into public.info_cards (title, start_date, end_date) values ('League', now(), '2100-01-01')`),
      insert: async () => ({ title: 'Match', placement: 'home', ...dates }),
      edit: { is_active: false },
      owned: false,
    },
    landing_content: {
      make: () => only('landing_content'),
      insert: async () => ({ section: 'feature3', title: 'New' }),
      edit: { title: 'changed' },
      owned: false,
    },
    scheduled_announcements: {
      make: (owner) =>
        id(
          `insert into public.scheduled_announcements (user_id, content, publish_at)
            values ($1, 'Work party', now() + interval '1 day')`,
          [owner.user.id],
        ),
      insert: async () => ({ content: text(), publish_at: new Date(Date.now() + 86_400_000).toISOString() }),
      edit: { content: 'changed' },
      owned: false,
    },
    live_videos: {
      make: () =>
        id(
          `insert into public.live_videos (title, embed_code, scheduled_for, is_active)
            values ('Live', 'https://youtu.be/dQw4w9WgXcQ', now(), true)`,
        ),
      insert: async () => video,
      edit: { title: 'changed' },
      owned: false,
    },
    member_connections: {
      make: async (owner) =>
        id('insert into public.member_connections (user_id, connected_user_id) values ($1, $2)', [
          owner.user.id,
          await account(),
        ]),
      insert: async (self) => ({ user_id: self.id, connected_user_id: self.meets ?? (await account()) }),
      edit: { status: 'accepted' },
      owned: true,
    },
    newsfeed_comments: {
      make: async (owner) =>
        id('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
          await post(third),
          owner.user.id,
          text(),
        ]),
      insert: async (self) => ({ post_id: await post(third), user_id: self.id, content: text() }),
      edit: { content: 'changed' },
      owned: true,
    },
    newsfeed_posts: {
      make: post,
      insert: async (self) => ({ user_id: self.id, content: text(), type: 'post' }),
      edit: { content: 'changed' },
      owned: true,
    },
    newsfeed_reactions: {
      make: async (owner) =>
        id(`insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, 'heart')`, [
          await post(third),
          owner.user.id,
        ]),
      insert: async (self) => ({ post_id: await post(third), user_id: self.id, reaction: 'fish' }),
      edit: { reaction: 'trophy' },
      owned: true,
    },
    point_gifts: {
      make: async (owner) =>
        id('insert into public.point_gifts (from_user_id, to_user_id, points) values ($1, $2, 1)', [
          owner.user.id,
          await account(),
        ]),
      insert: async (self) => ({ from_user_id: self.id, to_user_id: self.meets ?? (await account()), points: 1 }),
      edit: { points: 2 },
      owned: true,
    },
    points_log: {
      make: (owner) =>
        id(`insert into public.points_log (user_id, points_change, reason) values ($1, 1, 'Session report')`, [
          owner.user.id,
        ]),
      insert: async (self) => ({ user_id: self.id, points_change: 5, reason: 'Mine' }),
      edit: { points_change: 99 },
      owned: true,
    },
    prize_award_notes: {
      make: async (owner) =>
        id(`insert into public.prize_award_notes (award_id, admin_notes) values ($1, 'Call first')`, [
          await award(owner),
        ]),
      insert: async () => ({ award_id: await award(third), admin_notes: 'x' }),
      edit: { admin_notes: 'changed' },
      owned: true,
    },
    prize_awards: {
      make: award,
      insert: async (self) => ({ user_id: self.id, item_id: await item(), status: 'assigned' }),
      edit: { tracking_number: 'changed' },
      owned: true,
    },
    prize_items: {
      make: item,
      insert: async () => ({ package_id: await box(), title: 'Reel', type: 'digital', quantity: 1 }),
      edit: { remaining_quantity: 1 },
      owned: false,
    },
    prize_packages: {
      make: box,
      insert: async () => ({ name: 'Bag' }),
      edit: { name: 'changed' },
      owned: false,
    },
    profiles: {
      // The personas stay: the row to delete belongs to another account, and the owner's own row is kept.
      make: async (owner) => (owner === third ? await account() : owner.user.id),
      insert: async () => ({ id: randomUUID(), username: text().slice(0, 50) }),
      edit: { bio: 'changed' },
      owned: true,
    },
    levels: {
      make: () => only('levels'),
      insert: async () => ({ name: 'Otter', points: 42 }),
      edit: { name: 'Otter' },
      owned: false,
    },
    referral_settings: {
      make: () => only('referral_settings'),
      insert: async () => ({ points_per_referral: 1 }),
      edit: { points_per_referral: 77 },
      owned: false,
    },
    referrals: {
      make: async (owner) => {
        const referred = await account()
        return id(`insert into public.referrals (referrer_id, referred_user_id, referred_email) values ($1, $2, $3)`, [
          owner.user.id,
          referred,
          `${referred}@example.com`,
        ])
      },
      insert: async (self) => ({ referrer_id: third.user.id, referred_email: self.email, status: 'pending' }),
      edit: { status: 'completed' },
      owned: true,
    },
    shipping_addresses: {
      make: (owner) =>
        id(
          `insert into public.shipping_addresses
            (user_id, full_name, email, address_line1, city, state, postal_code, phone_number)
            values ($1, 'Tom Alder', 'tom@example.com', '220 W Water St', 'Syracuse', 'NY', '13202', '+1 315 555 0100')`,
          [owner.user.id],
        ),
      insert: async (self) => ({ ...address, user_id: self.id }),
      edit: { city: 'changed' },
      owned: true,
    },
    site_settings: {
      make: () => only('site_settings'),
      insert: async () => ({ currency_symbol: '£' }),
      edit: { currency_symbol: 'Kč' },
      owned: false,
    },
    user_badges: {
      make: async (owner) =>
        id('insert into public.user_badges (user_id, badge_id) values ($1, $2)', [owner.user.id, await badge()]),
      insert: async (self) => ({ user_id: self.id, badge_id: await badge() }),
      edit: { awarded_at: '2020-01-01T00:00:00Z' },
      owned: true,
    },
  }
}
