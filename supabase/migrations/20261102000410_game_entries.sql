-- Entries: one per member and game, within the game's time, never changed.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.game_entries (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references public.games (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  entry_data jsonb not null default '{}',
  photo_url text,
  is_winner boolean not null default false,
  winner_place integer,
  created_at timestamptz not null default now(),
  constraint game_entries_one_per_member unique (game_id, user_id),
  constraint game_entries_data_object check (jsonb_typeof(entry_data) = 'object'),
  constraint game_entries_photo_own check (private.is_own_file(photo_url, 'game-photos', user_id)),
  constraint game_entries_place_range check (winner_place between 1 and 3),
  constraint game_entries_winner_has_place check (not is_winner or winner_place is not null)
);

-- Indexes --------------------------------------------------------------------------------------------------

create index game_entries_user on public.game_entries (user_id);
create index game_entries_winners on public.game_entries (game_id, winner_place) where winner_place is not null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.game_entries enable row level security;

-- The games sub-select is planned once; drafts and cancelled games are not in it for members.
create policy select_own_shown_or_admin on public.game_entries
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (select private.is_admin())
    or game_id in (
      select g.id from public.games as g
      where g.status = 'completed' or (g.status = 'active' and g.type <> 'guess_weight')
    )
  );
comment on policy select_own_shown_or_admin on public.game_entries is
  'Squares and photos are shown live, guessed weights when the game is completed.';

create policy insert_own on public.game_entries
  for insert to authenticated
  with check (user_id = (select auth.uid()));
comment on policy insert_own on public.game_entries is 'Members enter in their own name, suspended ones too.';

create policy update_admin on public.game_entries
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.game_entries is 'Admins choose places; no other column is granted.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.game_entries from anon, authenticated, service_role;
grant select, insert on public.game_entries to authenticated, service_role;
grant update (winner_place) on public.game_entries to authenticated;

-- Functions and triggers -----------------------------------------------------------------------------------

-- Definer: the row lock on the game, which makes an entry and the end of its game wait for each other.
create function private.tg_game_entries__check() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_game public.games;
    v_square numeric;
  begin
    select g.* into v_game from public.games as g where g.id = new.game_id for share;
    if not found then
      raise exception 'game not found' using errcode = '23503';
    end if;
    if private.is_api_request() then
      if v_game.status <> 'active' or now() < v_game.start_date or now() >= v_game.end_date then
        raise exception 'This game is not open for entries.' using errcode = 'P0001';
      end if;
      new.is_winner := false;
      new.winner_place := null;
    end if;
    if v_game.type = 'guess_weight' then
      new.entry_data := jsonb_build_object('weight', trim_scale(private.read_number(
        new.entry_data -> 'weight', case v_game.metadata ->> 'unit' when 'lbs' then 1000 else 500 end, 2, 'weight')));
      new.photo_url := null;
    elsif v_game.type = 'pick_swim' then
      v_square := private.read_number(new.entry_data -> 'square', 100, 0, 'square');
      if v_square < 1 then
        raise exception 'square must be a number from 1 to 100' using errcode = '22023';
      end if;
      new.entry_data := jsonb_build_object('square', v_square::integer);
      new.photo_url := null;
    else
      new.entry_data := '{}';
      if new.photo_url is null then
        raise exception 'a photo is required' using errcode = '22023';
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_game_entries__check() is
  'Open games only, by the database''s clock; a weight, a square or a photo as the game asks for; nobody enters as winner.';

create function private.tg_game_entries__choose_place() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_game public.games;
  begin
    select g.* into v_game from public.games as g where g.id = new.game_id for no key update;
    if v_game.type <> 'carp_of_week' or v_game.status <> 'active' then
      raise exception 'places are chosen in an active carp of the week' using errcode = 'P0001';
    end if;
    update public.game_entries as e set winner_place = null
      where e.game_id = new.game_id and e.winner_place = new.winner_place and e.id <> new.id;
    return new;
  end
  $$;
comment on function private.tg_game_entries__choose_place() is
  'One statement chooses a place: it is cleared elsewhere in the game. The game''s row lock queues two admins.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.game_entries
  for each row execute function private.tg__stamp_created_at();
create trigger _300_check
  before insert on public.game_entries
  for each row execute function private.tg_game_entries__check();
create trigger _300_choose_place
  before update of winner_place on public.game_entries
  for each row when (pg_trigger_depth() = 0)
  execute function private.tg_game_entries__choose_place();

create function private.game_entrants(p_game_id uuid) returns table (user_id uuid, username text, avatar_url text)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select p.id, p.username, p.avatar_url
      from public.game_entries as e
        join public.profiles as p on p.id = e.user_id
        join public.games as g on g.id = e.game_id
      where e.game_id = p_game_id and (g.status in ('active', 'completed') or private.is_admin())
      order by e.created_at desc, e.id
      limit 1000;
  end
  $$;
comment on function private.game_entrants(uuid) is 'Who entered, newest first, at most 1000. Definer: the guesses are hidden.';

create function private.game_entry_count(p_game_id uuid) returns bigint
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (select count(*) from public.game_entries as e where e.game_id = p_game_id);
  end
  $$;
comment on function private.game_entry_count(uuid) is 'Number of entries. Definer: hidden guesses count.';

create function public.game_entrants(game_id uuid) returns table (user_id uuid, username text, avatar_url text)
  language sql stable set search_path = ''
  as $$ select * from private.game_entrants(game_entrants.game_id) $$;
comment on function public.game_entrants(uuid) is
  'Who entered a game that the caller sees, newest first, without what they guessed.';

create function public.entry_count(game public.games) returns bigint
  language sql stable set search_path = ''
  as $$ select private.game_entry_count(entry_count.game.id) $$;
comment on function public.entry_count(public.games) is 'Number of entries, hidden ones included.';

revoke execute on function
  private.tg_game_entries__check(),
  private.tg_game_entries__choose_place()
  from public, anon, authenticated, service_role;
revoke execute on function
  private.game_entrants(uuid),
  private.game_entry_count(uuid),
  public.game_entrants(uuid),
  public.entry_count(public.games)
  from public, anon, authenticated, service_role;
grant execute on function
  private.game_entrants(uuid),
  private.game_entry_count(uuid),
  public.game_entrants(uuid),
  public.entry_count(public.games)
  to authenticated, service_role;

comment on table public.game_entries is
  'entry_data: {"weight": 28.5} or {"square": 47}; carp of the week has photo_url instead.';
