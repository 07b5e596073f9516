import { ago, type Demo, insert, type Member } from './demo.ts'
import { CAST } from './people.ts'

const REASONS = [
  'Session report of the month',
  'Helped at the work party',
  'Photo of the week',
  'Litter pick at Alder Mere',
  'Best tip in the rig thread',
  'Welcomed new members',
  'Quiz night at the lodge',
  'Fish care demonstration',
  'Club match, section win',
] as const

/** Half of each balance, long ago, so that members have points to give. */
export async function fillOldPoints(demo: Demo): Promise<void> {
  const rows = demo.members.flatMap((member) =>
    spread(demo, member, Math.floor((member.points * 0.45) / 10) * 10, 60, 300),
  )
  await insert(demo.db, 'public.points_log', rows)
}

/** Adds the rest of each balance, more recently for members in form, so that month and week differ. */
export async function fillRecentPoints(demo: Demo): Promise<void> {
  const { rows: balances } = await demo.db.query<{ id: string; points: string }>(
    'select id, points::text from public.profiles',
  )
  const balance = new Map(balances.map((row) => [row.id, Number(row.points)]))
  const rows: object[] = []
  for (const member of demo.members) {
    let missing = member.points - (balance.get(member.id) ?? 0)
    if (member.username === CAST.busy) {
      const [week, month] = [200, 50]
      rows.push(entry(demo, member, week, 0.3, 'Photo of the week'), entry(demo, member, month, 22, REASONS[0]))
      missing -= week + month
    }
    const recent = missing > 0 ? Math.floor((missing * member.form) / 80) * 10 : 0
    const thisWeek = Math.floor((recent * demo.rng.next()) / 10) * 10
    rows.push(...spread(demo, member, thisWeek, 0.2, 6.5))
    rows.push(...spread(demo, member, recent - thisWeek, 8, 27))
    rows.push(...spread(demo, member, missing - recent, 33, 60))
  }
  await insert(demo.db, 'public.points_log', rows)
}

/** Recomputes the sums of days and of the season, because the automatic credits were dated back afterwards. */
export async function recountDays(demo: Demo): Promise<void> {
  await demo.db.query('delete from private.points_by_day')
  await demo.db.query(`
    insert into private.points_by_day (user_id, day, points)
      select l.user_id, (l.created_at at time zone 'utc')::date, sum(l.points_change)
      from public.points_log as l group by 1, 2`)
  await demo.db.query('select private.follow_seasons()')
}

/** The final table of the season before this one: the members of today, with fewer points. */
export async function closeSeason(demo: Demo): Promise<void> {
  await demo.db.query(`
    with season as (
      insert into private.seasons (begins, closed_at)
        select (r.begins - interval '1 year')::date, r.begins::timestamp at time zone r.zone
        from private.running_season as r
        returning begins
    )
    insert into private.season_places (season, position, rank, user_id, points)
      select s.begins, row_number() over w, rank() over w, p.id, p.points
      from season as s, (
          select q.id, q.username, q.points * 7 / 10 as points from public.profiles as q
          where q.points >= 100 and not q.is_suspended
          order by q.points desc, q.id
          limit 100
        ) as p
      window w as (order by p.points desc)`)
}

function spread(demo: Demo, member: Member, total: number, from: number, to: number): object[] {
  const { rng } = demo
  if (total < 0) return [entry(demo, member, total, (from + to) / 2, 'Correction after the club match')]
  const rows: object[] = []
  for (let left = total; left > 0; ) {
    const points = Math.min(left, rng.int(5, 40) * 10)
    rows.push(entry(demo, member, points, from + rng.next() * (to - from), rng.pick(REASONS)))
    left -= points
  }
  return rows
}

function entry(demo: Demo, member: Member, points: number, daysAgo: number, reason: string): object {
  return {
    id: demo.rng.uuid(),
    user_id: member.id,
    kind: 'admin',
    points_change: points,
    reason,
    metadata: {},
    created_by: demo.admin.id,
    created_at: ago(demo, daysAgo),
  }
}
