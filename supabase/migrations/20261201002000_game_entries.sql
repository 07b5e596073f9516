-- Entries: one per member and game, within the game's time, never changed. The people who run games cannot win them:
-- entries of admins are marked, shown, and left out when winners are chosen.
--
-- An entry is the team's if its member was an admin at any time between entering and completion, or knew the answer.
-- The mark is permanent: a demotion does not remove it.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.game_entries (
  id uuid primary key default gen_random_uuid(),
  game_id uuid not null references public.games (id) on delete cascade,
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  entry_data jsonb not null default '{}',
  photo_url text,
  is_winner boolean not null default false,
  winner_place integer,
  by_team boolean not null default false,
  created_at timestamptz not null default now(),
  constraint game_entries_one_per_member unique (game_id, user_id),
  constraint game_entries_data_object check (jsonb_typeof(entry_data) = 'object'),
  constraint game_entries_photo_own check (private.is_own_file(photo_url, 'game-photos', user_id)),
  constraint game_entries_place_range check (winner_place between 1 and 3),
  constraint game_entries_winner_has_place check (not is_winner or winner_place is not null),
  constraint game_entries_team_never_wins check (not by_team or (not is_winner and winner_place is null)),
  constraint game_entries_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.game_entries is
  'entry_data: {"weight": 28.5} or {"square": 47}; carp of the week has photo_url instead.';
comment on column public.game_entries.user_id is
  'The member who entered; null when that member was deleted after the game was completed, and the photo with it.';
comment on column public.game_entries.by_team is
  'An entry of the club team: shown, but never a winner. Set by the database only.';

create table private.left_entries (
  game_id uuid not null references public.games (id) on delete cascade,
  account_id uuid not null,
  primary key (game_id, account_id)
);
comment on table private.left_entries is
  'Accounts that had entered a game and were deleted before its completion: the next account of the address cannot '
  'enter it.';

-- Indexes --------------------------------------------------------------------------------------------------

create index game_entries_winners on public.game_entries (game_id, winner_place) where winner_place is not null;
create index game_entries_user on public.game_entries (user_id, created_at desc);
create index game_entries_newest on public.game_entries (game_id, created_at desc, id);
create index game_entries_photo on public.game_entries (photo_url) where photo_url is not null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.game_entries enable row level security;
alter table private.left_entries enable row level security;

-- The sub-select on games is planned once; for members it does not contain drafts and cancelled games.
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

-- Functions: entering --------------------------------------------------------------------------------------

create function private.tg_game_entries__file_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.photo_url := private.file_address(new.photo_url);
    return new;
  end
  $$;
comment on function private.tg_game_entries__file_address() is 'Stores the address of a photo without its host.';

-- Definer: locks the row of the game, so that an entry and the end of its game wait for each other.
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
        raise exception 'This game is not open for entries.' using errcode = 'GM012';
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
  'Open games only, by the database''s clock (GM012); a weight, a square or a photo as the game requires; no entry '
  'starts as a winner.';

create function private.tg_game_entries__once_a_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    -- Evaluated once: in a condition it could be evaluated for each entry of the game.
    v_others uuid[];
  begin
    if not private.is_api_request() then
      return new;
    end if;
    v_others := array_remove(private.lives_of(new.user_id, true), new.user_id);
    if exists (select from private.left_entries as l where l.game_id = new.game_id and l.account_id = any (v_others))
      or exists (select from public.game_entries as e where e.game_id = new.game_id and e.user_id = any (v_others))
    then
      raise exception 'this address has entered the game before'
        using errcode = '23505', hint = 'another account of the address did; each address enters once';
    end if;
    return new;
  end
  $$;
comment on function private.tg_game_entries__once_a_person() is
  'One entry for each address, also with several accounts, simultaneous or successive (23505).';

create function private.tg_game_entries__mark_team() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_admin boolean;
  begin
    -- For share: a simultaneous promotion waits for this entry, or this entry sees it.
    select p.is_admin into v_is_admin from public.profiles as p where p.id = new.user_id for share;
    if private.is_api_request() then
      if private.knows_answer(new.game_id, new.user_id) then
        raise exception 'You have seen the answer of this game, so you cannot enter it.' using errcode = 'GM013';
      end if;
      new.by_team := false;
    end if;
    new.by_team := new.by_team or coalesce(v_is_admin, false);
    return new;
  end
  $$;
comment on function private.tg_game_entries__mark_team() is
  'Marks entries of admins, and refuses members who know the answer (GM013).';

create function private.tg_profiles__mark_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.game_entries as e set by_team = true, winner_place = null
      from public.games as g
      where g.id = e.game_id and g.status = 'active' and e.user_id = new.id and not e.by_team;
    return null;
  end
  $$;
comment on function private.tg_profiles__mark_entries() is
  'Marks the entries of a new admin in games that are not completed, and removes their places.';

-- Functions: places ----------------------------------------------------------------------------------------

create function private.tg_game_entries__no_place_for_team() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'Entries of the club team take no place.' using errcode = 'GM014';
  end
  $$;
comment on function private.tg_game_entries__no_place_for_team() is 'Refuses a place for an entry of the team (GM014).';

create function private.tg_game_entries__choose_place() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_game public.games;
  begin
    select g.* into v_game from public.games as g where g.id = new.game_id for no key update;
    if v_game.type <> 'carp_of_week' or v_game.status <> 'active' then
      raise exception 'places are chosen in an active carp of the week' using errcode = 'GM015';
    end if;
    update public.game_entries as e set winner_place = null
      where e.game_id = new.game_id and e.winner_place = new.winner_place and e.id <> new.id;
    return new;
  end
  $$;
comment on function private.tg_game_entries__choose_place() is
  'Chooses a place in one statement, in an active carp of the week (GM015): it is cleared elsewhere in the game. The '
  'lock on the game''s row queues two admins.';

create function private.tg_game_entries__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('choose_place', new.user_id, jsonb_build_object(
      'game', (select g.title from public.games as g where g.id = new.game_id), 'place', new.winner_place));
    return null;
  end
  $$;
comment on function private.tg_game_entries__audit() is
  'Records to whom an admin gave which place, or from whom it was taken.';

-- Functions: winners, points and the prize -----------------------------------------------------------------

create function private.tg_games__complete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answer private.game_answers;
    v_winner record;
    v_first uuid;
    v_points integer;
    v_problem text;
  begin
    new.completed_at := case when private.is_api_request() then now() else coalesce(new.completed_at, now()) end;
    if new.type <> 'carp_of_week' then
      select a.* into strict v_answer from private.game_answers as a where a.game_id = new.id;
      -- The answer was fixed before the first entry; anything else that the request says about metadata is dropped.
      new.metadata := old.metadata || jsonb_build_object('salt', v_answer.salt) || case new.type
          when 'pick_swim' then jsonb_build_object('winning_square', v_answer.winning_square)
          else jsonb_build_object('actual_weight', trim_scale(v_answer.actual_weight))
        end;
    else
      new.metadata := old.metadata;
    end if;

    -- In every case: nobody wins who is an admin now or knew the answer.
    update public.game_entries as e set by_team = true, winner_place = null
      where e.game_id = new.id and not e.by_team and (
        exists (select from public.profiles as p where p.id = e.user_id and p.is_admin)
        or private.knows_answer(e.game_id, e.user_id)
      );

    if new.type = 'guess_weight' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and abs((e.entry_data ->> 'weight')::numeric - v_answer.actual_weight) = (
            select min(abs((x.entry_data ->> 'weight')::numeric - v_answer.actual_weight))
            from public.game_entries as x where x.game_id = new.id and not x.by_team
          );
    elsif new.type = 'pick_swim' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and (e.entry_data ->> 'square')::integer = v_answer.winning_square;
    else
      update public.game_entries as e set is_winner = true
        where e.game_id = new.id and e.winner_place is not null;
    end if;

    -- In the order of the ids, as wherever several balances change.
    perform from public.profiles as p
      where p.id in (select e.user_id from public.game_entries as e where e.game_id = new.id and e.is_winner)
      order by p.id
      for no key update;
    for v_winner in
      select e.id, e.user_id, e.winner_place from public.game_entries as e
      where e.game_id = new.id and e.is_winner
      order by e.user_id
    loop
      v_points := case
        when new.type <> 'carp_of_week' then new.points_awarded
        when v_winner.winner_place = 1 then new.first_place_points
        when v_winner.winner_place = 2 then new.second_place_points
        else new.third_place_points
      end;
      if v_points > 0 then
        perform private.credit(v_winner.user_id, 'game', v_points, 'Game: ' || new.title,
          'game:' || v_winner.id, auth.uid(),
          jsonb_build_object('game_id', new.id, 'game_title', new.title, 'place', v_winner.winner_place));
      end if;
    end loop;

    if new.prize_package_id is not null then
      select e.user_id into v_first from public.game_entries as e
        where e.game_id = new.id and e.is_winner and e.winner_place = 1
        order by e.created_at, e.id
        limit 1;
      v_problem := case when v_first is null then 'no winner'
        else private.assign_package(new.prize_package_id, v_first, now() + interval '30 days') end;
      new.metadata := new.metadata || jsonb_build_object('prize', coalesce(v_problem, 'awarded'));
    end if;
    return new;
  end
  $$;
comment on function private.tg_games__complete() is
  'Reveals the answer, marks and credits the winners and gives the prize to the earliest first place. Entries of the '
  'team are left out. metadata.prize is "awarded" or the obstacle (no winner, inactive, empty, out of stock: <item>): '
  'completion succeeds in any case.';

-- Functions: who entered -----------------------------------------------------------------------------------

create function private.game_entrants(p_game_id uuid)
  returns table (user_id uuid, username text, avatar_url text, by_team boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not private.is_member() then
      return;
    end if;
    return query
      select p.id, p.username, p.avatar_url, e.by_team
      from public.game_entries as e
        join public.profiles as p on p.id = e.user_id
        join public.games as g on g.id = e.game_id
      where e.game_id = p_game_id and (g.status in ('active', 'completed') or private.is_admin())
      order by e.created_at desc, e.id
      limit 1000;
  end
  $$;
comment on function private.game_entrants(uuid) is 'Who entered, newest first, at most 1000. Definer: the guesses are hidden.';

create function private.latest_entrants(p_game_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not private.is_member() then
      return '[]'::jsonb;
    end if;
    return coalesce((
      select jsonb_agg(
        jsonb_build_object('id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
        order by e.created_at desc, e.id)
      from (
        select n.id, n.user_id, n.created_at
        from public.game_entries as n
        where n.game_id = p_game_id
          and n.user_id is not null
          and exists (
            select from public.games as g
            where g.id = p_game_id and (g.status in ('active', 'completed') or private.is_admin()))
        order by n.created_at desc, n.id
        limit 4
      ) as e
        join public.profiles as p on p.id = e.user_id
    ), '[]'::jsonb);
  end
  $$;
comment on function private.latest_entrants(uuid) is
  'The four newest of game_entrants, newest first. Definer: the guesses are hidden.';

create function private.game_entry_count(p_game_id uuid) returns bigint
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not (
      private.is_admin()
      or (
        private.is_member()
        and exists (select from public.games as g where g.id = p_game_id and g.status in ('active', 'completed'))
      )
    ) then
      return 0;
    end if;
    return (select count(*) from public.game_entries as e where e.game_id = p_game_id);
  end
  $$;
comment on function private.game_entry_count(uuid) is
  'Number of entries of a game that the caller sees, otherwise 0. Definer: hidden guesses count.';

create function public.game_entrants(game_id uuid)
  returns table (user_id uuid, username text, avatar_url text, by_team boolean)
  language sql stable set search_path = ''
  as $$ select * from private.game_entrants(game_entrants.game_id) $$;
comment on function public.game_entrants(uuid) is
  'Who entered a game that the caller sees, newest first, without their guesses; by_team marks entries of the club '
  'team.';

create function public.latest_entrants(game public.games) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.latest_entrants(latest_entrants.game.id) $$;
comment on function public.latest_entrants(public.games) is
  'The four members who entered last, newest first, as [{id, username, avatar_url}], without their guesses.';

create function public.entry_count(game public.games) returns bigint
  language sql stable set search_path = ''
  as $$ select private.game_entry_count(entry_count.game.id) $$;
comment on function public.entry_count(public.games) is 'Number of entries, hidden ones included.';

-- Functions: live messages ---------------------------------------------------------------------------------

create function private.tg_game_entries__note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_games uuid[];
  begin
    if tg_op = 'INSERT' then
      v_games := array(select distinct r.game_id from new_rows as r);
    else
      v_games := array(select distinct r.game_id from old_rows as r);
    end if;
    if cardinality(v_games) > 0 then
      insert into private.live_pending (topic, id, kind) select 'games', g.id, 'entries' from unnest(v_games) as g (id);
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;
comment on function private.tg_game_entries__note() is
  'Notes the games whose number of entries changed, and the table for admins.';

create function private.message_of_games(p_source text, p_shown text, p_ids uuid[], p_kinds text[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_entered constant uuid[] := array(
      select k.id from unnest(p_ids, p_kinds) as k (id, kind) where k.kind = 'entries' limit 501);
    v_entries jsonb;
    v_message jsonb;
  begin
    v_message := private.message_of_rows(
      p_source, p_shown,
      array(select k.id from unnest(p_ids, p_kinds) as k (id, kind) where k.kind <> 'entries'), p_kinds);
    if v_message ? 'reload' or cardinality(v_entered) > 500 then
      return '{"reload": true}';
    end if;
    execute format(
      'select jsonb_object_agg(r.id, (select count(*) from public.game_entries as e where e.game_id = r.id))
         from %s as r where r.id = any ($1) and (%s)', p_source, p_shown)
      into v_entries using v_entered;
    if v_entries is null then
      return v_message;
    end if;
    return coalesce(v_message, '{}') || jsonb_build_object('entries', v_entries);
  end
  $$;
comment on function private.message_of_games(text, text, uuid[], text[]) is
  'The same as message_of_rows, with the numbers of entries of shown games. Who entered, and with what, is not in it.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.game_entries
  for each statement execute function private.tg__hold_gate();
create trigger _050_queue_judges
  before update of winner_place on public.game_entries
  for each statement execute function private.tg_games__queue_judges();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.game_entries
  for each row execute function private.tg__stamp_created_at();
create trigger _190_file_address
  before insert or update of photo_url on public.game_entries
  for each row execute function private.tg_game_entries__file_address();
create trigger _290_no_place_for_team
  before update of winner_place on public.game_entries
  for each row when (new.by_team and new.winner_place is not null)
  execute function private.tg_game_entries__no_place_for_team();
create trigger _300_check
  before insert on public.game_entries
  for each row execute function private.tg_game_entries__check();
create trigger _300_choose_place
  before update of winner_place on public.game_entries
  for each row when (pg_trigger_depth() = 0)
  execute function private.tg_game_entries__choose_place();
create trigger _305_once_a_person
  before insert on public.game_entries
  for each row execute function private.tg_game_entries__once_a_person();
create trigger _310_mark_team
  before insert on public.game_entries
  for each row execute function private.tg_game_entries__mark_team();
create trigger _350_require_parties
  before insert on public.game_entries
  for each row execute function private.tg__require_parties('user_id');
create trigger _490_require_files
  after insert or update of photo_url on public.game_entries
  for each row when (new.photo_url is not null)
  execute function private.tg__require_files('photo_url');
create trigger _500_unname_files
  after update of photo_url or delete on public.game_entries
  for each row when (old.photo_url is not null)
  execute function private.tg__unname_files('photo_url');
create trigger _600_audit
  after update of winner_place on public.game_entries
  for each row when (private.is_direct_statement() and new.winner_place is distinct from old.winner_place)
  execute function private.tg_game_entries__audit();
create trigger _910_note_delete
  after delete on public.game_entries
  referencing old table as old_rows
  for each statement execute function private.tg_game_entries__note();
create trigger _910_note_insert
  after insert on public.game_entries
  referencing new table as new_rows
  for each statement execute function private.tg_game_entries__note();
create trigger _910_note_update
  after update on public.game_entries
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();

-- The status is part of the update, so a second completion waits for the row, finds it completed and does nothing.
create trigger _500_complete
  before update of status on public.games
  for each row when (old.status = 'active' and new.status = 'completed')
  execute function private.tg_games__complete();

create trigger _510_mark_entries
  after update of is_admin on public.profiles
  for each row when (new.is_admin and not old.is_admin)
  execute function private.tg_profiles__mark_entries();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.game_entries, private.left_entries from anon, authenticated, service_role;
grant select on public.game_entries to authenticated;
grant insert (game_id, user_id, entry_data, photo_url), update (winner_place) on public.game_entries to authenticated;
grant select, insert on public.game_entries to service_role;

revoke execute on function
  private.tg_game_entries__file_address(),
  private.tg_game_entries__check(),
  private.tg_game_entries__once_a_person(),
  private.tg_game_entries__mark_team(),
  private.tg_profiles__mark_entries(),
  private.tg_game_entries__no_place_for_team(),
  private.tg_game_entries__choose_place(),
  private.tg_game_entries__audit(),
  private.tg_games__complete(),
  private.tg_game_entries__note(),
  private.message_of_games(text, text, uuid[], text[]),
  private.game_entrants(uuid),
  private.latest_entrants(uuid),
  private.game_entry_count(uuid),
  public.game_entrants(uuid),
  public.latest_entrants(public.games),
  public.entry_count(public.games)
  from public, anon, authenticated, service_role;
grant execute on function
  private.game_entrants(uuid),
  private.latest_entrants(uuid),
  private.game_entry_count(uuid),
  public.game_entrants(uuid),
  public.latest_entrants(public.games),
  public.entry_count(public.games)
  to authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

update private.live_topics set kind = 'games', long_gap_ms = 1000 where topic = 'games';
