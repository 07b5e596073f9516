import { type Cast, mark, type Scene } from './scene.ts'

export function feed({ tom, tomId }: Cast): Scene {
  const anchor = mark('Anything moving?')
  let postId = ''
  const react = (reaction: string) =>
    tom.from('newsfeed_reactions').upsert({ post_id: postId, user_id: tomId, reaction } as never, {
      onConflict: 'post_id,user_id',
    })
  return {
    path: '/newsfeed',
    viewer: 'finn',
    open: { button: 'Comment', within: anchor },
    prepare: async () => {
      const { data } = await tom.from('newsfeed_posts').insert({ content: anchor }).select('id').single().throwOnError()
      postId = data.id
    },
    life: () => {
      const [first, second, post] = [mark('First'), mark('Second'), mark('Later')]
      const say = (content: string) => tom.from('newsfeed_comments').insert({ post_id: postId, content }).throwOnError()
      const unsay = (content: string) => tom.from('newsfeed_comments').delete().eq('content', content).throwOnError()
      const posts = () => tom.from('newsfeed_posts')
      return [
        {
          name: 'reaction, made',
          change: () => react('heart').throwOnError(),
          sight: { within: anchor, label: 'Heart, 1' },
        },
        {
          name: 'reaction, changed',
          change: () => react('trophy').throwOnError(),
          sight: { within: anchor, label: 'Trophy, 1' },
        },
        {
          name: 'reaction, removed',
          change: () => tom.from('newsfeed_reactions').delete().eq('post_id', postId).throwOnError(),
          sight: { within: anchor, label: 'Trophy, 1', gone: true },
        },
        { name: 'comment on an open thread', change: () => say(first), sight: { text: first } },
        { name: 'second comment at once', change: () => say(second), sight: { text: second } },
        { name: 'comment, deleted', change: () => unsay(second), sight: { text: second, gone: true } },
        { name: 'comment, the other deleted', change: () => unsay(first), sight: { text: first, gone: true } },
        {
          name: 'post, made (the pill)',
          change: () => posts().insert({ content: post }).throwOnError(),
          sight: { text: 'New posts' },
          thenPress: 'New posts',
        },
        {
          name: 'post, edited',
          change: () =>
            posts()
              .update({ content: `${post}, edited` })
              .eq('content', post)
              .throwOnError(),
          sight: { text: `${post}, edited` },
        },
        {
          name: 'post, deleted',
          change: () => posts().delete().eq('content', `${post}, edited`).throwOnError(),
          sight: { text: post, gone: true },
        },
      ]
    },
  }
}

export function takenFromFeed({ tom, admin, tomId }: Cast): Scene {
  const content = mark('Rowdy')
  const suspend = (is_suspended: boolean) =>
    admin.from('profiles').update({ is_suspended }).eq('id', tomId).throwOnError()
  return {
    path: '/newsfeed',
    viewer: 'finn',
    prepare: () => tom.from('newsfeed_posts').insert({ content }).throwOnError(),
    life: () => [
      { name: 'member suspended (their posts)', change: () => suspend(true), sight: { text: content, gone: true } },
      {
        name: 'suspension ended (the pill)',
        change: () => suspend(false),
        sight: { text: 'New posts' },
        thenPress: 'New posts',
      },
    ],
  }
}

export function leaderboard({ admin, tomId }: Cast): Scene {
  let total = 0
  const credit = (points: number, reason: string) =>
    admin.from('points_log').insert({ user_id: tomId, points_change: points, reason }).throwOnError()
  const suspend = (is_suspended: boolean) =>
    admin.from('profiles').update({ is_suspended }).eq('id', tomId).throwOnError()
  return {
    path: '/leaderboard',
    prepare: async () => {
      const { data } = await admin.from('profiles').select('points').eq('id', tomId).single().throwOnError()
      total = 1_000_000
      await credit(total - data.points, 'Lake record')
    },
    life: () => {
      total += 1_000
      const shown = total.toLocaleString('en-GB')
      return [
        { name: 'points, on the leaderboard', change: () => credit(1_000, 'Session report'), sight: { text: shown } },
        { name: 'member suspended (the ranking)', change: () => suspend(true), sight: { text: shown, gone: true } },
        { name: 'suspension ended (the ranking)', change: () => suspend(false), sight: { text: shown } },
      ]
    },
  }
}
