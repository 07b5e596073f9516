-- What the console's lists need: titles in the order that readers expect, the stock of a package, numbers beside the views,
-- the posts that only the team sees, one hiding of many posts, and the day on which an imported member joined.

-- Order ----------------------------------------------------------------------------------------------------

alter table public.games alter column title type text collate private.reading_order;
alter table public.info_cards alter column title type text collate private.reading_order;
alter table public.live_videos alter column title type text collate private.reading_order;

create index newsfeed_posts_hidden on public.newsfeed_posts (created_at desc, id) where hidden_at is not null;

-- Stock ----------------------------------------------------------------------------------------------------

create function private.package_stock(p_package_id uuid, p_is_active boolean) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
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
  $$;
comment on function private.package_stock(uuid, boolean) is
  'inactive; out: it cannot be assigned, because an item is used up or it has none; low: a fifth or less of an item is left; '
  'in_stock. For admins; null for all others.';

create function public.stock(package public.prize_packages) returns text
  language sql stable set search_path = ''
  as $$ select private.package_stock(stock.package.id, stock.package.is_active) $$;
comment on function public.stock(public.prize_packages) is
  'inactive, out, low or in_stock: whether it can be assigned, and whether a fifth or less of an item is left; null for members.';

-- Numbers --------------------------------------------------------------------------------------------------

