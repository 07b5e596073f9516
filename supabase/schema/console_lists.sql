-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.console_counts(p_list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    case p_list
      when 'games' then
        return (
          select jsonb_build_object(
            'draft', count(*) filter (where g.status = 'draft'),
            'upcoming', count(*) filter (where g.status = 'active' and g.start_date > now()),
            'open', count(*) filter (where g.status = 'active' and g.start_date <= now() and g.end_date > now()),
            'to_settle', count(*) filter (where g.status = 'active' and g.end_date <= now()),
            'completed', count(*) filter (where g.status = 'completed'),
            'cancelled', count(*) filter (where g.status = 'cancelled'))
          from public.games as g
        );
      when 'prizes' then
        return (
          select coalesce(jsonb_object_agg(s.stock, s.packages), '{}')
          from (
            select private.package_stock(p.id, p.is_active) as stock, count(*) as packages
            from public.prize_packages as p
            group by 1
          ) as s
        );
      when 'posts' then
        return jsonb_build_object(
          'announcements', (
            select count(*) from public.newsfeed_posts as p where p.pinned_until is not null and p.hidden_at is null
          ),
          'pinned', (
            select count(*) from public.newsfeed_posts as p where p.pinned_until > now() and p.hidden_at is null
          ),
          'scheduled', (select count(*) from public.scheduled_announcements),
          'hidden', (select count(*) from public.newsfeed_posts as p where p.hidden_at is not null),
          'reported', cardinality(private.posts_for_the_team('reported', '')));
      when 'cards' then
        return (
          select jsonb_build_object(
            'upcoming', count(*) filter (where c.start_date > now()),
            'expired', count(*) filter (where c.end_date < now()),
            'active', count(*) filter (where c.is_active and now() between c.start_date and c.end_date),
            'inactive', count(*) filter (where not c.is_active and now() between c.start_date and c.end_date))
          from public.info_cards as c
        );
      when 'videos' then
        return (
          select jsonb_build_object(
            'live', count(*) filter (where v.is_active),
            'scheduled', count(*) filter (where not v.is_active and v.scheduled_for > now()),
            'ended', count(*) filter (where not v.is_active and v.scheduled_for <= now()))
          from public.live_videos as v
        );
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
  end
  $function$;
comment on function private.console_counts(p_list text) is 'How many rows each view of a list of the console has; admins only.';

grant execute on function private.console_counts(p_list text) to authenticated;

create function private.console_posts(p_list text, p_search text, p_oldest_first boolean, p_page integer, p_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 1000);
    v_first constant bigint := (greatest(coalesce(p_page, 1), 1)::bigint - 1) * v_size;
    v_found uuid[];
  begin
    perform private.require_admin();
    v_found := private.posts_for_the_team(p_list, p_search);
    return jsonb_build_object(
      'total', cardinality(v_found),
      'posts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', s.id, 'content', s.content, 'author', a.username, 'created_at', s.created_at,
            'image_url', s.image_url, 'more_images', s.more_images, 'pinned_until', s.pinned_until,
            'hidden_at', s.hidden_at,
            'case_id', k.id, 'reports', (
              select count(*) from private.reports as r where r.case_id = k.id and k.decided_at is null
            ))
          order by s.place), '[]')
        from (
          select p.*, row_number() over (
              order by case when p_oldest_first then p.created_at end, p.created_at desc, p.id) as place
          from public.newsfeed_posts as p
          where p.id = any (v_found)
          order by case when p_oldest_first then p.created_at end, p.created_at desc, p.id
          limit v_size offset v_first
        ) as s
          join public.profiles as a on a.id = s.user_id
          left join lateral (
            select c.id, c.decided_at from private.report_cases as c
            where c.subject_id = s.id
            order by c.created_at desc limit 1
          ) as k on true
      ));
  end
  $function$;
comment on function private.console_posts(p_list text, p_search text, p_oldest_first boolean, p_page integer, p_size integer) is 'A page of the posts that are hidden or reported, with their number; admins only.';

grant execute on function private.console_posts(p_list text, p_search text, p_oldest_first boolean, p_page integer, p_size integer) to authenticated;

