import type { MemberArea } from '../support/member-area.ts'

/** Sums of the season that differ from the ledger; there must be none at any time. */
export const BROKEN_SEASONS = `
  with real as (
    select l.user_id, s.begins as season, sum(l.points_change) as points
    from private.running_season as r, public.points_log as l,
      lateral private.season_of(private.club_day(l.created_at)) as s
    where s.begins >= r.begins and l.kind not in ('gift_sent', 'gift_received', 'reward', 'reward_refund')
    group by 1, 2
  )
  select coalesce(s.user_id, e.user_id) as user_id, s.points, e.points as expected
  from private.season_points as s full join real as e on (e.user_id, e.season) = (s.user_id, s.season)
  where coalesce(s.points, 0) <> coalesce(e.points, 0)`

/** Lets the season begin 100 days ago, whatever the date, in UTC. */
export const longSeason = (area: Pick<MemberArea, 'row'>) =>
  area.row(`update public.site_settings
    set season_begins = replace(to_char(now() - interval '100 days', 'MM-DD'), '02-29', '02-28'), time_zone = 'UTC'`)
