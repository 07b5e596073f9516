import { game } from '../games/game-rows.ts'
import type { Cast, Describe, Life } from './life.ts'

const NO_STATE = 'never: a row has no hidden state'
const HOUR = 3_600_000
const from = (ms: number) => new Date(Date.now() + ms).toISOString()

/** An active package with one kind of prize. */
async function stockedPackage({ admin }: Cast, item: object = {}): Promise<{ package_id: string; item_id: string }> {
  const box = await admin.from('prize_packages').insert({ name: 'Box' }).select('id').single().throwOnError()
  const row = { package_id: box.data.id, title: 'Points', type: 'points', points_value: 20, quantity: 5, ...item }
  const made = await admin.from('prize_items').insert(row).select('id').single().throwOnError()
  return { package_id: box.data.id, item_id: made.data.id }
}

/** A table whose rows the migrations created: admins can only change them. */
const setting =
  (table: string, edit: object): Describe =>
  async ({ admin }) => ({
    make: 'never: the migrations created the only rows',
    change: (id) => admin.from(table).update(edit).eq('id', id),
    hide: NO_STATE,
    show: NO_STATE,
    remove: 'never: the site needs the row',
    again: 'never: the migrations created the only rows',
    byAnother: 'never: the migrations created the only rows',
    owned: false,
  })

/** Rows created by admins; which admin does not matter. */
const CLUB = {
  again: 'as made',
  byAnother: 'never: rows belong to the club',
  owned: false,
} satisfies Partial<Life>

