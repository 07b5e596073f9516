-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.left_entries (
  game_id uuid not null,
  account_id uuid not null,
  constraint left_entries_pkey PRIMARY KEY (game_id, account_id),
  constraint left_entries_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE
);
comment on table private.left_entries is 'Accounts that had entered a game and were deleted before its completion: the next account of the address cannot enter it.';

alter table private.left_entries enable row level security;

create table public.game_entries (
  id uuid not null default gen_random_uuid(),
  game_id uuid not null,
  user_id uuid default auth.uid(),
  entry_data jsonb not null default '{}'::jsonb,
  photo_url text,
  is_winner boolean not null default false,
  winner_place integer,
  by_team boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint game_entries_pkey PRIMARY KEY (id),
  constraint game_entries_one_per_member UNIQUE (game_id, user_id),
  constraint game_entries_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE,
  constraint game_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint game_entries_data_object CHECK (jsonb_typeof(entry_data) = 'object'::text),
  constraint game_entries_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint game_entries_photo_own CHECK (private.is_own_file(photo_url, 'game-photos'::text, user_id)),
  constraint game_entries_place_range CHECK (winner_place >= 1 AND winner_place <= 3),
  constraint game_entries_team_never_wins CHECK (NOT by_team OR NOT is_winner AND winner_place IS NULL),
  constraint game_entries_winner_has_place CHECK (NOT is_winner OR winner_place IS NOT NULL)
);
comment on table public.game_entries is 'entry_data: {"weight": 28.5} or {"square": 47}; carp of the week has photo_url instead.';
comment on column public.game_entries.user_id is 'The member who entered; null when that member was deleted after the game was completed, and the photo with it.';
comment on column public.game_entries.by_team is 'An entry of the club team: shown, but never a winner. Set by the database only.';

CREATE INDEX game_entries_newest ON public.game_entries USING btree (game_id, created_at DESC, id);
CREATE INDEX game_entries_photo ON public.game_entries USING btree (photo_url) WHERE (photo_url IS NOT NULL);
CREATE INDEX game_entries_user ON public.game_entries USING btree (user_id, created_at DESC);
CREATE INDEX game_entries_winners ON public.game_entries USING btree (game_id, winner_place) WHERE (winner_place IS NOT NULL);

alter table public.game_entries enable row level security;

grant select on public.game_entries to authenticated;
grant select, insert on public.game_entries to service_role;
grant insert (game_id, user_id, entry_data, photo_url) on public.game_entries to authenticated;
grant update (winner_place) on public.game_entries to authenticated;

create policy insert_own on public.game_entries
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)));
comment on policy insert_own on public.game_entries is 'Members enter in their own name, suspended ones too.';
create policy select_own_shown_or_admin on public.game_entries
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin) OR (game_id IN ( SELECT g.id
   FROM public.games g
  WHERE g.status = 'completed'::text OR g.status = 'active'::text AND g.type <> 'guess_weight'::text)));
