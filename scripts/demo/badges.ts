import { ago, type Demo, insert } from './demo.ts'
import { CAST } from './people.ts'

const BADGES = [
  ['First Cast', '🎣', '#1B7A41', 'The first session posted.'],
  ['Lake Record', '🏆', '#B7791F', 'Held a lake record, if only for a week.'],
  ['Night Owl', '🌟', '#3B4C8A', 'Ten posts between midnight and four.'],
  ['Ten Up', '🐟', '#0F6E74', 'Ten carp in one season.'],
  ['Tropical Dreamer', '🐠', '#C2562B', 'Photographed the brightest koi.'],
  ['Game Day', '🎮', '#6B3FA0', 'Entered ten games.'],
  ['Star of the Bank', '⭐', '#A3791A', 'Voted most helpful member.'],
  ['League Medal', '🏅', '#8A3B52', 'On the podium of a league.'],
  ['Autumn Gold', '🥇', '#9A6B00', 'Won the autumn league.'],
  ['Autumn Silver', '🥈', '#5D6B73', 'Second in the autumn league.'],
  ['Autumn Bronze', '🥉', '#8C5A2B', 'Third in the autumn league.'],
  ['Bank Royalty', '👑', '#7A5C00', 'A year without missing a work party.'],
] as const

/** Twelve badges, awarded over the last year; each award posts to the newsfeed by itself. */
export async function fillBadges(demo: Demo): Promise<void> {
  const { db, rng, admin, members } = demo
  const badges = BADGES.map(([name, icon, color, description], index) => ({
    id: rng.uuid(),
    name,
    icon,
    color,
    description,
    is_custom: index > 3,
    created_by: admin.id,
    created_at: ago(demo, 400),
  }))
  await insert(db, 'public.badges', badges)
  const awards = members.flatMap((member) => {
    const chosen = member.username === CAST.busy ? badges.slice(0, 4) : rng.sample(badges, member.badges)
    const since = Math.max(1, (demo.now - member.joined) / 86_400_000)
    return chosen.map((badge) => ({
      id: rng.uuid(),
      user_id: member.id,
      badge_id: badge.id,
      awarded_by: admin.id,
      awarded_at: ago(demo, 1 + rng.next() * Math.min(since, 150)),
    }))
  })
  await insert(db, 'public.user_badges', awards)
}
