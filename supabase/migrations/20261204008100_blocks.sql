-- A member can block another. It works in both directions: neither sees what the other writes, meets them in a list, is
-- notified of them, or can ask or give them anything. Nobody is notified of the block.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.member_blocks (
  blocker_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint member_blocks_pkey primary key (blocker_id, blocked_id),
  constraint member_blocks_two_members check (blocker_id <> blocked_id),
  constraint member_blocks_dates_bounds check (created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00')
);
comment on table private.member_blocks is
  'Who has blocked whom. Neither of the two is an admin or a moderator. Only the blocker learns of it, through my_blocks.';
create index member_blocks_blocked on private.member_blocks (blocked_id);
alter table private.member_blocks enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.blocked_with_me() returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader constant uuid := auth.uid();
  begin
    return array(
      select b.blocked_id from private.member_blocks as b where b.blocker_id = v_reader
      union all
      select b.blocker_id from private.member_blocks as b where b.blocked_id = v_reader);
  end
  $$;
comment on function private.blocked_with_me() is
  'The members whom the caller has blocked, and those who have blocked the caller.';

create function private.is_blocked_between(p_one uuid, p_other uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from private.member_blocks as b where b.blocker_id = p_one and b.blocked_id = p_other
    ) or exists (
      select from private.member_blocks as b where b.blocker_id = p_other and b.blocked_id = p_one
    )
  $$;
comment on function private.is_blocked_between(uuid, uuid) is 'Whether one of two members has blocked the other.';

create function private.refuse_as_gone(p_table text, p_column text, p_member_id uuid) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'insert or update on table "%" violates foreign key constraint "%_%_fkey"', p_table, p_table, p_column
      using errcode = '23503', detail = format('Key is not present in table "%s".', 'profiles');
  end
  $$;
comment on function private.refuse_as_gone(text, text, uuid) is
  'Refuses a row about a member as the foreign key would if the member had left.';

create function private.block_member(p_member_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_team uuid[];
  begin
    perform private.hold_gate();
    if not private.is_member() or p_member_id is null or p_member_id = v_user_id then
      raise exception 'give another member' using errcode = '22023';
    end if;
    -- As for a request to connect: one of the two waits for the other.
    perform pg_advisory_xact_lock(hashtextextended(
      'member_connections:' || least(v_user_id, p_member_id) || greatest(v_user_id, p_member_id), 0));
    perform private.check_rate('block-day', 50, interval '1 day');
    -- Held, so that neither gets a role meanwhile.
    perform from public.profiles as p where p.id in (v_user_id, p_member_id) order by p.id for share;
    if not exists (select from public.profiles as p where p.id = p_member_id) then
      raise exception 'there is no such member' using errcode = 'PT404';
    end if;
    v_team := array(
      select p.id from public.profiles as p where p.id in (v_user_id, p_member_id) and (p.is_admin or p.is_moderator));
    if v_user_id = any (v_team) then
      raise exception 'the team blocks nobody' using errcode = 'BK002';
    elsif cardinality(v_team) > 0 then
      raise exception 'nobody can block the team' using errcode = 'BK001';
    end if;
    if (
      select count(*) from private.member_blocks as b where b.blocker_id = v_user_id and b.blocked_id <> p_member_id
    ) >= 500 then
      raise exception 'a member blocks 500 others at most' using errcode = 'BK003', hint = 'unblock somebody first';
    end if;
    insert into private.member_blocks (blocker_id, blocked_id) values (v_user_id, p_member_id)
      on conflict on constraint member_blocks_pkey do nothing;
    delete from public.member_connections as c
      where (c.user_id = v_user_id and c.connected_user_id = p_member_id)
        or (c.user_id = p_member_id and c.connected_user_id = v_user_id);
    delete from private.notification_causes as c using private.notifications as n
      where n.id = c.notification_id
        and ((n.user_id = v_user_id and c.actor_id = p_member_id) or (n.user_id = p_member_id and c.actor_id = v_user_id));
    -- What either hears of the other's posts ends at once.
    perform pg_notify('realtime_recheck', p.id::text) from unnest(array[v_user_id, p_member_id]) as p (id);
    perform private.note_members(array[v_user_id], 'notifications');
  end
  $$;
comment on function private.block_member(uuid) is
  'Blocks a member for the caller; again is the same. Their connection, requests and notifications of each other end.';

create function private.unblock_member(p_member_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.hold_gate();
    if not private.is_member() or p_member_id is null then
      raise exception 'give another member' using errcode = '22023';
    end if;
    delete from private.member_blocks as b where b.blocker_id = auth.uid() and b.blocked_id = p_member_id;
    perform private.note_members(array[auth.uid()], 'notifications');
  end
  $$;
comment on function private.unblock_member(uuid) is
  'Ends the caller''s block of a member. What the block ended does not come back.';

create function private.my_blocks() returns table (member_id uuid, username text, avatar_url text, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select p.id, p.username, p.avatar_url, b.created_at
      from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
      where b.blocker_id = auth.uid()
      order by b.created_at desc, p.id;
  end
  $$;
comment on function private.my_blocks() is 'Whom the caller has blocked, newest first.';

create function public.block_member(member_id uuid) returns void
  language sql set search_path = ''
  as $$ select private.block_member(block_member.member_id) $$;
comment on function public.block_member(uuid) is
  'Blocks a member: the two no longer see what the other writes, meet in lists, or can ask or give each other anything. '
  'Nobody is notified. Again is the same. 50 a day (PT429); BK001 an admin or a moderator, BK002 by one, BK003 more than 500, '
  '22023 oneself, PT404 nobody.';

create function public.unblock_member(member_id uuid) returns void
  language sql set search_path = ''
  as $$ select private.unblock_member(unblock_member.member_id) $$;
comment on function public.unblock_member(uuid) is 'Ends the caller''s block of a member, if there is one.';

create function public.my_blocks() returns table (member_id uuid, username text, avatar_url text, created_at timestamptz)
  language sql stable set search_path = ''
  as $$ select b.* from private.my_blocks() as b $$;
comment on function public.my_blocks() is 'Whom the caller has blocked, newest first.';

create function private.tg_profiles__forget_blocks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.member_blocks as b where new.id in (b.blocker_id, b.blocked_id);
    return null;
  end
  $$;
comment on function private.tg_profiles__forget_blocks() is
  'Admins and moderators neither block nor are blocked: a new one''s blocks end, in both directions.';

create or replace function private.is_muted_by(p_reader_id uuid, p_actor_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_actor_id
    ) or private.is_blocked_between(p_reader_id, p_actor_id)
  $$;
comment on function private.is_muted_by(uuid, uuid) is
  'Whether a reader has muted the member who caused something, or one of the two has blocked the other.';

create or replace function private.shown_actors(p_id uuid, out actor_count integer, out actors jsonb)
  language sql stable security definer set search_path = ''
  as $$
    with people as (
      select c.actor_id, max(c.created_at) as at
      from private.notification_causes as c
        join private.notifications as n on n.id = c.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join public.profiles as a on a.id = c.actor_id and (not a.is_suspended or k.audience = 'admins')
      where c.notification_id = p_id
        and not exists (select from public.newsfeed_comments as h where h.id = c.cause_id and h.hidden_at is not null)
        and not exists (
          select from private.notification_mutes as m where m.user_id = n.user_id and m.subject_id = c.actor_id
        )
        and not private.is_blocked_between(n.user_id, c.actor_id)
      group by c.actor_id
    )
    select
      (select count(*)::integer from people),
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'avatar_url', a.avatar_url)
            order by l.at desc, l.actor_id),
          '[]')
        from (select p.* from people as p order by p.at desc, p.actor_id limit 3) as l
          join public.profiles as a on a.id = l.actor_id
      )
  $$;

