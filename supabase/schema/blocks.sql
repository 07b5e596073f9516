-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.member_blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint member_blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint member_blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint member_blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint member_blocks_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint member_blocks_two_members CHECK (blocker_id <> blocked_id)
);
comment on table private.member_blocks is 'Who has blocked whom. Neither of the two is an admin or a moderator. Only the blocker learns of it, through my_blocks.';

CREATE INDEX member_blocks_blocked ON private.member_blocks USING btree (blocked_id);

alter table private.member_blocks enable row level security;

create function private.block_member(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.block_member(p_member_id uuid) is 'Blocks a member for the caller; again is the same. Their connection, requests and notifications of each other end.';

grant execute on function private.block_member(p_member_id uuid) to authenticated;

create function private.blocked_with_me()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader constant uuid := auth.uid();
  begin
    return array(
      select b.blocked_id from private.member_blocks as b where b.blocker_id = v_reader
      union all
      select b.blocker_id from private.member_blocks as b where b.blocked_id = v_reader);
  end
  $function$;
comment on function private.blocked_with_me() is 'The members whom the caller has blocked, and those who have blocked the caller.';

grant execute on function private.blocked_with_me() to authenticated, service_role;

create function private.is_blocked_between(p_one uuid, p_other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select exists (
      select from private.member_blocks as b where b.blocker_id = p_one and b.blocked_id = p_other
    ) or exists (
      select from private.member_blocks as b where b.blocker_id = p_other and b.blocked_id = p_one
    )
  $function$;
comment on function private.is_blocked_between(p_one uuid, p_other uuid) is 'Whether one of two members has blocked the other.';

create function private.my_blocks()
 RETURNS TABLE(member_id uuid, username text, avatar_url text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select p.id, p.username, p.avatar_url, b.created_at
      from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
      where b.blocker_id = auth.uid()
      order by b.created_at desc, p.id;
  end
  $function$;
comment on function private.my_blocks() is 'Whom the caller has blocked, newest first.';

grant execute on function private.my_blocks() to authenticated;

create function private.refuse_as_gone(p_table text, p_column text, p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    raise exception 'insert or update on table "%" violates foreign key constraint "%_%_fkey"', p_table, p_table, p_column
      using errcode = '23503', detail = format('Key is not present in table "%s".', 'profiles');
  end
  $function$;
comment on function private.refuse_as_gone(p_table text, p_column text, p_member_id uuid) is 'Refuses a row about a member as the foreign key would if the member had left.';

grant execute on function private.refuse_as_gone(p_table text, p_column text, p_member_id uuid) to authenticated, service_role;

create function private.tg_profiles__forget_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.member_blocks as b where new.id in (b.blocker_id, b.blocked_id);
    return null;
  end
  $function$;
comment on function private.tg_profiles__forget_blocks() is 'Admins and moderators neither block nor are blocked: a new one''s blocks end, in both directions.';

create function private.unblock_member(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.hold_gate();
    if not private.is_member() or p_member_id is null then
      raise exception 'give another member' using errcode = '22023';
    end if;
    delete from private.member_blocks as b where b.blocker_id = auth.uid() and b.blocked_id = p_member_id;
    perform private.note_members(array[auth.uid()], 'notifications');
  end
  $function$;
comment on function private.unblock_member(p_member_id uuid) is 'Ends the caller''s block of a member. What the block ended does not come back.';

grant execute on function private.unblock_member(p_member_id uuid) to authenticated;

create function public.block_member(member_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.block_member(block_member.member_id) $function$;
comment on function public.block_member(member_id uuid) is 'Blocks a member: the two no longer see what the other writes, meet in lists, or can ask or give each other anything. Nobody is notified. Again is the same. 50 a day (PT429); BK001 an admin or a moderator, BK002 by one, BK003 more than 500, 22023 oneself, PT404 nobody.';

grant execute on function public.block_member(member_id uuid) to authenticated;

create function public.my_blocks()
 RETURNS TABLE(member_id uuid, username text, avatar_url text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select b.* from private.my_blocks() as b $function$;
comment on function public.my_blocks() is 'Whom the caller has blocked, newest first.';

grant execute on function public.my_blocks() to authenticated;

create function public.unblock_member(member_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.unblock_member(unblock_member.member_id) $function$;
comment on function public.unblock_member(member_id uuid) is 'Ends the caller''s block of a member, if there is one.';

grant execute on function public.unblock_member(member_id uuid) to authenticated;
