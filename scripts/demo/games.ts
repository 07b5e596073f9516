import { ago, type Demo, insert, type Member, named } from './demo.ts'
import { CAST } from './people.ts'

type GameType = 'guess_weight' | 'carp_of_week' | 'pick_swim'

interface Plan {
  type: GameType
  title: string
  description: string
  /** Days ago; negative is still to come. */
  start: number
  end: number
  status: 'draft' | 'active' | 'completed' | 'cancelled'
  entries: number
  answer?: Record<string, unknown>
  points?: number
  prize?: string
  /** Entries of particular members; all others guess at random. */
  fixed?: Record<string, number>
  /** Carp of the week: first, second, third. */
  podium?: string[]
}

const SWIM = 'One carp was caught on Saturday. Pick the square it came from.'
const WEIGH = 'Guess in lbs to one decimal place. Closest wins.'
const PHOTO = 'One photo, on the mat or in the water. The team picks three.'

const PLANS: Plan[] = [
  {
    type: 'pick_swim',
    title: 'Where would you fish Withy Lake?',
    description: `South-westerly wind, 14 degrees, overcast. ${SWIM}`,
    start: 4,
    end: -2.25,
    status: 'active',
    entries: 46,
    answer: { winning_square: 47 },
    prize: 'Winter Bivvy',
    fixed: { mirrormad_mel: 47 },
  },
  {
    type: 'guess_weight',
    title: 'What did mirrormad_mel weigh in?',
    description: WEIGH,
    start: 4,
    end: -0.375,
    status: 'active',
    entries: 52,
    answer: { actual_weight: 31.3, unit: 'lbs' },
  },
  {
    type: 'carp_of_week',
    title: 'Best carp this week',
    description: PHOTO,
    start: 2.8,
    end: -4.08,
    status: 'active',
    entries: 11,
  },
  {
    type: 'carp_of_week',
    title: 'Best carp next week',
    description: PHOTO,
    start: -4.1,
    end: -11,
    status: 'active',
    entries: 0,
  },
  {
    type: 'pick_swim',
    title: 'The estate lake in December',
    description: SWIM,
    start: -6,
    end: -13,
    status: 'draft',
    entries: 0,
    answer: { winning_square: 8 },
  },
  {
    type: 'guess_weight',
    title: 'Closed on Thursday: the lodge fish',
    description: 'In kilograms. Result as soon as the photo is checked.',
    start: 9,
    end: 0.2,
    status: 'active',
    entries: 33,
    answer: { actual_weight: 14.25, unit: 'kg' },
  },
  {
    type: 'carp_of_week',
    title: 'Last week, waiting to be judged',
    description: PHOTO,
    start: 10,
    end: 3,
    status: 'active',
    entries: 9,
    podium: ['IvyReeds', 'zigs_and_zen'],
  },
  {
    type: 'pick_swim',
    title: 'Heron Pit in October',
    description: SWIM,
    start: 40,
    end: 34,
    status: 'completed',
    entries: 38,
    answer: { winning_square: 62 },
    points: 100,
    prize: 'Autumn League',
    fixed: { BivvyDan: 62, Tom_Withy: 55 },
  },
  {
    type: 'guess_weight',
    title: 'Sunday common',
    description: WEIGH,
    start: 33,
    end: 29,
    status: 'completed',
    entries: 48,
    answer: { actual_weight: 28.6, unit: 'lbs' },
    fixed: { tench_terry: 28.5, Tom_Withy: 26.1 },
  },
  {
    type: 'carp_of_week',
    title: 'Carp of the week 38',
    description: PHOTO,
    start: 26,
    end: 19,
    status: 'completed',
    entries: 15,
    podium: ['mirrormad_mel', 'jo_on_the_bank', 'Old Gregor'],
  },
  {
    type: 'pick_swim',
    title: 'Gravel Three after the storm',
    description: SWIM,
    start: 17,
    end: 12,
    status: 'completed',
    entries: 21,
    answer: { winning_square: 99 },
    fixed: { Tom_Withy: 98 },
  },
  {
    type: 'guess_weight',
    title: 'The one that broke the scales',
    description: 'Called off: the scales were broken.',
    start: 15,
    end: 11,
    status: 'cancelled',
    entries: 0,
    answer: { actual_weight: 0, unit: 'kg' },
  },
]