create or replace function private.notify(
  p_kind text, p_user_id uuid, p_subject_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_kind record;
    v_id uuid;
    v_updated_at timestamptz;
    v_is_new boolean := false;
    v_is_shown boolean := true;
  begin
    if p_user_id is null or p_user_id = p_actor_id or exists (
      select from private.notification_mutes as m
      where m.user_id = p_user_id and m.subject_id in (p_subject_id, p_actor_id)
    ) or private.is_blocked_between(p_user_id, p_actor_id) then
      return;
    end if;
    select k.is_bundled, k.group_name, g.push or g.email as is_sent into strict v_kind
      from private.notification_kinds as k join private.notification_groups as g on g.name = k.group_name
      where k.name = p_kind;
    -- The unread bundle may be read between the two statements.
    for v_attempt in 1..10 loop
      if v_kind.is_bundled then
        select n.id, n.updated_at into v_id, v_updated_at
          from private.notifications as n
          where n.user_id = p_user_id and n.kind = p_kind and n.subject_id = p_subject_id
            and n.is_bundled and n.read_at is null
          for share;
        exit when v_id is not null;
      end if;
      insert into private.notifications as n (user_id, kind, subject_id, is_bundled, created_at, updated_at)
        values (p_user_id, p_kind, p_subject_id, v_kind.is_bundled, p_at, p_at)
        on conflict (user_id, kind, subject_id) where is_bundled and read_at is null do nothing
        returning n.id into v_id;
      v_is_new := v_id is not null;
      exit when v_is_new;
    end loop;
    if v_id is null then
      return;
    end if;
    perform private.add_cause(v_id, p_cause_id, p_actor_id, p_at);
    -- Once a minute is enough for the order of the list, and a row that another transaction is moving need not be moved.
    if not v_is_new and v_updated_at < p_at - interval '1 minute' then
      update private.notifications as n set updated_at = p_at
        where n.id = (select x.id from private.notifications as x where x.id = v_id for no key update skip locked);
    end if;
    if v_is_new and (v_kind.is_sent or exists (
      select from private.notification_choices as c
      where c.user_id = p_user_id and c.group_name = v_kind.group_name and c.is_on
    )) then
      v_is_shown := private.is_notification_shown(v_id, p_kind, p_subject_id, p_at, false, p_user_id);
      if v_is_shown and not private.has_withdrawn(p_actor_id, p_user_id, p_subject_id) then
        perform private.enqueue(v_id, p_user_id, p_kind, p_at);
      end if;
    end if;
    if v_is_shown then
      perform private.note_members(array[p_user_id], 'notifications');
    end if;
  end
  $$;

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found or (v_reader.audience = 'admins' and (not v_reader.is_admin or v_reader.is_suspended)) then
      return false;
    end if;
    -- In the app a session that does not act as an admin's reads nothing for admins. What is sent goes to the person.
    if v_reader.audience = 'admins' and p_reader_id = auth.uid() and not private.is_admin() then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement')
          and not private.is_blocked_between(p.user_id, p_reader_id))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'removal' then exists (
        select from private.audit_log as l
        where l.id = p_subject_id and l.action = 'remove_prize' and l.subject_id = p_reader_id)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.message_of_comments(p_topic text, p_ids uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_post_id constant uuid := private.topic_id(p_topic);
    v_shown uuid[];
    v_comments jsonb;
  begin
    -- Of a post that members cannot read, the feed says that it is gone.
    if not exists (
      select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
      where p.id = v_post_id and p.hidden_at is null and not a.is_suspended
    ) then
      return null;
    end if;
    if cardinality(p_ids) > 500 then
      return '{"reload": true}';
    end if;
    select
      coalesce(array_agg(c.id), '{}'),
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', c.id,
            'user_id', c.user_id,
            'content', c.content,
            'mentioned', private.mentioned(c.mentions),
            'created_at', c.created_at,
            'author', jsonb_build_object(
              'id', a.id, 'username', a.username, 'avatar_url', a.avatar_url, 'is_admin', a.is_admin,
              'is_moderator', a.is_moderator))
          order by c.created_at, c.id),
        '[]')
      into v_shown, v_comments
      from public.newsfeed_comments as c
        join public.profiles as a on a.id = c.user_id
      where c.id = any (p_ids) and c.post_id = v_post_id and c.hidden_at is null and not a.is_suspended;
    -- The topic says the same to all. Those who do not see the author of one load the thread without it.
    if exists (
      select from public.newsfeed_comments as c
      where c.id = any (v_shown)
        and exists (select from private.member_blocks as b where c.user_id in (b.blocker_id, b.blocked_id))
    ) then
      return '{"reload": true}';
    end if;
    return jsonb_build_object(
      'comments', v_comments,
      'gone', to_jsonb(array(
        select distinct i.id from unnest(p_ids) as i (id) where i.id is not null and i.id <> all (v_shown) order by i.id)));
  end
  $$;

