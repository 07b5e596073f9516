import { randomUUID } from 'node:crypto'
import { signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import type { Cast, Describe } from './life.ts'

const NO_STATE = 'never: a row has no hidden state'

/** A post of the other member, to comment on. */
async function postOfParty({ party }: Cast): Promise<string> {
  const post = { content: `Tench at dawn ${randomUUID()}` }
  const { data } = await party.from('newsfeed_posts').insert(post).select('id').single().throwOnError()
  return data.id
}

/** An admin hides what the other member has reported. */
async function hideReported({ party, admin, area }: Cast, kind: string, subject_id: string) {
  await party.rpc('send_report', { kind, subject_id, reason: 'abuse' }).throwOnError()
  const found = await area.row('select id, version from private.report_cases where subject_id = $1', [subject_id])
  return admin.rpc('decide_report', { id: String(found?.id), seen: Number(found?.version), decision: 'hide' })
}

/** The decision about it is undone. */
async function undoDecision({ admin, area }: Cast, subjectId: string) {
  const found = await area.row('select id, version from private.report_cases where subject_id = $1', [subjectId])
  return admin.rpc('reopen_report', { id: String(found?.id), seen: Number(found?.version) })
}

/** The tables whose rows belong to members. */
export const MEMBER_LIVES: Record<string, Describe> = {
  profiles: async (cast) => {
    const { area, admin } = cast
    const unique = randomUUID().slice(0, 12)
    const account = { email: `${unique}@example.com`, username: `tench-${unique}` }
    return {
      // Signing up creates the profile.
      make: async (whose) => {
        try {
          if (whose === cast.party) await signUp(area.engine, { username: account.username })
          else cast.owner = await signUp(area.engine, account)
          await area.givePoints(cast.owner, 5)
          return { error: null }
        } catch (error) {
          return { error: error as { code?: string; message: string } }
        }
      },
      change: (id) => cast.owner.from('profiles').update({ bio: 'Carp' }).eq('id', id),
      hide: (id) => admin.from('profiles').update({ is_suspended: true }).eq('id', id),
      show: (id) => admin.from('profiles').update({ is_suspended: false }).eq('id', id),
      remove: () => cast.owner.rpc('delete_own_account', { password: cast.owner.user.password }),
      again: 'as made',
      byAnother: 'as made',
      further: {
        // The freed name is reserved for the next account with the address, which need not take it.
        'back under another name': async () => {
          await cast.owner.rpc('delete_own_account', { password: cast.owner.user.password }).throwOnError()
          await signUp(area.engine, { email: account.email })
          return { error: null }
        },
      },
      owned: false,
      views: {
        leaderboard: 'username',
        member_search: 'id',
        user_profiles_with_email: 'id',
        audit_log: 'subject_id',
      },
    }
  },

  newsfeed_posts: async (cast) => ({
    make: (whose) => whose.from('newsfeed_posts').insert({ content: 'Bream at dusk' }),
    change: (id) => cast.admin.from('newsfeed_posts').update({ is_announcement: true }).eq('id', id),
    hide: (id) => hideReported(cast, 'post', id),
    show: (id) => undoDecision(cast, id),
    remove: (id) => cast.admin.from('newsfeed_posts').delete().eq('id', id),
    again: 'as made',
    byAnother: 'as made',
    owned: true,
  }),

  newsfeed_comments: async (cast) => {
    const post_id = await postOfParty(cast)
    return {
      make: (whose) => whose.from('newsfeed_comments').insert({ post_id, content: 'Lovely' }),
      change: (id) => cast.owner.from('newsfeed_comments').update({ content: 'Lovely fish' }).eq('id', id),
      hide: (id) => hideReported(cast, 'comment', id),
      show: (id) => undoDecision(cast, id),
      remove: (id) => cast.owner.from('newsfeed_comments').delete().eq('id', id),
      again: 'as made',
      byAnother: 'as made',
      owned: true,
    }
  },

  newsfeed_reactions: async (cast) => {
    const post_id = await postOfParty(cast)
    return {
      make: (whose) => whose.from('newsfeed_reactions').insert({ post_id, reaction: 'fish' }),
      change: (id) => cast.owner.from('newsfeed_reactions').update({ reaction: 'heart' }).eq('id', id),
      hide: 'never: a reaction is hidden with its member',
      show: 'never: a reaction is shown with its member',
      remove: (id) => cast.owner.from('newsfeed_reactions').delete().eq('id', id),
      again: 'as made',
      byAnother: 'as made',
      owned: true,
    }
  },

  member_connections: async (cast) => {
    const { owner, party } = cast
    const other = (whose: Cast['owner']) => (whose === owner ? party : owner)
    return {
      make: (whose) =>
        whose.from('member_connections').insert({ user_id: whose.user.id, connected_user_id: other(whose).user.id }),
      change: (id) => party.from('member_connections').update({ status: 'accepted' }).eq('id', id),
      hide: NO_STATE,
      show: NO_STATE,
      remove: (id) => owner.from('member_connections').delete().eq('id', id),
      again: 'as made',
      byAnother: 'as made',
      further: {
        declined: (id) => party.from('member_connections').delete().eq('id', id),
        'requested again': () =>
          owner.from('member_connections').insert({ user_id: owner.user.id, connected_user_id: party.user.id }),
      },
      owned: true,
    }
  },

  point_gifts: async (cast) => {
    const { area, owner, party } = cast
    for (const who of [owner, party]) await area.givePoints(who, 100)
    return {
      make: (whose) => {
        const to = whose === owner ? party : owner
        return whose.from('point_gifts').insert({ from_user_id: whose.user.id, to_user_id: to.user.id, points: 5 })
      },
      change: 'never: a gift is permanent',
      hide: NO_STATE,
      show: NO_STATE,
      remove: 'never: a gift is permanent',
      again: 'as made',
      byAnother: 'as made',
      owned: true,
    }
  },

  points_log: async ({ admin }) => ({
    make: (whose) =>
      admin.from('points_log').insert({ user_id: whose.user.id, points_change: 5, reason: 'Session report' }),
    change: 'never: the ledger is append-only',
    hide: NO_STATE,
    show: NO_STATE,
    remove: 'never: the ledger is append-only',
    again: 'as made',
    byAnother: 'as made',
    owned: true,
    views: { points_ledger: 'id' },
  }),

  referrals: async (cast) => {
    const { owner, party } = cast
    return {
      make: (whose) => {
        const referrer = whose === owner ? owner : cast.area.other
        const row = { referrer_id: referrer.user.id, referred_email: party.user.email, status: 'pending' }
        return party.from('referrals').insert(row)
      },
      change: (id) => owner.from('referrals').update({ status: 'completed' }).eq('id', id),
      hide: NO_STATE,
      show: NO_STATE,
      remove: 'never: a referral is permanent',
      again: 'as made',
      byAnother: 'as made',
      further: {
        'approved again': (id) => owner.from('referrals').update({ status: 'completed' }).eq('id', id),
      },
      owned: true,
      views: { referral_details: 'id' },
    }
  },

  shipping_addresses: async (cast) => ({
    make: (whose) =>
      whose.from('shipping_addresses').insert({
        full_name: 'Tom Alder',
        email: 'tom@example.com',
        address_line1: '220 W Water St',
        city: 'Syracuse',
        state: 'NY',
        postal_code: '13202',
        phone_number: '+1 315 555 0100',
        is_default: true,
      }),
    change: (id) => cast.owner.from('shipping_addresses').update({ city: 'Utica' }).eq('id', id),
    hide: NO_STATE,
    show: NO_STATE,
    remove: (id) => cast.owner.from('shipping_addresses').delete().eq('id', id),
    again: 'as made',
    byAnother: 'as made',
    owned: true,
    untold: 'its owner and admins load an address when they open a page',
  }),

  catches: async (cast) => {
    const visibility = (of: string) => (id: string) =>
      cast.owner.from('catches').update({ visibility: of }).eq('id', id)
    return {
      make: (whose) =>
        whose.rpc('log_catch', {
          request_id: randomUUID(),
          grams: 14_742,
          caught_on: '2026-06-01',
          variety: 'mirror',
          visibility: 'members',
        }),
      change: (id) => cast.owner.from('catches').update({ grams: 14_800 }).eq('id', id),
      hide: visibility('me'),
      show: visibility('members'),
      remove: (id) => cast.owner.from('catches').delete().eq('id', id),
      again: 'as made',
      byAnother: 'as made',
      further: { 'removed by an admin': (id) => cast.admin.from('catches').delete().eq('id', id) },
      owned: true,
      untold: 'a journal is loaded when it is opened; its angler is notified',
    }
  },

  game_entries: async (cast) => {
    const { area, admin } = cast
    const row = game({ type: 'carp_of_week', status: 'active', first_place_points: 50 })
    const { data } = await admin.from('games').insert(row).select('id').single().throwOnError()
    const game_id: string = data.id
    const complete = () => admin.from('games').update({ status: 'completed' }).eq('id', game_id)
    return {
      make: async (whose) => {
        const photo_url = await area.file(whose, 'game-photos')
        return await whose.from('game_entries').insert({ game_id, photo_url })
      },
      change: (id) => admin.from('game_entries').update({ winner_place: 1 }).eq('id', id),
      hide: 'never: an entry is hidden with its game',
      show: 'never: an entry is shown with its game',
      remove: 'never: an entry stays in its game',
      again: 'as made',
      byAnother: 'as made',
      further: { 'game completed': complete, 'completed again': complete },
      owned: true,
    }
  },
}
