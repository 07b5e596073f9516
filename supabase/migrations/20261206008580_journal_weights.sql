-- The weights of a journal for a chart: every catch as a point.

create function private.journal_weights(p_member_id uuid, p_size integer)
returns table (caught_on date, grams integer)
language plpgsql stable security definer
set search_path to ''
set plan_cache_mode to 'force_generic_plan'
as $$
  declare
    v_levels constant text[] := private.journal_levels(p_member_id);
    v_size constant integer := least(greatest(coalesce(p_size, 500), 1), 500);
  begin
    return query
      with latest as materialized (
        select s.*
        from unnest(v_levels) as l (name)
          cross join lateral (
            select c.caught_on, c.grams, c.created_at, c.id
            from public.catches as c
            where c.user_id = p_member_id and c.visibility = l.name
            order by c.caught_on desc, c.created_at desc, c.id desc
            limit v_size
          ) as s
        order by s.caught_on desc, s.created_at desc, s.id desc
        limit v_size
      )
      select w.caught_on, w.grams from latest as w order by w.caught_on, w.created_at, w.id;
  end
$$;
comment on function private.journal_weights(uuid, integer) is 'See public.journal_weights.';
revoke execute on function private.journal_weights(uuid, integer) from public;
grant execute on function private.journal_weights(uuid, integer) to authenticated;

create function public.journal_weights(member_id uuid default auth.uid(), size integer default 500)
returns table (caught_on date, grams integer)
language sql stable
set search_path to ''
as $$
  select w.* from private.journal_weights(journal_weights.member_id, journal_weights.size) as w
$$;
comment on function public.journal_weights(uuid, integer) is
  'Day and weight in grams of the latest catches of a member''s journal that the caller may see, the earliest day first; '
  'size is at most 500. Without rows for an unknown, blocked or suspended member.';
revoke execute on function public.journal_weights(uuid, integer) from public;
grant execute on function public.journal_weights(uuid, integer) to authenticated;