create or replace function private.search_members(p_text text) returns table (id uuid, rank real)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_text constant text := private.folded(btrim(left(p_text, 50)));
    v_blocked constant uuid[] := private.blocked_with_me();
    v_pattern constant text := replace(replace(replace(v_text, '\', '\\'), '%', '\%'), '_', '\_');
  begin
    if char_length(v_text) < 2 then
      return;
    end if;
    return query
      select p.id,
        (case when private.folded(p.username) like v_pattern || '%' then 2 else 0 end
          + extensions.similarity(private.folded(p.username), v_text))::real
      from public.profiles as p
      where not p.is_suspended and p.id <> all (v_blocked)
        and (private.folded(p.username) like '%' || v_pattern || '%'
          or private.folded(p.username) operator(extensions.%) v_text)
      order by 2 desc, p.username
      limit 8;
  end
  $$;

create or replace function private.tg_member_connections__cross() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_askers uuid[];
  begin
    if new.user_id = new.connected_user_id then
      return new;
    end if;
    perform pg_advisory_xact_lock(hashtextextended(
      'member_connections:' || least(new.user_id, new.connected_user_id)
        || greatest(new.user_id, new.connected_user_id), 0));
    -- A definer function sees every row: only one's own request may accept another, never one in another member's name.
    if private.is_api_request() and (new.user_id is distinct from auth.uid() or new.status <> 'pending') then
      return new;
    end if;
    if private.is_api_request() and private.is_suspended() then
      raise exception 'a suspended member cannot send connection requests' using errcode = 'PT403';
    end if;
    perform private.check_rate('connect-day', 30, interval '1 day');
    -- As if the member were gone, so that nobody learns of a block.
    if private.is_blocked_between(new.user_id, new.connected_user_id) then
      perform private.refuse_as_gone('member_connections', 'connected_user_id', new.connected_user_id);
    end if;
    -- A member who declined and now sends a request has changed their mind.
    delete from private.declined_connections as d
      where d.user_id = new.connected_user_id and d.connected_user_id = new.user_id;
    update public.member_connections as c set status = 'accepted'
      where c.user_id = new.connected_user_id and c.connected_user_id = new.user_id and c.status = 'pending';
    if found then
      return null;
    end if;
    v_askers := private.lives_of(new.user_id, true);
    if private.is_api_request() and exists (
      select from private.declined_connections as d
      where d.user_id = any (v_askers) and d.connected_user_id = new.connected_user_id
        and d.declined_at > now() - interval '30 days'
    ) then
      raise exception 'this member has declined the request' using errcode = 'NC001', hint = 'ask again after 30 days';
    end if;
    -- A request that is withdrawn and sent again notifies the same member again. The name of the counter must not
    -- contain the id of a member who may be deleted later.
    delete from private.rate_counters as c
      where c.user_id = new.user_id and c.bucket like 'connect-to-%' and c.window_start <= now() - interval '1 day';
    if private.count_use(
      'connect-to-' || hashtextextended(new.connected_user_id::text, 0), 3, interval '1 day') is not null
    then
      raise exception 'this member has been asked three times today' using errcode = 'NC002', hint = 'ask again tomorrow';
    end if;
    return new;
  end
  $$;

create or replace function private.tg_point_gifts__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.message := nullif(btrim(new.message), '');
      perform private.check_rate('gift-day', 20, interval '1 day');
      if new.to_user_id = any (private.blocked_with_me()) then
        perform private.refuse_as_gone('point_gifts', 'to_user_id', new.to_user_id);
      end if;
    end if;
    return new;
  end
  $$;

create or replace function public.member_page(name text)
  returns table (
    id uuid,
    username text,
    is_suspended boolean,
    avatar_url text,
    bio text,
    fishing_area text,
    fishing_photos text[],
    created_at timestamptz,
    points bigint,
    rank bigint,
    badge_count integer,
    post_count bigint,
    badges jsonb,
    posts jsonb
  )
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_id constant uuid := private.member_of_name(member_page.name);
    v_member public.profiles;
    v_post_count bigint;
    v_rank bigint;
    v_badges jsonb;
    v_posts jsonb;
  begin
    select p.* into v_member from public.profiles as p where p.id = v_id;
    if v_member.id is null or v_id = any (private.blocked_with_me()) then
      return;
    end if;
    if v_member.is_suspended and v_id is distinct from auth.uid() and not private.is_admin() then
      return query select v_member.id, v_member.username, true, '', '', '', '{}'::text[], null::timestamptz, null::bigint,
        null::bigint, null::integer, null::bigint, '[]'::jsonb, '[]'::jsonb;
      return;
    end if;
    select m.post_count into v_post_count from public.member_search as m where m.id = v_id;
    if v_member.points > 0 and not v_member.is_suspended then
      select count(*) + 1 into v_rank
        from public.profiles as p where not p.is_suspended and p.points > v_member.points;
    end if;
    select coalesce(jsonb_agg(to_jsonb(b) order by b.awarded_at desc, b.id), '[]') into v_badges
      from (
        select b.id, b.name, b.icon, b.color, u.awarded_at
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = v_id
        order by u.awarded_at desc, b.id
        limit 60
      ) as b;
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') into v_posts
      from (
        select n.id, n.type, left(n.content, 280) as content, n.image_url, n.created_at
        from public.newsfeed_posts as n
        where n.user_id = v_id
        order by n.created_at desc
        limit 6
      ) as n;
    return query select v_member.id, v_member.username, v_member.is_suspended, v_member.avatar_url, v_member.bio,
      v_member.fishing_area, v_member.fishing_photos, v_member.created_at, v_member.points, v_rank, v_member.badge_count,
      v_post_count, v_badges, v_posts;
  end
  $$;
comment on function public.member_page(text) is
  'A member by their username, or one that they gave up in the last 90 days, with rank, badges (at most 60) and newest '
  'posts (6) as the caller may see them; no row for an unknown name, and where one of the two has blocked the other. Of a '
  'suspended member other members get the name only.';

create or replace function private.muted_subjects() returns table (subject_id uuid, kind text, title text, path text)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_blocked constant uuid[] := private.blocked_with_me();
  begin
    return query
      select m.subject_id,
        case when p.id is not null then 'post' when g.id is not null then 'game' when u.id is not null then 'member' end,
        coalesce(private.excerpt(p.content), g.title, u.username),
        coalesce('/newsfeed/' || p.id, '/games/' || g.id, '/members/' || private.path_part(u.username))
      from private.notification_mutes as m
        left join (public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended)
          on p.id = m.subject_id and p.hidden_at is null and not private.is_suspended() and p.user_id <> all (v_blocked)
        left join public.games as g on g.id = m.subject_id and g.status in ('active', 'completed')
        left join public.profiles as u on u.id = m.subject_id and not u.is_suspended and u.id <> all (v_blocked)
      where m.user_id = v_user_id
      order by m.created_at desc, m.subject_id
      limit 200;
  end
  $$;

create or replace function private.my_dealings(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'points', (
        select coalesce(
          jsonb_agg(to_jsonb(l) - array['user_id', 'created_by', 'source_key', 'request_id'] order by l.created_at), '[]')
        from public.points_log as l where l.user_id = p_user_id
      ),
      'gifts', (
        select coalesce(
          jsonb_agg(jsonb_build_object(
            'from', coalesce(f.username, 'Deleted member'),
            'to', coalesce(t.username, 'Deleted member'),
            'points', g.points, 'message', g.message, 'created_at', g.created_at) order by g.created_at),
          '[]')
        from public.point_gifts as g
          left join public.profiles as f on f.id = g.from_user_id
          left join public.profiles as t on t.id = g.to_user_id
        where p_user_id in (g.from_user_id, g.to_user_id)
      ),
      'badges', (
        select coalesce(jsonb_agg(jsonb_build_object('badge', b.name, 'awarded_at', u.awarded_at) order by u.awarded_at), '[]')
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = p_user_id
      ),
      'referrals', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['referrer_id', 'referred_user_id', 'referred_email'] || jsonb_build_object(
            'referrer', coalesce(f.username, 'Deleted member'),
            'referred', coalesce(t.username, 'Deleted member')) order by r.created_at),
          '[]')
        from public.referrals as r
          left join public.profiles as f on f.id = r.referrer_id
          left join public.profiles as t on t.id = r.referred_user_id
        where p_user_id in (r.referrer_id, r.referred_user_id)
      ),
      'connections', (
        select coalesce(
          jsonb_agg(jsonb_build_object('asked_by', f.username, 'asked', t.username, 'status', m.status,
            'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.member_connections as m
          join public.profiles as f on f.id = m.user_id
          join public.profiles as t on t.id = m.connected_user_id
        where p_user_id in (m.user_id, m.connected_user_id)
      ),
      'blocked', (
        select coalesce(
          jsonb_agg(jsonb_build_object('member', p.username, 'created_at', b.created_at) order by b.created_at), '[]')
        from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
        where b.blocker_id = p_user_id
      ),
      'prizes', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['user_id', 'admin_notes'] || jsonb_build_object('prize', i.title)
            order by a.awarded_at),
          '[]')
        from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
        where a.user_id = p_user_id
      ),
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.shipping_addresses as s where s.user_id = p_user_id
      ),
      'admins_did', (
        select coalesce(jsonb_agg(jsonb_build_object('at', x.created_at, 'action', x.action) order by x.created_at), '[]')
        from private.audit_log as x where x.subject_id = p_user_id and x.subject_kind = 'member'
          -- Its own part of one's data tells what a decision about a report told its author.
          and x.action not in ('decide_report', 'reopen_report')
      )
    );
  end
  $$;