comment on policy select_own_shown_or_admin on public.game_entries is 'Squares and photos are shown live, guessed weights when the game is completed.';
create policy update_admin on public.game_entries
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.game_entries is 'Admins choose places; no other column is granted.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.game_entries FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _050_queue_judges BEFORE UPDATE OF winner_place ON public.game_entries FOR EACH STATEMENT EXECUTE FUNCTION private.tg_games__queue_judges();
CREATE TRIGGER _060_in_own_name BEFORE INSERT ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg_game_entries__in_own_name();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_file_address BEFORE INSERT OR UPDATE OF photo_url ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg_game_entries__file_address();
CREATE TRIGGER _290_no_place_for_team BEFORE UPDATE OF winner_place ON public.game_entries FOR EACH ROW WHEN (new.by_team AND new.winner_place IS NOT NULL) EXECUTE FUNCTION private.tg_game_entries__no_place_for_team();
CREATE TRIGGER _300_check BEFORE INSERT ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg_game_entries__check();
CREATE TRIGGER _300_choose_place BEFORE UPDATE OF winner_place ON public.game_entries FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.tg_game_entries__choose_place();
CREATE TRIGGER _305_once_a_person BEFORE INSERT ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg_game_entries__once_a_person();
CREATE TRIGGER _310_mark_team BEFORE INSERT ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg_game_entries__mark_team();
CREATE TRIGGER _350_require_parties BEFORE INSERT ON public.game_entries FOR EACH ROW EXECUTE FUNCTION private.tg__require_parties('user_id');
CREATE TRIGGER _450_enter_first_game AFTER INSERT ON public.game_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg__take_first_step('game');
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF photo_url ON public.game_entries FOR EACH ROW WHEN (new.photo_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('photo_url');
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF photo_url ON public.game_entries FOR EACH ROW WHEN (old.photo_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('photo_url');
CREATE TRIGGER _600_audit AFTER UPDATE OF winner_place ON public.game_entries FOR EACH ROW WHEN (private.is_direct_statement() AND new.winner_place IS DISTINCT FROM old.winner_place) EXECUTE FUNCTION private.tg_game_entries__audit();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.game_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.game_entries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_game_entries__note();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.game_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_game_entries__note();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.game_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

create function private.game_entrants(p_game_id uuid)
 RETURNS TABLE(user_id uuid, username text, avatar_url text, by_team boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.game_entrants(p_game_id uuid) is 'Who entered, newest first, at most 1000. Definer: the guesses are hidden.';

grant execute on function private.game_entrants(p_game_id uuid) to authenticated, service_role;

create function private.game_entry_count(p_game_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.game_entry_count(p_game_id uuid) is 'Number of entries of a game that the caller sees, otherwise 0. Definer: hidden guesses count.';

grant execute on function private.game_entry_count(p_game_id uuid) to authenticated, service_role;

create function private.latest_entrants(p_game_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.latest_entrants(p_game_id uuid) is 'The four newest of game_entrants, newest first. Definer: the guesses are hidden.';

grant execute on function private.latest_entrants(p_game_id uuid) to authenticated, service_role;

create function private.message_of_games(p_source text, p_shown text, p_ids uuid[], p_kinds text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.message_of_games(p_source text, p_shown text, p_ids uuid[], p_kinds text[]) is 'The same as message_of_rows, with the numbers of entries of shown games. Who entered, and with what, is not in it.';

create function private.tg_game_entries__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.audit_member('choose_place', new.user_id, jsonb_build_object(
      'game', (select g.title from public.games as g where g.id = new.game_id), 'place', new.winner_place));
    return null;
  end
  $function$;
comment on function private.tg_game_entries__audit() is 'Records to whom an admin gave which place, or from whom it was taken.';

create function private.tg_game_entries__check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_game_entries__check() is 'Open games only, by the database''s clock (GM012); a weight, a square or a photo as the game requires; no entry starts as a winner.';

create function private.tg_game_entries__choose_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_game_entries__choose_place() is 'Chooses a place in one statement, in an active carp of the week (GM015): it is cleared elsewhere in the game. The lock on the game''s row queues two admins.';

create function private.tg_game_entries__file_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.photo_url := private.file_address(new.photo_url);
    return new;
  end
  $function$;
comment on function private.tg_game_entries__file_address() is 'Stores the address of a photo without its host.';

create function private.tg_game_entries__mark_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_team boolean;
  begin
    -- For share: a simultaneous promotion waits for this entry, or this entry sees it.
    select p.is_admin or p.is_moderator into v_is_team from public.profiles as p where p.id = new.user_id for share;
    if private.is_api_request() then
      if private.knows_answer(new.game_id, new.user_id) then
        raise exception 'You have seen the answer of this game, so you cannot enter it.' using errcode = 'GM013';
      end if;
      new.by_team := false;
    end if;
    new.by_team := new.by_team or coalesce(v_is_team, false);
    return new;
  end
  $function$;
comment on function private.tg_game_entries__mark_team() is 'Marks entries of admins and moderators, and refuses members who know the answer (GM013).';

create function private.tg_game_entries__no_place_for_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    raise exception 'Entries of the club team take no place.' using errcode = 'GM014';
  end
  $function$;
comment on function private.tg_game_entries__no_place_for_team() is 'Refuses a place for an entry of the team (GM014).';

create function private.tg_game_entries__note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_game_entries__note() is 'Notes the games whose number of entries changed, and the table for admins.';

create function private.tg_game_entries__once_a_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- Evaluated once: in a condition it could be evaluated for each entry of the game.
    v_others uuid[];
  begin
    if not private.is_api_request() then
      return new;
    end if;
    -- After the game's row, before the profile's. An entry of another account of the person is seen or waits here.
    perform private.lock_person(new.user_id);
    v_others := array_remove(private.lives_of(new.user_id, true), new.user_id);
    if exists (select from private.left_entries as l where l.game_id = new.game_id and l.account_id = any (v_others))
      or exists (select from public.game_entries as e where e.game_id = new.game_id and e.user_id = any (v_others))
    then
      raise exception 'this address has entered the game before'
        using errcode = '23505', hint = 'another account of the address did; each address enters once';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_game_entries__once_a_person() is 'One entry for each address, also with several accounts, simultaneous or successive (23505).';

create function private.tg_games__complete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_answer private.game_answers;
    v_winner record;
    v_first uuid;
    v_points integer;
    v_problem text;
  begin
    if new.type <> 'carp_of_week' and private.is_api_request() and exists (
      select from private.promoted_entries as r join public.game_entries as e on e.id = r.entry_id
      where e.game_id = new.id and not private.knows_answer(e.game_id, e.user_id)
        -- Nobody could take the rights of the only admin.
        and exists (
          select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> e.user_id
        )
    ) then
      raise exception 'A member was made an admin or a moderator after they had entered this game, so they cannot win.'
        using errcode = 'GM016', hint = 'Take the role back until the game is completed.';
    end if;
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

    -- In every case: nobody wins who is an admin or a moderator now, or knew the answer.
    update public.game_entries as e set by_team = true, winner_place = null
      where e.game_id = new.id and not e.by_team and (
        exists (select from public.profiles as p where p.id = e.user_id and (p.is_admin or p.is_moderator))
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
        else private.assign_package(new.prize_package_id, v_first, now() + interval '30 days', new.id) end;
      new.metadata := new.metadata || jsonb_build_object('prize', coalesce(v_problem, 'awarded'));
    end if;
    return new;
  end
  $function$;
comment on function private.tg_games__complete() is 'Reveals the answer, marks and credits the winners and gives the prize to the earliest first place. Entries of the team are left out; a sealed game is not completed while an entrant who does not know its answer has been made part of it since (GM016), unless no other admin is left. metadata.prize is "awarded" or the obstacle (no winner, inactive, empty, out of stock: <item>): completion succeeds in any other case.';

create function private.tg_profiles__mark_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    with marked as (
      update public.game_entries as e set by_team = true, winner_place = null
        from public.games as g
        where g.id = e.game_id and g.status = 'active' and e.user_id = new.id and not e.by_team
        returning e.id
    )
    insert into private.promoted_entries (entry_id) select m.id from marked as m;
    return null;
  end
  $function$;
comment on function private.tg_profiles__mark_entries() is 'Marks the entries of a new admin or moderator in games that are not completed, and removes their places.';

create function public.entry_count(game public.games)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.game_entry_count(entry_count.game.id) $function$;
comment on function public.entry_count(game public.games) is 'Number of entries, hidden ones included.';

grant execute on function public.entry_count(game public.games) to authenticated, service_role;

create function public.game_entrants(game_id uuid)
 RETURNS TABLE(user_id uuid, username text, avatar_url text, by_team boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.game_entrants(game_entrants.game_id) $function$;
comment on function public.game_entrants(game_id uuid) is 'Who entered a game that the caller sees, newest first, without their guesses; by_team marks entries of the club team.';

grant execute on function public.game_entrants(game_id uuid) to authenticated, service_role;

create function public.latest_entrants(game public.games)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.latest_entrants(latest_entrants.game.id) $function$;
comment on function public.latest_entrants(game public.games) is 'The four members who entered last, newest first, as [{id, username, avatar_url}], without their guesses.';

grant execute on function public.latest_entrants(game public.games) to authenticated, service_role;
