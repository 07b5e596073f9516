import type { MemberArea } from '../support/member-area.ts'
import type { Cast } from './life.ts'

/** The contents of ledger, counters and stock. */
export type Books = Record<string, number | null>

/** The balances and counters of the two people of a lifecycle, and of the club. */
export async function booksOf(area: MemberArea, { owner, party }: Cast): Promise<Books> {
  const row = await area.row(
    `select
      (select points from public.profiles where id = $1) as "owner's points",
      (select points from public.profiles where id = $2) as "party's points",
      (select count(*)::int from public.points_log where user_id = $1) as "owner's ledger",
      (select count(*)::int from public.points_log where user_id = $2) as "party's ledger",
      (select badge_count from public.profiles where id = $1) as "owner's badges",
      (select badge_count from public.profiles where id = $2) as "party's badges",
      (select post_count from private.post_counts where user_id = $1) as "owner's posts",
      (select post_count from private.post_counts where user_id = $2) as "party's posts",
      (select sum(remaining_quantity)::int from public.prize_items) as "stock",
      (select sum(points)::int from public.profiles) as "the club's points"`,
    [owner.user.id, party.user.id],
  )
  return row as Books
}

/** The differences between two readings. */
export function difference(before: Books, after: Books): string[] {
  return Object.entries(after).flatMap(([what, now]) => {
    const change = (now ?? 0) - (before[what] ?? 0)
    return change === 0 ? [] : [`${what} ${change > 0 ? '+' : '−'}${Math.abs(change)}`]
  })
}

/** Sums that differ from their rows; there must be none at any time. */
export async function brokenSums(area: MemberArea): Promise<string[]> {
  const rows = await area.engine.owner.query<{ broken: string }>(
    `select 'points of ' || p.id as broken from public.profiles as p
      where p.points <> coalesce((select sum(l.points_change) from public.points_log as l where l.user_id = p.id), 0)
        or p.points_spent <> coalesce((select sum(a.points_paid) from public.prize_awards as a where a.user_id = p.id), 0)
        or p.points + p.points_spent
          <> coalesce((select sum(d.points) from private.points_by_day as d where d.user_id = p.id), 0)
        or p.points + p.points_spent
          <> coalesce((select sum(m.points) from private.points_by_month as m where m.user_id = p.id), 0)
    union all
    select 'points earned of ' || p.id from public.profiles as p
        left join private.points_earned as e on e.user_id = p.id
      where coalesce(e.points, 0) <> coalesce((select sum(l.points_change) from public.points_log as l
        where l.user_id = p.id and l.kind not in ('gift_sent', 'gift_received', 'reward', 'reward_refund')), 0)
    union all
    select 'points of the season of ' || p.id from public.profiles as p
        left join private.season_points as s on s.user_id = p.id and s.season = private.current_season()
      where coalesce(s.points, 0) <> coalesce((select sum(l.points_change) from public.points_log as l
        where l.user_id = p.id and l.kind not in ('gift_sent', 'gift_received', 'reward', 'reward_refund')
          and private.club_day(l.created_at) >= private.current_season()), 0)
    union all
    select 'badges of ' || p.id from public.profiles as p
      where p.badge_count <> (select count(*) from public.user_badges as b where b.user_id = p.id)
    union all
    select 'posts of ' || c.user_id from private.post_counts as c
      where c.post_count <> (select count(*) from public.newsfeed_posts as n
        where n.user_id = c.user_id and n.hidden_at is null)
    union all
    select 'catches of ' || coalesce(m.user_id, c.user_id)
      from private.catch_months as m
        full join (
          select k.user_id, k.visibility, date_trunc('month', k.caught_on)::date as month, count(*) as catch_count,
            sum(k.grams) as grams, max(k.grams) as heaviest
          from public.catches as k group by 1, 2, 3
        ) as c on (c.user_id, c.visibility, c.month) = (m.user_id, m.visibility, m.month)
      where (c.catch_count, c.grams, c.heaviest) is distinct from (m.catch_count, m.grams, m.heaviest)
    union all
    select 'stock of ' || i.id from public.prize_items as i
      where i.remaining_quantity <> i.quantity - (select count(*) from public.prize_awards as a where a.item_id = i.id)`,
  )
  return rows.map(({ broken }) => broken)
}