comment on function public.my_data() is
  'Everything stored about the caller as one object: account, profile, posts, comments, reactions, game_entries, files, '
  'points, gifts, badges, referrals, connections, blocked, prizes, addresses, admins_did, notifications, muted, '
  'notification_settings, to_be_sent, push_devices. Ten times an hour (429).';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _720_forget_blocks
  after update of is_admin, is_moderator on public.profiles
  for each row when ((new.is_admin or new.is_moderator) and not (old.is_admin or old.is_moderator))
  execute function private.tg_profiles__forget_blocks();

-- Views ----------------------------------------------------------------------------------------------------

create or replace view public.member_search with (security_invoker = true) as
  select
    p.id,
    p.username,
    p.bio,
    p.fishing_area,
    p.points,
    p.badge_count,
    -- The posts of a suspended member are hidden from members, and so is their number.
    case when p.is_suspended and not (select private.is_admin()) then 0 else c.post_count end as post_count,
    p.avatar_url,
    p.created_at,
    p.fishing_photos
  from public.profiles as p
    join private.post_counts as c on c.user_id = p.id
  where p.id not in (select unnest((select private.blocked_with_me())));

-- Policies -------------------------------------------------------------------------------------------------

create policy select_not_blocked on public.newsfeed_posts as restrictive
  for select to authenticated
  using (user_id not in (select unnest((select private.blocked_with_me()))));
