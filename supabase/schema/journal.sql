-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.journal_bests(p_member_id uuid, p_levels text[], p_without uuid DEFAULT NULL::uuid)
 RETURNS TABLE(variety text, id uuid, grams integer, caught_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select v.name, b.id, b.grams, b.caught_on
    from unnest('{common,mirror,leather,ghost,grass,other}'::text[]) as v (name)
      cross join lateral (
        select h.*
        from unnest(p_levels) as l (name)
          cross join lateral (
            select c.id, c.grams, c.caught_on, c.created_at
            from public.catches as c
            where c.user_id = p_member_id and c.variety = v.name and c.visibility = l.name
              and c.id is distinct from p_without
            order by c.grams desc, c.caught_on, c.created_at, c.id
            limit 1
          ) as h
        order by h.grams desc, h.caught_on, h.created_at, h.id
        limit 1
      ) as b
  $function$;
comment on function private.journal_bests(p_member_id uuid, p_levels text[], p_without uuid) is 'The heaviest catch of each variety among those of the given visibilities, the earliest of equal ones. p_without is left out.';

create function private.journal_levels(p_member_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader constant uuid := auth.uid();
  begin
    if p_member_id = v_reader then
      return '{me,connections,members}';
    elsif not private.is_member() or private.is_blocked_between(v_reader, p_member_id) then
      return '{}';
    elsif private.is_team() then
      return '{connections,members}';
    elsif private.is_suspended()
      or not exists (select from public.profiles as p where p.id = p_member_id and not p.is_suspended)
    then
      return '{}';
    elsif p_member_id = any (private.my_connections()) then
      return '{connections,members}';
    end if;
    return '{members}';
  end
  $function$;
comment on function private.journal_levels(p_member_id uuid) is 'Which visibilities of a member''s catches the caller sees: the policies of public.catches for a whole journal at once.';

create function private.journal_page(p_member_id uuid, p_before_on date, p_before_at timestamp with time zone, p_before_id uuid, p_size integer)
 RETURNS TABLE(id uuid, caught_on date, grams integer, variety text, visibility text, words text, photo_path text, created_at timestamp with time zone, updated_at timestamp with time zone, is_best boolean, month_count bigint, month_grams bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    v_levels constant text[] := private.journal_levels(p_member_id);
    v_own constant boolean := p_member_id = auth.uid();
    v_on constant date := coalesce(p_before_on, 'infinity');
    v_at constant timestamptz := coalesce(p_before_at, 'infinity');
    v_id constant uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 50);
  begin
    return query
      with page as materialized (
        select s.*
        from unnest(v_levels) as l (name)
          cross join lateral (
            select c.*
            from public.catches as c
            where c.user_id = p_member_id and c.visibility = l.name
              and (c.caught_on, c.created_at, c.id) < (v_on, v_at, v_id)
            order by c.caught_on desc, c.created_at desc, c.id desc
            limit v_size
          ) as s
        order by s.caught_on desc, s.created_at desc, s.id desc
        limit v_size
      ),
      months as (
        select m.month, sum(m.catch_count)::bigint as catches, sum(m.grams)::bigint as grams
        from private.catch_months as m
        where m.user_id = p_member_id and m.visibility = any (v_levels)
          and m.month in (select date_trunc('month', g.caught_on::timestamp)::date from page as g)
        group by m.month
      )
      select g.id, g.caught_on, g.grams, g.variety, case when v_own then g.visibility end, g.words, g.photo_path,
        g.created_at, g.updated_at, b.id is not null, m.catches, m.grams
      from page as g
        join months as m on m.month = date_trunc('month', g.caught_on::timestamp)::date
        left join private.journal_bests(p_member_id, v_levels) as b on b.id = g.id
      order by g.caught_on desc, g.created_at desc, g.id desc;
  end
  $function$;
comment on function private.journal_page(p_member_id uuid, p_before_on date, p_before_at timestamp with time zone, p_before_id uuid, p_size integer) is 'See public.journal_page.';

grant execute on function private.journal_page(p_member_id uuid, p_before_on date, p_before_at timestamp with time zone, p_before_id uuid, p_size integer) to authenticated;

create function private.told_best(p_id uuid)
 RETURNS TABLE(is_best boolean, gain integer, best_before integer, best_on date)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_catch public.catches;
  begin
    select c.* into v_catch from public.catches as c where c.id = p_id and c.user_id = auth.uid();
    if v_catch.id is null then
      return query select false, null::integer, null::integer, null::date;
      return;
    end if;
    return query
      select b.grams is null or v_catch.grams > b.grams,
        case when v_catch.grams > b.grams then v_catch.grams - b.grams end, b.grams, b.caught_on
      from (values (v_catch.variety)) as v (name)
        left join private.journal_bests(v_catch.user_id, '{me,connections,members}', p_id) as b on b.variety = v.name;
  end
  $function$;
comment on function private.told_best(p_id uuid) is 'Whether a catch of the caller is heavier than all their others of its variety, by how many grams, and which was the heaviest of those. The first of a variety is its best, without a gain.';

grant execute on function private.told_best(p_id uuid) to authenticated;

create function public.journal_page(member_id uuid DEFAULT auth.uid(), before_on date DEFAULT NULL::date, before_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, size integer DEFAULT 20)
 RETURNS TABLE(id uuid, caught_on date, grams integer, variety text, visibility text, words text, photo_path text, created_at timestamp with time zone, updated_at timestamp with time zone, is_best boolean, month_count bigint, month_grams bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select j.* from private.journal_page(
      journal_page.member_id, journal_page.before_on, journal_page.before_at, journal_page.before_id, journal_page.size) as j
  $function$;
comment on function public.journal_page(member_id uuid, before_on date, before_at timestamp with time zone, before_id uuid, size integer) is 'A page of a member''s journal as the caller may see it, latest day first, the last logged of a day first. before_on, before_at and before_id are caught_on, created_at and id of the last catch of the previous page; size is at most 50. visibility is null in the journal of another. is_best: the heaviest of its variety. month_count and month_grams: of the whole month. Without rows for an unknown, blocked or suspended member.';

grant execute on function public.journal_page(member_id uuid, before_on date, before_at timestamp with time zone, before_id uuid, size integer) to authenticated;

create function public.log_catch(request_id uuid, grams integer, caught_on date, variety text, visibility text DEFAULT 'connections'::text, words text DEFAULT ''::text, photo_path text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, is_best boolean, gain integer, best_before integer, best_on date)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_id uuid;
    v_is_new boolean := false;
    v_catch public.catches;
  begin
    if log_catch.request_id is null then
      raise exception 'give a request_id' using errcode = '22023';
    end if;
    v_id := private.request_row(log_catch.request_id);
    if v_id is null then
      begin
        insert into public.catches as c (request_id, grams, caught_on, variety, visibility, words, photo_path)
          values (
            log_catch.request_id, log_catch.grams, log_catch.caught_on, log_catch.variety, log_catch.visibility,
            log_catch.words, log_catch.photo_path)
          returning c.id into v_id;
        v_is_new := true;
      exception when sqlstate 'PT409' then
        -- The same request arrived twice at once.
        v_id := private.request_row(log_catch.request_id);
      end;
    end if;
    if not v_is_new then
      select c.* into v_catch from public.catches as c where c.id = v_id and c.user_id = auth.uid();
      if not found then
        raise exception 'logged before and deleted since'
          using errcode = 'CT004', hint = 'log it with another request_id';
      end if;
      if (v_catch.grams, v_catch.caught_on, v_catch.variety, v_catch.visibility, v_catch.words, v_catch.photo_path)
        is distinct from (
          log_catch.grams, log_catch.caught_on, log_catch.variety, log_catch.visibility, log_catch.words,
          log_catch.photo_path)
      then
        raise exception 'already logged with other values'
          using errcode = 'CT003', detail = v_id, hint = 'change the catch';
      end if;
    end if;
    return query select v_id, t.is_best, t.gain, t.best_before, t.best_on from private.told_best(v_id) as t;
  end
  $function$;
comment on function public.log_catch(request_id uuid, grams integer, caught_on date, variety text, visibility text, words text, photo_path text) is 'Logs a catch of the caller. Sent twice with one request_id it is one catch, and is answered alike; CT003 if the catch has other values than those sent (detail: its id), CT004 if it has been deleted since or the request_id made something else. is_best: heavier than all others of its variety in the journal, by gain grams; best_before and best_on are the heaviest of those, null for the first of its variety. 20 in 10 minutes, 50 a day (PT429); CT001 for a day in the future, CT002 for words with characters that cannot be shown, 23514 for any other value out of range, FL001 for a photo that was not uploaded, 42501 for guests and suspended members.';

grant execute on function public.log_catch(request_id uuid, grams integer, caught_on date, variety text, visibility text, words text, photo_path text) to authenticated;
