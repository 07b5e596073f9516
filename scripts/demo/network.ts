import { ago, type Demo, insert, named } from './demo.ts'
import { CAST } from './people.ts'

const THANKS = ['Thanks for the lift', 'For the borrowed net', 'Happy birthday! 🎣', 'You earned it', 'Tea fund', null]

/** Connections in every state, and gifts; Tom has friends, a request to answer and a sent request that waits. */
export async function fillNetwork(demo: Demo): Promise<void> {
  const { db, rng, members } = demo
  const tom = named(demo, CAST.busy)
  const others = members.filter((member) => member.username !== CAST.fresh && member !== tom)
  const link = (from: string, to: string, status: string) => ({
    id: rng.uuid(),
    user_id: from,
    connected_user_id: to,
    status,
    created_at: ago(demo, 1 + rng.next() * 50),
  })
  const seen = new Set<string>()
  const rows = [
    ...['mirrormad_mel', 'IvyReeds', 'leney_lou', 'Ken B'].map((name) =>
      link(named(demo, name).id, tom.id, 'accepted'),
    ),
    ...['BivvyDan', 'RajCarper', 'two_bite_tina'].map((name) => link(named(demo, name).id, tom.id, 'pending')),
    link(tom.id, named(demo, 'Nightowl_Nat').id, 'pending'),
  ]
  for (let i = 0; i < 140; i++) {
    const [a, b] = rng.sample(others, 2)
    const pair = [a?.id, b?.id].sort().join()
    if (!a || !b || seen.has(pair)) continue
    seen.add(pair)
    rows.push(link(a.id, b.id, rng.chance(0.7) ? 'accepted' : 'pending'))
  }
  await insert(db, 'public.member_connections', rows)

  const givers = others.filter((member) => member.points > 600 && member.username !== CAST.suspended)
  const gifts = Array.from({ length: 24 }, (_, index) => {
    const [from, to] = index === 0 ? [tom, named(demo, 'BivvyDan')] : rng.sample(givers, 2)
    return {
      id: rng.uuid(),
      from_user_id: from?.id,
      to_user_id: to?.id,
      points: index === 0 ? 50 : rng.int(1, 8) * 10,
      message: rng.pick(THANKS),
      created_at: ago(demo, index === 0 ? 43 : 1 + rng.next() * 55),
    }
  })
  await insert(db, 'public.point_gifts', gifts)
  await db.query(`
    update public.points_log as l set created_at = g.created_at
      from public.point_gifts as g where l.metadata ->> 'gift_id' = g.id::text`)
}