comment on policy select_not_blocked on public.newsfeed_posts is
  'Members do not see posts of those whom they have blocked, or who have blocked them.';

create policy select_not_blocked on public.newsfeed_comments as restrictive
  for select to authenticated
  using (user_id not in (select unnest((select private.blocked_with_me()))));
comment on policy select_not_blocked on public.newsfeed_comments is
  'Members do not see comments of those whom they have blocked, or who have blocked them.';

create policy select_not_blocked on public.newsfeed_reactions as restrictive
  for select to authenticated
  using (user_id not in (select unnest((select private.blocked_with_me()))));
comment on policy select_not_blocked on public.newsfeed_reactions is
  'Members do not see reactions of those whom they have blocked, or who have blocked them.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.blocked_with_me(), private.is_blocked_between(uuid, uuid), private.refuse_as_gone(text, text, uuid),
  private.block_member(uuid), private.unblock_member(uuid), private.my_blocks(),
  public.block_member(uuid), public.unblock_member(uuid), public.my_blocks(), private.tg_profiles__forget_blocks()
  from public, anon, authenticated, service_role;
grant execute on function private.blocked_with_me(), private.refuse_as_gone(text, text, uuid) to authenticated, service_role;
grant execute on function
  private.block_member(uuid), private.unblock_member(uuid), private.my_blocks(),
  public.block_member(uuid), public.unblock_member(uuid), public.my_blocks()
  to authenticated;