/** The tables whose rows admins create. */
export const CLUB_LIVES: Record<string, Describe> = {
  landing_content: setting('landing_content', { title: 'Carp and company' }),
  referral_settings: setting('referral_settings', { points_per_referral: 25 }),
  site_settings: setting('site_settings', { currency_symbol: '£' }),

  levels: async (cast) => ({
    ...(await setting('levels', {})(cast)),
    change: async (id) => {
      const { data } = await cast.admin.from('levels').select('id, name, points, updated_at').throwOnError()
      const levels = data.map(({ id: one, name, points }) => ({ name: one === id ? 'Otter' : name, points }))
      return cast.admin.rpc('save_levels', { levels, seen: data[0]?.updated_at })
    },
    remove: 'never: the whole list is saved at once',
  }),

  badges: async ({ admin }) => ({
    ...CLUB,
    make: () => admin.from('badges').insert({ name: 'Bailiff', description: 'Keeps the bank' }),
    change: (id) => admin.from('badges').update({ description: 'Keeps the gate' }).eq('id', id),
    hide: NO_STATE,
    show: NO_STATE,
    remove: (id) => admin.from('badges').delete().eq('id', id),
    untold: 'its holders are notified through user_badges',
  }),

  info_cards: async ({ admin }) => {
    const set = (id: string, fields: object) => admin.from('info_cards').update(fields).eq('id', id)
    return {
      ...CLUB,
      make: () =>
        admin
          .from('info_cards')
          .insert({ title: 'Match', placement: 'home', start_date: from(-HOUR), end_date: from(HOUR) }),
      change: (id) => set(id, { title: 'Match day' }),
      hide: (id) => set(id, { is_active: false }),
      show: (id) => set(id, { is_active: true }),
      remove: (id) => admin.from('info_cards').delete().eq('id', id),
      further: {
        'ended by its date': (id) => set(id, { end_date: from(-1000) }),
        'date extended': (id) => set(id, { end_date: from(HOUR) }),
      },
    }
  },

  scheduled_announcements: async ({ admin }) => ({
    ...CLUB,
    make: () => admin.from('scheduled_announcements').insert({ content: 'Work party', publish_at: from(HOUR) }),
    change: (id) => admin.from('scheduled_announcements').update({ content: 'Work party at ten' }).eq('id', id),
    hide: NO_STATE,
    show: NO_STATE,
    remove: (id) => admin.from('scheduled_announcements').delete().eq('id', id),
  }),

  live_videos: async ({ admin }) => {
    const set = (id: string, fields: object) => admin.from('live_videos').update(fields).eq('id', id)
    const video = { title: 'Rigs', embed_code: 'https://youtu.be/dQw4w9WgXcQ', scheduled_for: from(0), is_active: true }
    return {
      ...CLUB,
      make: () => admin.from('live_videos').insert(video),
      change: (id) => set(id, { title: 'Winter rigs' }),
      hide: (id) => set(id, { is_active: false }),
      show: (id) => set(id, { is_active: true }),
      remove: (id) => admin.from('live_videos').delete().eq('id', id),
      further: { 'another activated': () => admin.from('live_videos').insert({ ...video, title: 'Knots' }) },
    }
  },

  games: async ({ admin }) => {
    const set = (id: string, fields: object) => admin.from('games').update(fields).eq('id', id)
    return {
      ...CLUB,
      make: () => admin.from('games').insert(game({ status: 'active' })),
      change: (id) => set(id, { title: 'Where does Withy Lake fish best?' }),
      hide: (id) => set(id, { status: 'cancelled' }),
      show: 'never: a cancelled game stays cancelled',
      remove: (id) => admin.from('games').delete().eq('id', id),
      further: {
        completed: (id) => set(id, { status: 'completed' }),
        reopened: (id) => set(id, { status: 'active' }),
        'completed game deleted': (id) => admin.from('games').delete().eq('id', id),
      },
    }
  },

  game_changes: async ({ admin, party }) => {
    const made = await admin
      .from('games')
      .insert(game({ status: 'active' }))
      .select('id')
      .single()
      .throwOnError()
    const game_id: string = made.data.id
    await party
      .from('game_entries')
      .insert({ game_id, entry_data: { square: 3 } })
      .throwOnError()
    const games = (fields: object) => admin.from('games').update(fields).eq('id', game_id)
    return {
      ...CLUB,
      make: () => games({ title: 'Corrected' }),
      change: 'never: a correction is permanent',
      hide: () => games({ status: 'cancelled' }),
      show: 'never: a cancelled game stays cancelled',
      remove: () => admin.from('games').delete().eq('id', game_id),
      again: 'never: the game was deleted',
    }
  },

  prize_packages: async ({ admin }) => {
    const set = (id: string, fields: object) => admin.from('prize_packages').update(fields).eq('id', id)
    return {
      ...CLUB,
      make: () => admin.from('prize_packages').insert({ name: 'Bag' }),
      change: (id) => set(id, { name: 'Big bag' }),
      hide: (id) => set(id, { is_active: false }),
      show: (id) => set(id, { is_active: true }),
      remove: (id) => admin.from('prize_packages').delete().eq('id', id),
      untold: 'members see a package only with its games and prizes, which are announced',
    }
  },

  prize_items: async (cast) => {
    const { admin } = cast
    const { package_id } = await stockedPackage(cast)
    const active = (is_active: boolean) => admin.from('prize_packages').update({ is_active }).eq('id', package_id)
    return {
      ...CLUB,
      make: () => admin.from('prize_items').insert({ package_id, title: 'Alarm', type: 'digital', quantity: 2 }),
      change: (id) => admin.from('prize_items').update({ title: 'Loud alarm' }).eq('id', id),
      hide: () => active(false),
      show: () => active(true),
      remove: (id) => admin.from('prize_items').delete().eq('id', id),
    }
  },

  user_badges: async ({ admin }) => {
    const badge = { name: 'Warden', description: 'Keeps the gate' }
    const { data } = await admin.from('badges').insert(badge).select('id').single().throwOnError()
    return {
      make: (whose) => admin.from('user_badges').insert({ user_id: whose.user.id, badge_id: data.id }),
      change: 'never: an award of a badge is withdrawn and given again',
      hide: NO_STATE,
      show: NO_STATE,
      remove: (id) => admin.from('user_badges').delete().eq('id', id),
      again: 'as made',
      byAnother: 'as made',
      owned: true,
    }
  },

  prize_awards: async (cast) => {
    const { admin, owner } = cast
    const { item_id } = await stockedPackage(cast)
    const claim = (id: string) =>
      owner.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', id).select('id').single()
    return {
      make: (whose) => admin.from('prize_awards').insert({ user_id: whose.user.id, item_id, status: 'assigned' }),
      change: (id) => admin.from('prize_awards').update({ tracking_number: 'BK 1' }).eq('id', id),
      hide: NO_STATE,
      show: NO_STATE,
      remove: (id) => admin.from('prize_awards').delete().eq('id', id),
      again: 'as made',
      byAnother: 'never: an award names its winner',
      further: {
        claimed: claim,
        'claimed again': claim,
        'claimed award deleted': (id) => admin.from('prize_awards').delete().eq('id', id),
      },
      owned: true,
      views: { prize_claims: 'id' },
    }
  },

  prize_award_notes: async (cast) => {
    const { admin, owner } = cast
    const { item_id } = await stockedPackage(cast)
    const row = { user_id: owner.user.id, item_id, status: 'assigned' }
    const { data } = await admin.from('prize_awards').insert(row).select('id').single().throwOnError()
    const note = (admin_notes: string) => admin.from('prize_awards').update({ admin_notes }).eq('id', data.id)
    return {
      make: () => note('Call first'),
      change: () => note('Call after six'),
      hide: NO_STATE,
      show: NO_STATE,
      remove: () => note(''),
      again: 'as made',
      byAnother: 'never: an award has one note',
      owned: true,
    }
  },
}
