-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.declined_connections (
  user_id uuid not null,
  connected_user_id uuid not null,
  declined_at timestamp with time zone not null default now(),
  constraint declined_connections_pkey PRIMARY KEY (user_id, connected_user_id),
  constraint declined_connections_dates_bounds CHECK (declined_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND declined_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.declined_connections is 'Who declined whose request, and when last: the sender cannot ask the same member again for 30 days. Rows of a deleted account apply to the next account of its address, and are deleted after the 30 days.';

CREATE INDEX declined_connections_by ON private.declined_connections USING btree (connected_user_id);
CREATE INDEX declined_connections_declined_at ON private.declined_connections USING btree (declined_at);

alter table private.declined_connections enable row level security;

create table private.post_counts (
  user_id uuid not null,
  post_count integer not null default 0,
  constraint post_counts_pkey PRIMARY KEY (user_id),
  constraint post_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
comment on table private.post_counts is 'Number of newsfeed posts per member, kept by triggers; read through member_search.';

CREATE INDEX post_counts_most ON private.post_counts USING btree (post_count DESC);

alter table private.post_counts enable row level security;

grant select on private.post_counts to authenticated, service_role;

create policy select_member on private.post_counts
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on private.post_counts is 'Shown to members in the search.';

create table public.member_connections (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  connected_user_id uuid not null,
  status text not null default 'pending'::text,
  created_at timestamp with time zone not null default now(),
  constraint member_connections_pkey PRIMARY KEY (id),
  constraint member_connections_connected_user_id_fkey FOREIGN KEY (connected_user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint member_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint member_connections_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint member_connections_status_known CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text])),
  constraint member_connections_two_members CHECK (user_id <> connected_user_id)
);
comment on table public.member_connections is 'One row per pair. user_id sent the request, connected_user_id accepts (status) or declines (delete).';

CREATE INDEX member_connections_from ON public.member_connections USING btree (user_id, status);

CREATE UNIQUE INDEX member_connections_pair ON public.member_connections USING btree (LEAST(user_id, connected_user_id), GREATEST(user_id, connected_user_id));

CREATE INDEX member_connections_to ON public.member_connections USING btree (connected_user_id, status);

alter table public.member_connections enable row level security;

grant select, delete on public.member_connections to authenticated;
grant select, insert, update, delete on public.member_connections to service_role;
grant insert (user_id, connected_user_id, status) on public.member_connections to authenticated;
grant update (status) on public.member_connections to authenticated;

create policy delete_party on public.member_connections
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR connected_user_id = (( SELECT auth.uid() AS uid)));
comment on policy delete_party on public.member_connections is 'The addressee declines, the sender withdraws the request, either ends the connection.';
create policy insert_own_pending on public.member_connections
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND status = 'pending'::text);
comment on policy insert_own_pending on public.member_connections is 'Members send requests in their own name; nobody accepts for another member.';
create policy select_party_or_admin on public.member_connections
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR connected_user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_party_or_admin on public.member_connections is 'The two members concerned, and admins.';
create policy update_addressee on public.member_connections
  for update to authenticated
  using (connected_user_id = (( SELECT auth.uid() AS uid)) AND status = 'pending'::text)
  with check (connected_user_id = (( SELECT auth.uid() AS uid)) AND status = 'accepted'::text);
comment on policy update_addressee on public.member_connections is 'Only the addressee accepts.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.member_connections FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.member_connections FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _200_cross BEFORE INSERT ON public.member_connections FOR EACH ROW EXECUTE FUNCTION private.tg_member_connections__cross();
CREATE TRIGGER _500_remember_decline AFTER DELETE ON public.member_connections FOR EACH ROW WHEN (old.status = 'pending'::text AND private.is_direct_statement() AND old.connected_user_id = auth.uid()) EXECUTE FUNCTION private.tg_member_connections__remember_decline();
CREATE TRIGGER _700_notify_on_insert AFTER INSERT ON public.member_connections FOR EACH ROW EXECUTE FUNCTION private.tg_member_connections__notify();
CREATE TRIGGER _700_notify_on_update AFTER UPDATE OF status ON public.member_connections FOR EACH ROW WHEN (new.status = 'accepted'::text AND old.status = 'pending'::text) EXECUTE FUNCTION private.tg_member_connections__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.member_connections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.member_connections REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id,connected_user_id}', 'connections');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.member_connections REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id,connected_user_id}', 'connections');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.member_connections REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id,connected_user_id}', 'connections');

create view public.member_search with (security_invoker=true) as
 SELECT p.id,
    p.username,
    p.bio,
    p.fishing_area,
    p.points + p.points_spent AS points,
    p.badge_count,
        CASE
            WHEN p.is_suspended AND NOT ( SELECT private.is_admin() AS is_admin) THEN 0
            ELSE c.post_count
        END AS post_count,
    p.avatar_url,
    p.created_at,
    p.fishing_photos
   FROM public.profiles p
     JOIN private.post_counts c ON c.user_id = p.id
  WHERE NOT (p.id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest));
comment on view public.member_search is 'One row per member for the network page. fishing_photos saves the page a second request for the gallery preview.';

grant select on public.member_search to authenticated, service_role;

