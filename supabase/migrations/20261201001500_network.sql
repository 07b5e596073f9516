-- Network: connections between members, gifts of points, and the search page. A declined request cannot be repeated for
-- 30 days, the same member gets at most three requests a day from one member, and suspended members cannot send any.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.member_connections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  connected_user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  constraint member_connections_two_members check (user_id <> connected_user_id),
  constraint member_connections_status_known check (status in ('pending', 'accepted')),
  constraint member_connections_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.member_connections is
  'One row per pair. user_id sent the request, connected_user_id accepts (status) or declines (delete).';

create table private.declined_connections (
  user_id uuid not null,
  connected_user_id uuid not null,
  declined_at timestamptz not null default now(),
  primary key (user_id, connected_user_id),
  constraint declined_connections_dates_bounds check (
    declined_at >= '2000-01-01 00:00:00+00' and declined_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.declined_connections is
  'Who declined whose request, and when last: the sender cannot ask the same member again for 30 days. Rows of a '
  'deleted account apply to the next account of its address, and are deleted after the 30 days.';

create table public.point_gifts (
  id uuid primary key default gen_random_uuid(),
  from_user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  to_user_id uuid references public.profiles (id) on delete set null,
  points integer not null,
  message text,
  request_id uuid,
  created_at timestamptz not null default now(),
  constraint point_gifts_points_range check (points between 1 and 1000),
  constraint point_gifts_two_members check (from_user_id <> to_user_id),
  constraint point_gifts_message_length check (char_length(message) <= 200),
  constraint point_gifts_message_plain check (private.is_plain_text(message, true)),
  constraint point_gifts_request_elsewhere check (request_id is null),
  constraint point_gifts_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.point_gifts is 'Gifts of points; inserting one moves them through the ledger.';
comment on column public.point_gifts.from_user_id is 'The giver; null when that member was deleted, and the message with it.';
comment on column public.point_gifts.to_user_id is 'The receiver; null when that member was deleted.';
comment on column public.point_gifts.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- Outside profiles: otherwise each post would be a change of the profile, which realtime delivers to everyone.
create table private.post_counts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  post_count integer not null default 0
);
comment on table private.post_counts is 'Number of newsfeed posts per member, kept by triggers; read through member_search.';

-- Indexes --------------------------------------------------------------------------------------------------

-- One row per pair, in whichever direction.
create unique index member_connections_pair on public.member_connections
  (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index member_connections_from on public.member_connections (user_id, status);
create index member_connections_to on public.member_connections (connected_user_id, status);
create index declined_connections_by on private.declined_connections (connected_user_id);
create index declined_connections_declined_at on private.declined_connections (declined_at);
create index point_gifts_from on public.point_gifts (from_user_id, created_at desc);
create index point_gifts_to on public.point_gifts (to_user_id, created_at desc);
create index post_counts_most on private.post_counts (post_count desc);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.member_connections enable row level security;
alter table private.declined_connections enable row level security;
alter table public.point_gifts enable row level security;
alter table private.post_counts enable row level security;

create policy select_party_or_admin on public.member_connections
  for select to authenticated
  using (
    user_id = (select auth.uid()) or connected_user_id = (select auth.uid()) or (select private.is_admin())
  );
comment on policy select_party_or_admin on public.member_connections is 'The two members concerned, and admins.';

create policy insert_own_pending on public.member_connections
  for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'pending');
comment on policy insert_own_pending on public.member_connections is
  'Members send requests in their own name; nobody accepts for another member.';

create policy update_addressee on public.member_connections
  for update to authenticated
  using (connected_user_id = (select auth.uid()) and status = 'pending')
  with check (connected_user_id = (select auth.uid()) and status = 'accepted');
comment on policy update_addressee on public.member_connections is 'Only the addressee accepts.';

create policy delete_party on public.member_connections
  for delete to authenticated
  using (user_id = (select auth.uid()) or connected_user_id = (select auth.uid()));
comment on policy delete_party on public.member_connections is
  'The addressee declines, the sender withdraws the request, either ends the connection.';

create policy select_party_or_admin on public.point_gifts
  for select to authenticated
  using (from_user_id = (select auth.uid()) or to_user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_party_or_admin on public.point_gifts is 'Giver, receiver and admins.';

create policy insert_own on public.point_gifts
  for insert to authenticated
  with check (from_user_id = (select auth.uid()));
comment on policy insert_own on public.point_gifts is 'Members give their own points only.';

create policy select_member on private.post_counts
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on private.post_counts is 'Shown to members in the search.';

-- Functions: connections -----------------------------------------------------------------------------------

-- The lock on the pair makes two requests in opposite directions queue here: the later one finds the earlier.
create function private.tg_member_connections__cross() returns trigger
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
comment on function private.tg_member_connections__cross() is
  'A request in the opposite direction accepts the pending one and adds no row; 30 requests a day (PT429), 3 to the '
  'same member (NC002), none to a member who declined within 30 days (NC001), none by a suspended member (PT403).';

create function private.tg_member_connections__remember_decline() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.declined_connections as d (user_id, connected_user_id)
      values (old.user_id, old.connected_user_id)
      on conflict (user_id, connected_user_id) do update set declined_at = now();
    return null;
  end
  $$;
comment on function private.tg_member_connections__remember_decline() is 'Records when a request was declined.';

-- Functions: gifts -----------------------------------------------------------------------------------------

create function private.tg_point_gifts__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.message := nullif(btrim(new.message), '');
      perform private.check_rate('gift-day', 20, interval '1 day');
    end if;
    return new;
  end
  $$;
comment on function private.tg_point_gifts__limit() is '20 gifts a day (PT429); a blank message is stored as none.';

-- Definer: it reads and changes the balances of both sides under locks that the giver has no right to take.
create function private.tg_point_gifts__move() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_balance bigint;
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
    select p.points, p.username into v_balance, v_from_username
      from public.profiles as p where p.id = new.from_user_id;
    if v_balance < new.points then
      raise exception 'not enough points to gift'
        using errcode = 'GF001',
              detail = format('balance %s, gift %s', v_balance, new.points),
              hint = 'gift at most the balance';
    end if;
    select p.username into v_to_username from public.profiles as p where p.id = new.to_user_id;
    perform private.credit(new.from_user_id, 'gift_sent', -new.points, 'Gift to ' || v_to_username,
      'gift_sent:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_to_username));
    perform private.credit(new.to_user_id, 'gift_received', new.points, 'Gift from ' || v_from_username,
      'gift_received:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_from_username));
    return null;
  end
  $$;
comment on function private.tg_point_gifts__move() is
  'Moves the points of a gift in the same transaction, if the balance covers them (GF001).';

-- Functions: number of posts -------------------------------------------------------------------------------

create function private.tg_profiles__start_post_count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.post_counts (user_id) values (new.id);
    return null;
  end
  $$;
comment on function private.tg_profiles__start_post_count() is 'Every member has a count, so that the search needs no outer join.';

create function private.tg_newsfeed_posts__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      update private.post_counts as c set post_count = c.post_count + 1 where c.user_id = new.user_id;
    else
      update private.post_counts as c set post_count = c.post_count - 1 where c.user_id = old.user_id;
    end if;
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__count() is 'Keeps private.post_counts.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.member_search with (security_invoker = true) as
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
    join private.post_counts as c on c.user_id = p.id;
comment on view public.member_search is
  'One row per member for the network page. fishing_photos saves the page a second request for the gallery preview.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.member_connections
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.member_connections
  for each row execute function private.tg__stamp_created_at();
create trigger _200_cross
  before insert on public.member_connections
  for each row execute function private.tg_member_connections__cross();
-- Not for deletions by a cascade: then the member is being deleted, and declines nothing.
create trigger _500_remember_decline
  after delete on public.member_connections
  for each row when (
    old.status = 'pending' and private.is_direct_statement() and old.connected_user_id = auth.uid()
  )
  execute function private.tg_member_connections__remember_decline();

create trigger _010_hold_gate
  before insert or update or delete on public.point_gifts
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.point_gifts
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.point_gifts
  for each row execute function private.tg__stamp_created_at();
create trigger _310_limit
  before insert on public.point_gifts
  for each row execute function private.tg_point_gifts__limit();
create trigger _350_require_parties
  before insert on public.point_gifts
  for each row execute function private.tg__require_parties('from_user_id', 'to_user_id');
create trigger _500_move
  after insert on public.point_gifts
  for each row execute function private.tg_point_gifts__move();

create trigger _500_count
  after insert or delete on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__count();

create trigger _500_start_post_count
  after insert on public.profiles
  for each row execute function private.tg_profiles__start_post_count();

select private.announce_to_members('public.member_connections', '{user_id,connected_user_id}', 'connections');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  public.member_connections, private.declined_connections, public.point_gifts, private.post_counts,
  public.member_search
  from anon, authenticated, service_role;
grant select, delete on public.member_connections to authenticated;
grant insert (user_id, connected_user_id, status), update (status) on public.member_connections to authenticated;
grant select, insert, update, delete on public.member_connections to service_role;
grant select on public.point_gifts to authenticated;
grant insert (from_user_id, to_user_id, points, message, request_id) on public.point_gifts to authenticated;
grant select, insert on public.point_gifts to service_role;
grant select on private.post_counts, public.member_search to authenticated, service_role;

revoke execute on function
  private.tg_member_connections__cross(),
  private.tg_member_connections__remember_decline(),
  private.tg_point_gifts__limit(),
  private.tg_point_gifts__move(),
  private.tg_profiles__start_post_count(),
  private.tg_newsfeed_posts__count()
  from public, anon, authenticated, service_role;