create function private.hide_posts(p_ids uuid[])
 RETURNS TABLE(id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_own uuid[];
    v_held uuid[];
    v_id uuid;
    v_post record;
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if coalesce(cardinality(p_ids), 0) not between 1 and 100 then
      raise exception '1 to 100 posts are hidden at once' using errcode = '22023';
    end if;
    perform private.hold_gate();
    v_own := private.lives_of(auth.uid(), true);
    -- All cases before all posts, as a report and a decision lock them, and each in the order of their IDs, so that two of
    -- the team do not wait for each other.
    loop
      begin
        select coalesce(array_agg(l.id), '{}') into v_held
          from (
            select c.id from private.report_cases as c
            where c.subject_id = any (p_ids) and c.decided_at is null
            order by c.id
            for update
          ) as l;
        perform from public.newsfeed_posts as p where p.id = any (p_ids) order by p.id for no key update;
        exit when not exists (
          select from private.report_cases as c
          where c.subject_id = any (p_ids) and c.decided_at is null and c.id <> all (v_held)
        );
        -- A report has opened a case in between. It cannot be locked after its post: both are given back.
        raise exception 'a case was opened';
      exception when raise_exception then
        null;
      end;
    end loop;
    -- The numbers of posts, which hiding changes one by one, in the order of the accounts, as every other change of many.
    perform from private.post_counts as c
      where c.user_id in (select p.user_id from public.newsfeed_posts as p where p.id = any (p_ids))
      order by c.user_id
      for no key update;
    for v_id in
      select distinct u.id from unnest(p_ids) as u (id) where u.id is not null order by u.id
    loop
      id := v_id;
      outcome := 'hidden';
      -- Read once they are locked: another admin may have hidden the same post.
      select c.* into v_case from private.report_cases as c
        where c.subject_id = v_id and c.decided_at is null and c.id = any (v_held);
      select p.user_id, p.content, p.hidden_at is not null as is_hidden into v_post
        from public.newsfeed_posts as p where p.id = v_id;
      if not found then
        outcome := 'gone';
      elsif not v_post.is_hidden then
        if v_post.user_id = any (v_own) or (v_case.id is not null and not private.may_decide(v_case)) then
          outcome := 'own';
        elsif v_case.id is not null then
          perform private.decide_report(v_case.id, v_case.version, 'hide', '', true, null, null);
        else
          insert into private.report_cases as c (
              kind, subject_id, author_id, version, decision, hides, decided_by, decided_at)
            values ('post', v_id, v_post.user_id, 1, 'hide', true, auth.uid(), now())
            returning c.* into v_case;
          -- The text that was hidden, as reports keep it. The one who hid it is told nothing.
          insert into private.reports (case_id, subject_id, reporter_id, reason, said, told_at)
            values (v_case.id, v_id, auth.uid(), 'other', v_post.content, now());
          perform private.hide_content('post', v_id, true);
          perform private.audit_member(
            'decide_report', v_post.user_id, jsonb_build_object('kind', 'post', 'decision', 'hide'));
        end if;
      end if;
      return next;
    end loop;
  end
  $function$;
comment on function private.hide_posts(p_ids uuid[]) is 'Hides posts by a decision: of the open case about a post, or of one that is made for it and can be undone like any other. Admins only.';

grant execute on function private.hide_posts(p_ids uuid[]) to authenticated;

create function private.package_stock(p_package_id uuid, p_is_active boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    if not private.is_admin() then
      return null;
    end if;
    if not p_is_active then
      return 'inactive';
    end if;
    return (
      select case
          when coalesce(min(i.remaining_quantity), 0) = 0 then 'out'
          when bool_or(i.quantity > 1 and i.remaining_quantity * 5 <= i.quantity) then 'low'
          else 'in_stock'
        end
      from public.prize_items as i
      where i.package_id = p_package_id
    );
  end
  $function$;
comment on function private.package_stock(p_package_id uuid, p_is_active boolean) is 'inactive; out: it cannot be assigned, because an item is used up or it has none; low: a fifth or less of an item is left; in_stock. For admins; null for all others.';

grant execute on function private.package_stock(p_package_id uuid, p_is_active boolean) to authenticated;

create function private.posts_for_the_team(p_list text, p_search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_search constant text := lower(btrim(coalesce(p_search, '')));
  begin
    case p_list
      when 'hidden' then
        return array(
          select p.id from public.newsfeed_posts as p
          where p.hidden_at is not null and (v_search = '' or position(v_search in lower(p.content)) > 0));
      when 'reported' then
        return array(
          select p.id from private.report_cases as c join public.newsfeed_posts as p on p.id = c.subject_id
          where c.decided_at is null and c.kind = 'post'
            and (v_search = '' or position(v_search in lower(p.content)) > 0));
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
  end
  $function$;
comment on function private.posts_for_the_team(p_list text, p_search text) is 'The posts that are hidden, or that have an open case (reported), with a text in them.';

create function public.console_counts(list text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.console_counts(console_counts.list) $function$;
comment on function public.console_counts(list text) is 'How many rows each view of a list of the console has: of games, prizes, posts, cards or videos (22023 for any other). Admins only (42501).';

grant execute on function public.console_counts(list text) to authenticated;

create function public.console_posts(list text, search text DEFAULT ''::text, oldest_first boolean DEFAULT false, page integer DEFAULT 1, size integer DEFAULT 25)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select private.console_posts(
      console_posts.list, console_posts.search, console_posts.oldest_first, console_posts.page, console_posts.size)
  $function$;
comment on function public.console_posts(list text, search text, oldest_first boolean, page integer, size integer) is 'A page of the posts that are hidden, or reported and not decided (list: hidden or reported; 22023 for any other), newest first unless oldest_first, with total. search: a part of the text. size is at most 1000. case_id: the newest case about the post; reports: how many it has while it is open. Admins only (42501).';

grant execute on function public.console_posts(list text, search text, oldest_first boolean, page integer, size integer) to authenticated;

create function public.hide_posts(post_ids uuid[])
 RETURNS TABLE(id uuid, outcome text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select h.* from private.hide_posts(hide_posts.post_ids) as h $function$;
comment on function public.hide_posts(post_ids uuid[]) is 'Hides 1 to 100 posts (22023 for any other number) from everyone; each one can be shown again in its case. outcome: hidden, also if it already was; gone, if it is deleted; own, if another admin has to decide about it. Admins only (42501).';

grant execute on function public.hide_posts(post_ids uuid[]) to authenticated;

create function public.stock(package public.prize_packages)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.package_stock(stock.package.id, stock.package.is_active) $function$;
comment on function public.stock(package public.prize_packages) is 'inactive, out, low or in_stock: whether it can be assigned, and whether a fifth or less of an item is left; null for members.';

grant execute on function public.stock(package public.prize_packages) to authenticated;