create function private.console_counts(p_list text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.console_counts(text) is 'How many rows each view of a list of the console has; admins only.';

create function public.console_counts(list text) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.console_counts(console_counts.list) $$;
comment on function public.console_counts(text) is
  'How many rows each view of a list of the console has: of games, prizes, posts, cards or videos (22023 for any other). Admins '
  'only (42501).';

-- Posts that only the team sees ----------------------------------------------------------------------------

create function private.posts_for_the_team(p_list text, p_search text) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.posts_for_the_team(text, text) is
  'The posts that are hidden, or that have an open case (reported), with a text in them.';

create function private.console_posts(p_list text, p_search text, p_oldest_first boolean, p_page integer, p_size integer)
  returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
            'image_url', s.image_url, 'pinned_until', s.pinned_until, 'hidden_at', s.hidden_at,
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
  $$;
comment on function private.console_posts(text, text, boolean, integer, integer) is
  'A page of the posts that are hidden or reported, with their number; admins only.';

create function public.console_posts(
  list text, search text default '', oldest_first boolean default false, page integer default 1, size integer default 25)
  returns jsonb
  language sql stable set search_path = ''
  as $$
    select private.console_posts(
      console_posts.list, console_posts.search, console_posts.oldest_first, console_posts.page, console_posts.size)
  $$;
comment on function public.console_posts(text, text, boolean, integer, integer) is
  'A page of the posts that are hidden, or reported and not decided (list: hidden or reported; 22023 for any other), newest first '
  'unless oldest_first, with total. search: a part of the text. size is at most 1000. case_id: the newest case about the post; '
  'reports: how many it has while it is open. Admins only (42501).';

-- Hiding many ----------------------------------------------------------------------------------------------

create or replace function private.tg_report_cases__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op <> 'INSERT' then
      perform private.note_for_all('report_made', new.id);
    elsif new.decided_at is null then
      perform private.notify_all('report_made', new.id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_report_cases__notify() is
  'For the team: a case to be decided, without who reported or what. It is shown while the case is open. A case that begins with '
  'its decision is told to nobody.';

create function private.hide_posts(p_ids uuid[]) returns table (id uuid, outcome text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_own uuid[];
    v_post record;
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if coalesce(cardinality(p_ids), 0) not between 1 and 100 then
      raise exception '1 to 100 posts are hidden at once' using errcode = '22023';
    end if;
    perform private.hold_gate();
    v_own := private.lives_of(auth.uid(), true);
    -- In the order of their IDs, so that two of the team do not wait for each other.
    for v_post in
      select i.id, p.user_id, p.content, p.hidden_at is not null as is_hidden
      from (select distinct u.id from unnest(p_ids) as u (id) where u.id is not null) as i
        left join public.newsfeed_posts as p on p.id = i.id
      order by i.id
    loop
      id := v_post.id;
      outcome := 'hidden';
      if v_post.user_id is null then
        outcome := 'gone';
      elsif not v_post.is_hidden then
        select c.* into v_case from private.report_cases as c
          where c.subject_id = v_post.id and c.decided_at is null for update;
        if v_post.user_id = any (v_own) or (found and not private.may_decide(v_case)) then
          outcome := 'own';
        elsif v_case.id is not null then
          perform private.decide_report(v_case.id, v_case.version, 'hide', '', true, null, null);
        else
          insert into private.report_cases as c (
              kind, subject_id, author_id, version, decision, hides, decided_by, decided_at)
            values ('post', v_post.id, v_post.user_id, 1, 'hide', true, auth.uid(), now())
            returning c.* into v_case;
          -- The text that was hidden, as reports keep it. The one who hid it is told nothing.
          insert into private.reports (case_id, subject_id, reporter_id, reason, said, told_at)
            values (v_case.id, v_post.id, auth.uid(), 'other', v_post.content, now());
          perform private.hide_content('post', v_post.id, true);
          perform private.audit_member(
            'decide_report', v_post.user_id, jsonb_build_object('kind', 'post', 'decision', 'hide'));
        end if;
      end if;
      return next;
    end loop;
  end
  $$;
comment on function private.hide_posts(uuid[]) is
  'Hides posts by a decision: of the open case about a post, or of one that is made for it and can be undone like any other. '
  'Admins only.';

create function public.hide_posts(post_ids uuid[]) returns table (id uuid, outcome text)
  language sql set search_path = ''
  as $$ select h.* from private.hide_posts(hide_posts.post_ids) as h $$;
comment on function public.hide_posts(uuid[]) is
  'Hides 1 to 100 posts (22023 for any other number) from everyone; each one can be shown again in its case. outcome: hidden, also '
  'if it already was; gone, if it is deleted; own, if another admin has to decide about it. Admins only (42501).';

-- Exports --------------------------------------------------------------------------------------------------

create or replace function private.note_export(p_list text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_list is null or p_list not in ('users', 'claims', 'audit', 'posts') then
      raise exception 'unknown list' using errcode = '22023';
    end if;
    perform private.audit('export_list', 'list', null, p_list);
  end
  $$;
comment on function public.note_export(text) is
  'Records in the audit trail that an admin exports the list of users, claims or posts, or, as audit, the trail; the console calls '
  'it before it loads the rows. Admins only (42501); 22023 for any other list.';

-- The day on which an imported member joined ---------------------------------------------------------------

create or replace view public.user_profiles_with_email with (security_invoker = true) as
  select
    p.id,
    p.username,
    e.email as auth_email,
    p.is_admin,
    p.is_suspended,
    p.created_at,
    p.avatar_url,
    p.points,
    p.updated_at,
    private.username_key(concat_ws(' ', p.username, e.email)) as search_text,
    case when p.is_suspended then private.suspended_until(p.id) end as suspended_until,
    p.is_moderator,
    p.joined_on
  from public.profiles as p
    left join private.account_emails as e on e.user_id = p.id
  where (select private.is_admin());
comment on view public.user_profiles_with_email is
  'Every account with its address, for admins; empty for members. search_text: username and address in lower case. '
  'suspended_until: the end of a suspension that has one. joined_on: when an imported member joined elsewhere.';

create or replace function private.report_record(p_user_id uuid, p_case_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select jsonb_build_object(
        'since', p.created_at,
        'joined_on', p.joined_on,
        'posts', (select c.post_count from private.post_counts as c where c.user_id = p.id),
        'is_admin', p.is_admin,
        'is_moderator', p.is_moderator,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspension_of(p.id) as s),
        'suspensions', (
          select count(*) from private.audit_log as l
          where l.subject_id = any (v_lives) and l.action = 'suspend' and not private.is_undone(l.id, v_lives)
        ) + (
          select coalesce(sum(s.suspensions), 0) from private.left_suspensions as s where s.account_id = any (v_lives)
        ),
        'warnings', k.warnings,
        'last_warning', k.last_warning,
        'decided', k.decided,
        'upheld', k.upheld)
      from public.profiles as p
        cross join lateral (
          select
            count(*) filter (where c.decision = 'warn') as warnings,
            max(c.decided_at) filter (where c.decision = 'warn') as last_warning,
            count(*) as decided,
            count(*) filter (where c.decision <> 'dismiss') as upheld
          from private.report_cases as c
          where (c.author_id = any (v_lives) or c.former_account_id = any (v_lives))
            and c.decision <> 'gone' and c.id is distinct from p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $function$;
comment on function private.report_record(p_user_id uuid, p_case_id uuid) is 'What the club team knows of the author of a case: member since, posts, and over all accounts of the person suspensions, warnings, and earlier cases.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.package_stock(uuid, boolean),
  public.stock(public.prize_packages),
  private.console_counts(text),
  public.console_counts(text),
  private.posts_for_the_team(text, text),
  private.console_posts(text, text, boolean, integer, integer),
  public.console_posts(text, text, boolean, integer, integer),
  private.hide_posts(uuid[]),
  public.hide_posts(uuid[])
  from public, anon, authenticated, service_role;
grant execute on function
  private.package_stock(uuid, boolean),
  public.stock(public.prize_packages),
  private.console_counts(text),
  public.console_counts(text),
  private.console_posts(text, text, boolean, integer, integer),
  public.console_posts(text, text, boolean, integer, integer),
  private.hide_posts(uuid[]),
  public.hide_posts(uuid[])
  to authenticated;
