-- Network: connections between members, gifts of points, and the search page.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.member_connections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  connected_user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  constraint member_connections_two_members check (user_id <> connected_user_id),
  constraint member_connections_status_known check (status in ('pending', 'accepted'))
);

create table public.point_gifts (
  id uuid primary key default gen_random_uuid(),
  from_user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  to_user_id uuid not null references public.profiles (id) on delete cascade,
  points integer not null,
  message text,
  created_at timestamptz not null default now(),
  constraint point_gifts_points_range check (points between 1 and 1000),
  constraint point_gifts_two_members check (from_user_id <> to_user_id),
  constraint point_gifts_message_length check (char_length(message) <= 200),
  constraint point_gifts_message_plain check (private.is_plain_text(message, true))
);

-- Apart from profiles: a member's posting would otherwise be a change of the profile that realtime tells everyone.
create table private.post_counts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  post_count integer not null default 0
);

-- Indexes --------------------------------------------------------------------------------------------------

-- One row per pair, whoever asked.
create unique index member_connections_pair on public.member_connections
  (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index member_connections_from on public.member_connections (user_id, status);
create index member_connections_to on public.member_connections (connected_user_id, status);
create index point_gifts_from on public.point_gifts (from_user_id, created_at desc);
create index point_gifts_to on public.point_gifts (to_user_id, created_at desc);
create index post_counts_most on private.post_counts (post_count desc);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.member_connections enable row level security;
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
comment on policy insert_own_pending on public.member_connections is 'Members ask in their own name; nobody accepts for another.';

create policy update_addressee on public.member_connections
  for update to authenticated
  using (connected_user_id = (select auth.uid()) and status = 'pending')
  with check (connected_user_id = (select auth.uid()) and status = 'accepted');
comment on policy update_addressee on public.member_connections is 'Only who was asked accepts.';

create policy delete_party on public.member_connections
  for delete to authenticated
  using (user_id = (select auth.uid()) or connected_user_id = (select auth.uid()));
comment on policy delete_party on public.member_connections is
  'The addressee declines, the other side takes the request back, either ends the connection.';

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
  using (true);
comment on policy select_member on private.post_counts is 'Shown to members in the search.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.member_search with (security_invoker = true) as
  select
    p.id,
    p.username,
    p.bio,
    p.fishing_area,
    p.points,
    p.badge_count,
    c.post_count,
    p.avatar_url,
    p.created_at,
    p.fishing_photos
  from public.profiles as p
    join private.post_counts as c on c.user_id = p.id;
comment on view public.member_search is
  'One row per member for the network page. fishing_photos spares the page a second request for the gallery preview.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.member_connections, public.point_gifts, private.post_counts, public.member_search
  from anon, authenticated, service_role;
grant select, insert, delete on public.member_connections to authenticated, service_role;
grant update (status) on public.member_connections to authenticated;
grant update on public.member_connections to service_role;
grant select, insert on public.point_gifts to authenticated, service_role;
grant select on private.post_counts, public.member_search to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

-- The lock on the pair makes two requests that cross each other queue here: the later one finds the earlier.
create function private.tg_member_connections__cross() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.user_id = new.connected_user_id then
      return new;
    end if;
    perform pg_advisory_xact_lock(hashtextextended(
      'member_connections:' || least(new.user_id, new.connected_user_id)
        || greatest(new.user_id, new.connected_user_id), 0));
    -- A definer sees every row: only one's own request may answer another, never one in somebody else's name.
    if private.is_api_request() and (new.user_id is distinct from auth.uid() or new.status <> 'pending') then
      return new;
    end if;
    perform private.check_rate('connect-day', 30, interval '1 day');
    update public.member_connections as c set status = 'accepted'
      where c.user_id = new.connected_user_id and c.connected_user_id = new.user_id and c.status = 'pending';
    if found then
      return null;
    end if;
    return new;
  end
  $$;
comment on function private.tg_member_connections__cross() is
  'A request in the opposite direction accepts the one that waits, and adds no row; 30 requests a day (PT429).';

-- Definer: the balances of both sides are read and changed under locks that the giver has no right to take.
create function private.tg_point_gifts__move() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_balance bigint;
    v_from_username text;
    v_to_username text;
  begin
    -- In the order of the ids, as everywhere: gifts in both directions at once must not deadlock.
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
        using errcode = 'P0001',
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
  'Moves the points of a gift in the same transaction, if the balance covers them (P0001).';

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
comment on function private.tg_point_gifts__limit() is '20 gifts a day (PT429); a blank message is none.';

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

create trigger _100_stamp_created_at
  before insert or update of created_at on public.member_connections
  for each row execute function private.tg__stamp_created_at();
create trigger _200_cross
  before insert on public.member_connections
  for each row execute function private.tg_member_connections__cross();

create trigger _100_stamp_created_at
  before insert or update of created_at on public.point_gifts
  for each row execute function private.tg__stamp_created_at();
create trigger _310_limit
  before insert on public.point_gifts
  for each row execute function private.tg_point_gifts__limit();
create trigger _500_move
  after insert on public.point_gifts
  for each row execute function private.tg_point_gifts__move();

create trigger _500_start_post_count
  after insert on public.profiles
  for each row execute function private.tg_profiles__start_post_count();
create trigger _500_count
  after insert or delete on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__count();

insert into private.post_counts (user_id, post_count)
  select p.id, (select count(*) from public.newsfeed_posts as n where n.user_id = p.id)
  from public.profiles as p
  on conflict (user_id) do nothing;

revoke execute on function
  private.tg_member_connections__cross(),
  private.tg_point_gifts__move(),
  private.tg_point_gifts__limit(),
  private.tg_profiles__start_post_count(),
  private.tg_newsfeed_posts__count()
  from public, anon, authenticated, service_role;

comment on table public.member_connections is
  'One row per pair. user_id asked, connected_user_id accepts (status) or declines (delete).';
comment on table public.point_gifts is 'Gifts of points; inserting one moves them through the ledger.';
comment on table private.post_counts is 'Number of newsfeed posts per member, kept by triggers; read through member_search.';
