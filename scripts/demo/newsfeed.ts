import { ago, DAY, type Demo, insert, type Member } from './demo.ts'
import { CAST } from './people.ts'
import { inTurns } from './rng.ts'
import { ANNOUNCEMENTS, commentTexts, postTexts } from './words.ts'

const REACTIONS = ['heart', 'heart', 'heart', 'thumbs_up', 'thumbs_up', 'fish', 'fishing_rod', 'trophy']

const POSTS = 220
/** Those of the member who writes most. */
const BUSY_POSTS = 37

/** Eight weeks of posts with their comments and reactions, and three announcements, two of them still pinned. */
export async function fillNewsfeed(demo: Demo): Promise<void> {
  const { db, rng, admin, members } = demo
  const writers = members.filter((member) => member.username !== CAST.fresh)
  const tom = members.filter((member) => member.username === CAST.busy)
  const nextPost = postTexts(rng)
  const [nextCarp, nextBank] = [inTurns(rng, demo.pictures.carp), inTurns(rng, demo.pictures.bank)]
  // Written in the order in which the feed shows them.
  const ages = Array.from({ length: POSTS }, () => rng.next() ** 1.6 * 56 + 0.02).sort((a, b) => a - b)
  const busy = new Set(rng.sample([...ages.keys()], BUSY_POSTS))
  const posts = await Promise.all(
    ages.map(async (age, index) => {
      // The most active members write most.
      const author = busy.has(index)
        ? (tom[0] as Member)
        : (writers[Math.floor(rng.next() ** 2 * writers.length)] as Member)
      const text = nextPost()
      const draw = rng.chance(0.6) ? nextCarp : nextBank
      const picture = rng.chance(0.36) ? draw() : undefined
      const content = author.username === CAST.suspended ? `${text} Also, buy my bait. Cheap. Message me.` : text
      const post = row(demo, author, content, age, null)
      return { ...post, image_url: picture ? await demo.upload('newsfeed-images', author.id, picture) : null }
    }),
  )
  const announcements = ANNOUNCEMENTS.map((content, index) => ({
    ...row(demo, admin, content, [0.8, 4.2, 19][index] ?? 30, null),
    is_announcement: true,
  }))
  await insert(db, 'public.newsfeed_posts', [...posts, ...announcements])

  const { rows: all } = await db.query<{ id: string; user_id: string; created_at: Date; length: number }>(
    'select id, user_id, created_at, char_length(content) as length from public.newsfeed_posts order by created_at, id',
  )
  const nextComment = commentTexts(rng)
  const comments: object[] = []
  const reactions: object[] = []
  const readers = writers.filter((member) => member.username !== CAST.suspended)
  for (const post of all) {
    const posted = new Date(post.created_at).getTime()
    const later = () => new Date(Math.min(demo.now - 60_000, posted + rng.next() ** 2 * 3 * DAY)).toISOString()
    const talk = rng.pick([0, 0, 1, 1, 2, 3, 4, 6])
    for (const member of rng.sample(readers, talk))
      comments.push({
        id: rng.uuid(),
        post_id: post.id,
        user_id: member.id,
        content: nextComment(),
        created_at: later(),
      })
    for (const member of rng.sample(readers, Math.floor(rng.next() ** 2 * 34)))
      reactions.push({
        id: rng.uuid(),
        post_id: post.id,
        user_id: member.id,
        reaction: rng.pick(REACTIONS),
        created_at: later(),
      })
  }
  await insert(db, 'public.newsfeed_comments', comments)
  await insert(db, 'public.newsfeed_reactions', reactions)
}

function row(demo: Demo, author: Member, content: string, daysAgo: number, image_url: null) {
  return {
    id: demo.rng.uuid(),
    user_id: author.id,
    content,
    type: 'post',
    image_url,
    is_announcement: false,
    metadata: {},
    created_at: ago(demo, daysAgo),
  }
}
