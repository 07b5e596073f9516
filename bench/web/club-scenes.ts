import { at, type Cast, MINUTE, mark, type Scene } from './scene.ts'

export function games({ tom, admin, tomId }: Cast): Scene {
  return {
    path: '/games',
    viewer: 'finn',
    life: () => {
      const [title, renamed] = [mark('Carp'), mark('Renamed')]
      const update = (fields: object) =>
        admin
          .from('games')
          .update(fields as never)
          .in('title', [title, renamed])
          .throwOnError()
      const make = () =>
        admin
          .from('games')
          .insert({
            type: 'guess_weight',
            title,
            image_url: '/mark.svg',
            start_date: at(-MINUTE),
            end_date: at(60 * MINUTE),
            status: 'active',
            metadata: { actual_weight: 28.6, unit: 'lbs' },
          })
          .throwOnError()
      const enter = async () => {
        const { data } = await admin.from('games').select('id').eq('title', renamed).single().throwOnError()
        await tom
          .from('game_entries')
          .insert({ game_id: data.id, user_id: tomId, entry_data: { weight: 20 } })
          .throwOnError()
      }
      return [
        { name: 'game, made', change: make, sight: { text: title } },
        { name: 'game, changed', change: () => update({ title: renamed }), sight: { text: renamed } },
        { name: 'game, entered', change: enter, sight: { text: '1 entry', within: renamed } },
        {
          name: 'game, completed',
          change: () => update({ status: 'completed' }),
          sight: { text: 'Verify result', within: renamed },
        },
        {
          name: 'game, deleted',
          change: () => admin.from('games').delete().eq('title', renamed).throwOnError(),
          sight: { text: renamed, gone: true },
        },
      ]
    },
  }
}

export function cards({ admin }: Cast): Scene {
  return {
    path: '/',
    life: () => {
      const [title, renamed] = [mark('Winter league'), mark('Summer league')]
      const table = () => admin.from('info_cards')
      const update = (fields: object) =>
        table()
          .update(fields as never)
          .in('title', [title, renamed])
          .throwOnError()
      return [
        {
          name: 'card, made',
          change: () =>
            table()
              .insert({ title, placement: 'home', start_date: at(-MINUTE), end_date: at(60 * MINUTE) })
              .throwOnError(),
          sight: { text: title },
        },
        { name: 'card, changed', change: () => update({ title: renamed }), sight: { text: renamed } },
        {
          name: 'card, switched off',
          change: () => update({ is_active: false }),
          sight: { text: renamed, gone: true },
        },
        { name: 'card, switched on', change: () => update({ is_active: true }), sight: { text: renamed } },
        {
          name: 'card, deleted',
          change: () => table().delete().eq('title', renamed).throwOnError(),
          sight: { text: renamed, gone: true },
        },
      ]
    },
  }
}

export function videos({ admin }: Cast): Scene {
  const table = () => admin.from('live_videos')
  return {
    path: '/live',
    viewer: 'finn',
    prepare: () => table().update({ is_active: false }).eq('is_active', true).throwOnError(),
    life: () => {
      const title = mark('Rigs with Old Gregor')
      const row = { title, embed_code: 'https://youtu.be/dQw4w9WgXcQ', scheduled_for: at(-MINUTE), is_active: true }
      const update = (fields: object) =>
        table()
          .update(fields as never)
          .eq('title', title)
          .throwOnError()
      return [
        {
          name: 'video, made',
          change: () =>
            table()
              .insert({ ...row, provider: '', video_id: '' })
              .throwOnError(),
          sight: { text: title },
        },
        { name: 'video, ended', change: () => update({ is_active: false }), sight: { text: title, gone: true } },
        { name: 'video, begun again', change: () => update({ is_active: true }), sight: { text: title } },
        {
          name: 'video, deleted',
          change: () => table().delete().eq('title', title).throwOnError(),
          sight: { text: title, gone: true },
        },
      ]
    },
  }
}

export function dashboard({ admin, finnId }: Cast): Scene {
  return {
    path: '/dashboard',
    viewer: 'finn',
    life: () => {
      const [reason, prize] = [mark('Lake record'), mark('Bite alarm')]
      let award = ''
      const assign = async () => {
        const box = await admin.from('prize_packages').insert({ name: prize }).select('id').single().throwOnError()
        const item = await admin
          .from('prize_items')
          .insert({ package_id: box.data.id, title: prize, description: '', type: 'physical', quantity: 1 })
          .select('id')
          .single()
          .throwOnError()
        const row = {
          user_id: finnId,
          item_id: item.data.id,
          status: 'assigned' as const,
          claim_deadline: at(3_000 * MINUTE),
        }
        const { data } = await admin.from('prize_awards').insert(row).select('id').single().throwOnError()
        award = data.id
      }
      return [
        {
          name: 'points, on the own dashboard',
          change: () => admin.from('points_log').insert({ user_id: finnId, points_change: 10, reason }).throwOnError(),
          sight: { text: reason },
        },
        { name: 'prize, assigned', change: assign, sight: { text: prize } },
        {
          name: 'prize, taken back',
          change: () => admin.from('prize_awards').delete().eq('id', award).throwOnError(),
          sight: { text: prize, gone: true },
        },
      ]
    },
  }
}

export function profile({ admin, finnId }: Cast): Scene {
  return {
    path: '/profile',
    viewer: 'finn',
    life: () => {
      const badge = mark('Night owl')
      let given = ''
      const giveBadge = async () => {
        const made = await admin
          .from('badges')
          .insert({ name: badge, description: 'A night on the bank', icon: '🦉', color: '#8a6a2f' })
          .select('id')
          .single()
          .throwOnError()
        given = made.data.id
        await admin.from('user_badges').insert({ user_id: finnId, badge_id: given }).throwOnError()
      }
      return [
        { name: 'badge, awarded', change: giveBadge, sight: { text: badge } },
        {
          name: 'badge, taken away',
          change: () => admin.from('user_badges').delete().eq('badge_id', given).throwOnError(),
          sight: { text: badge, gone: true },
        },
      ]
    },
  }
}

export function network({ tom, tomId, finnId }: Cast): Scene {
  const table = () => tom.from('member_connections')
  const withdraw = () =>
    table()
      .delete()
      .or(
        `and(user_id.eq.${tomId},connected_user_id.eq.${finnId}),and(user_id.eq.${finnId},connected_user_id.eq.${tomId})`,
      )
      .throwOnError()
  return {
    path: '/network',
    viewer: 'finn',
    prepare: withdraw,
    life: () => [
      {
        name: 'connection, requested',
        change: () => table().insert({ user_id: tomId, connected_user_id: finnId }).throwOnError(),
        sight: { label: 'Accept' },
      },
      { name: 'request, withdrawn', change: withdraw, sight: { label: 'Accept', gone: true } },
    ],
  }
}

export function consoleGames({ admin }: Cast): Scene {
  return {
    path: '/admin/games',
    viewer: 'admin',
    life: () => {
      const title = mark('Swim')
      const row = { type: 'carp_of_week' as const, title, start_date: at(-MINUTE), end_date: at(60 * MINUTE) }
      return [
        {
          name: 'game, in the console of another admin',
          change: () =>
            admin
              .from('games')
              .insert(row as never)
              .throwOnError(),
          sight: { text: title },
        },
        {
          name: 'game deleted, in the console of another admin',
          change: () => admin.from('games').delete().eq('title', title).throwOnError(),
          sight: { text: title, gone: true },
        },
      ]
    },
  }
}