/** All three types in every state, with entries, winners and sealed answers. */
export async function fillGames(demo: Demo, packages: Map<string, string>): Promise<void> {
  const { db, rng, admin, pictures } = demo
  const store = (jpeg: Buffer) => demo.upload('games-images', admin.id, jpeg)
  const charts = await Promise.all(pictures.charts.map(store))
  const carp = await Promise.all(pictures.carp.slice(0, 4).map(store))
  for (const [index, plan] of PLANS.entries()) {
    const id = rng.uuid()
    await insert(db, 'public.games', [
      {
        id,
        type: plan.type,
        title: plan.title,
        description: plan.description,
        image_url: plan.type === 'pick_swim' ? charts[index % charts.length] : carp[index % carp.length],
        start_date: ago(demo, plan.start),
        end_date: ago(demo, plan.end),
        status: plan.status === 'completed' ? 'active' : plan.status,
        prize_package_id: plan.prize ? packages.get(plan.prize) : null,
        points_awarded: plan.points ?? 100,
        first_place_points: 300,
        second_place_points: 200,
        third_place_points: 100,
        metadata: plan.answer ?? {},
        created_at: ago(demo, plan.start + 1),
      },
    ])
    await insert(db, 'public.game_entries', await entriesOf(demo, id, plan))
    for (const [place, username] of (plan.podium ?? []).entries())
      await db.query('update public.game_entries set winner_place = $3 where game_id = $1 and user_id = $2', [
        id,
        named(demo, username).id,
        place + 1,
      ])
    if (plan.status === 'completed') await complete(demo, id, plan)
  }
}

async function entriesOf(demo: Demo, game_id: string, plan: Plan): Promise<object[]> {
  const { rng, members } = demo
  const first = [...Object.keys(plan.fixed ?? {}), ...(plan.podium ?? [])].map((name) => named(demo, name))
  const rest = members.filter(
    (member) =>
      !first.includes(member) &&
      member.username !== CAST.fresh &&
      (plan.status !== 'active' || member.username !== CAST.busy),
  )
  const players = [...first, ...rng.sample(rest, Math.max(0, plan.entries - first.length))]
  if (plan.entries === 0) return []
  const until = Math.max(plan.end, 0.01)
  return await Promise.all(
    players.map(async (member) => {
      const entry = {
        id: rng.uuid(),
        game_id,
        user_id: member.id,
        entry_data: guess(demo, plan, member),
        is_winner: false,
        created_at: ago(demo, until + rng.next() * (plan.start - until)),
      }
      const picture = rng.pick(demo.pictures.carp)
      const photo_url = plan.type === 'carp_of_week' ? await demo.upload('game-photos', member.id, picture) : null
      return { ...entry, photo_url }
    }),
  )
}

function guess(demo: Demo, plan: Plan, member: Member): object {
  const { rng } = demo
  const fixed = plan.fixed?.[member.username]
  if (plan.type === 'pick_swim') {
    const wrong = rng.int(1, 99)
    return { square: fixed ?? (wrong >= Number(plan.answer?.winning_square) ? wrong + 1 : wrong) }
  }
  if (plan.type === 'carp_of_week') return {}
  const actual = Number(plan.answer?.actual_weight)
  // No random guess is as close as that of the planned winner.
  const away = (0.3 + Math.abs(rng.next() + rng.next() - 1) * 8) * (rng.chance(0.5) ? 1 : -1)
  return { weight: fixed ?? Math.max(0.5, Math.round((actual + away) * 10) / 10) }
}

async function complete(demo: Demo, id: string, plan: Plan): Promise<void> {
  const when = ago(demo, plan.end - 0.3)
  await demo.db.query(`update public.games set status = 'completed', completed_at = $2 where id = $1`, [id, when])
  await demo.db.query(`update public.points_log set created_at = $2 where metadata ->> 'game_id' = $1`, [id, when])
  if (!plan.prize) return
  await demo.db.query(
    `update public.newsfeed_posts set created_at = $2 where type = 'prize_award' and metadata ->> 'package_name' = $1`,
    [plan.prize, when],
  )
  // The award made by this completion is the only one of this transaction so far.
  await demo.db.query('update public.prize_awards set awarded_at = $1 where awarded_at = now()', [when])
}