create table public.point_gifts (
  id uuid not null default gen_random_uuid(),
  from_user_id uuid default auth.uid(),
  to_user_id uuid,
  points integer not null,
  message text,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint point_gifts_pkey PRIMARY KEY (id),
  constraint point_gifts_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint point_gifts_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint point_gifts_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint point_gifts_message_length CHECK (char_length(message) <= 200),
  constraint point_gifts_message_plain CHECK (private.is_plain_text(message, true)),
  constraint point_gifts_points_range CHECK (points >= 1 AND points <= 1000),
  constraint point_gifts_request_elsewhere CHECK (request_id IS NULL),
  constraint point_gifts_two_members CHECK (from_user_id <> to_user_id)
);
comment on table public.point_gifts is 'Gifts of points; inserting one moves them through the ledger.';
comment on column public.point_gifts.from_user_id is 'The giver; null when that member was deleted, and the message with it.';
comment on column public.point_gifts.to_user_id is 'The receiver; null when that member was deleted.';
comment on column public.point_gifts.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX point_gifts_from ON public.point_gifts USING btree (from_user_id, created_at DESC);
CREATE INDEX point_gifts_to ON public.point_gifts USING btree (to_user_id, created_at DESC);

alter table public.point_gifts enable row level security;

grant select on public.point_gifts to authenticated;
grant select, insert on public.point_gifts to service_role;
grant insert (from_user_id, to_user_id, points, message, request_id) on public.point_gifts to authenticated;

create policy insert_own on public.point_gifts
  for insert to authenticated
  with check (from_user_id = (( SELECT auth.uid() AS uid)));
comment on policy insert_own on public.point_gifts is 'Members give their own points only.';
create policy select_party_or_admin on public.point_gifts
  for select to authenticated
  using (from_user_id = (( SELECT auth.uid() AS uid)) OR to_user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_party_or_admin on public.point_gifts is 'Giver, receiver and admins.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.point_gifts FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _010_refuse_blocked AFTER INSERT ON public.point_gifts FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_point_gifts__refuse_blocked();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _310_limit BEFORE INSERT ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg_point_gifts__limit();
CREATE TRIGGER _350_require_parties BEFORE INSERT ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg__require_parties('from_user_id', 'to_user_id');
CREATE TRIGGER _500_move AFTER INSERT ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg_point_gifts__move();
CREATE TRIGGER _700_notify AFTER INSERT ON public.point_gifts FOR EACH ROW EXECUTE FUNCTION private.tg_point_gifts__notify();

create function private.tg_member_connections__cross()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_member_connections__cross() is 'A request in the opposite direction accepts the pending one and adds no row; 30 requests a day (PT429), 3 to the same member (NC002), none to a member who declined within 30 days (NC001), none by a suspended member (PT403).';

create function private.tg_member_connections__remember_decline()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.declined_connections as d (user_id, connected_user_id)
      values (old.user_id, old.connected_user_id)
      on conflict (user_id, connected_user_id) do update set declined_at = now();
    return null;
  end
  $function$;
comment on function private.tg_member_connections__remember_decline() is 'Records when a request was declined.';

create function private.tg_newsfeed_posts__count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform from private.post_counts as c
      where c.user_id in (select n.user_id from changed as n)
      order by c.user_id
      for no key update;
    update private.post_counts as c set post_count = c.post_count + v_step * s.posts
      from (select n.user_id, count(*) as posts from changed as n where n.hidden_at is null group by n.user_id) as s
      where c.user_id = s.user_id;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__count() is 'Keeps private.post_counts.';

create function private.tg_point_gifts__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      new.message := nullif(btrim(new.message), '');
      perform private.check_rate('gift-day', 20, interval '1 day');
    end if;
    return new;
  end
  $function$;
comment on function private.tg_point_gifts__limit() is '20 gifts a day (PT429); a blank message is stored as none.';

create function private.tg_point_gifts__move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_balance bigint;
    v_spent bigint;
    v_kept bigint;
    v_from_username text;
    v_to_username text;
  begin
    -- In the order of the ids, as everywhere: simultaneous gifts in both directions must not deadlock.
    perform from public.profiles as p
      where p.id in (new.from_user_id, new.to_user_id)
      order by p.id
      for no key update;
    if exists (
      select from public.profiles as p where p.id in (new.from_user_id, new.to_user_id) and p.is_suspended
    ) then
      raise exception 'suspended members cannot give or receive points' using errcode = '42501';
    end if;
    select p.points, p.points_spent, p.username into v_balance, v_spent, v_from_username
      from public.profiles as p where p.id = new.from_user_id;
    if v_balance < new.points then
      raise exception 'not enough points to gift'
        using errcode = 'GF001',
              detail = format('balance %s, gift %s', v_balance, new.points),
              hint = 'gift at most the balance';
    end if;
    -- By their keys: a look-up each. What rewards have cost was theirs first.
    v_kept := greatest(0, (
      select coalesce(sum(l.points_change), 0) from public.points_log as l
      where l.source_key in (
        'first_step:' || new.from_user_id || ':photo',
        'first_step:' || new.from_user_id || ':hello',
        'first_step:' || new.from_user_id || ':game')
    ) - v_spent);
    if v_balance - v_kept < new.points then
      raise exception 'points of first steps cannot be gifted'
        using errcode = 'GF002',
              detail = format('balance %s, of first steps %s, gift %s', v_balance, v_kept, new.points),
              hint = 'gift at most the balance without the points of first steps';
    end if;
    select p.username into v_to_username from public.profiles as p where p.id = new.to_user_id;
    perform private.credit(new.from_user_id, 'gift_sent', -new.points, 'Gift to ' || v_to_username,
      'gift_sent:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_to_username));
    perform private.credit(new.to_user_id, 'gift_received', new.points, 'Gift from ' || v_from_username,
      'gift_received:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_from_username));
    return null;
  end
  $function$;
comment on function private.tg_point_gifts__move() is 'Moves the points of a gift in the same transaction, if the balance covers them (GF001) without what first steps have earned (GF002).';

create function private.tg_profiles__start_post_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.post_counts (user_id) values (new.id);
    return null;
  end
  $function$;
comment on function private.tg_profiles__start_post_count() is 'Every member has a count, so that the search needs no outer join.';
