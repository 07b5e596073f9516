-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.answer_viewers (
  game_id uuid not null,
  user_id uuid not null,
  commitment text not null,
  looked boolean not null,
  seen_at timestamp with time zone not null default now(),
  constraint answer_viewers_pkey PRIMARY KEY (game_id, user_id, commitment, looked),
  constraint answer_viewers_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint answer_viewers_dates_bounds CHECK (seen_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND seen_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.answer_viewers is 'Who knows the answer of which game, because they set or viewed it, and which answer it was. The row outlives the account. No API role reads it.';

CREATE INDEX answer_viewers_user ON private.answer_viewers USING btree (user_id);

alter table private.answer_viewers enable row level security;

create table private.game_answers (
  game_id uuid not null,
  actual_weight numeric(6,2),
  winning_square integer,
  salt text not null,
  commitment text not null,
  constraint game_answers_pkey PRIMARY KEY (game_id),
  constraint game_answers_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint game_answers_one CHECK (num_nonnulls(actual_weight, winning_square) = 1),
  constraint game_answers_square_range CHECK (winning_square >= 1 AND winning_square <= 100),
  constraint game_answers_weight_range CHECK (actual_weight >= 0::numeric AND actual_weight <= 1000::numeric)
);
comment on table private.game_answers is 'Answer and salt of guessing games; no API role reads it.';

alter table private.game_answers enable row level security;

CREATE TRIGGER _500_note_setter AFTER INSERT OR UPDATE OF actual_weight, winning_square, commitment ON private.game_answers FOR EACH ROW EXECUTE FUNCTION private.tg_game_answers__note_setter();

create table public.game_changes (
  id uuid not null default gen_random_uuid(),
  game_id uuid not null,
  changed text[] not null,
  before jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint game_changes_pkey PRIMARY KEY (id),
  constraint game_changes_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id) ON DELETE CASCADE,
  constraint game_changes_before_object CHECK (jsonb_typeof(before) = 'object'::text),
  constraint game_changes_changed_known CHECK (cardinality(changed) > 0 AND changed <@ ARRAY['title'::text, 'description'::text, 'image_url'::text, 'end_date'::text, 'points'::text, 'prize'::text]),
  constraint game_changes_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table public.game_changes is 'Corrections of a running game after members had entered: what changed, and title, end and points before. Written by the database, for everyone who sees the game.';

CREATE INDEX game_changes_game ON public.game_changes USING btree (game_id, created_at DESC);

alter table public.game_changes enable row level security;

grant select on public.game_changes to authenticated, service_role;

create policy select_with_game on public.game_changes
  for select to authenticated
  using ((game_id IN ( SELECT g.id
   FROM public.games g)));
comment on policy select_with_game on public.game_changes is 'Everyone who sees the game sees its corrections.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.game_changes FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();

create table public.games (
  id uuid not null default gen_random_uuid(),
  type text not null,
  title text collate private.reading_order not null,
  description text not null default ''::text,
  image_url text,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone not null,
  status text not null default 'draft'::text,
  prize_package_id uuid,
  points_awarded integer not null default 100,
  first_place_points integer not null default 300,
  second_place_points integer not null default 200,
  third_place_points integer not null default 100,
  metadata jsonb not null default '{}'::jsonb,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request_id uuid,
  constraint games_pkey PRIMARY KEY (id),
  constraint games_prize_package_id_fkey FOREIGN KEY (prize_package_id) REFERENCES public.prize_packages(id) ON DELETE SET NULL,
  constraint games_completed CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint games_dates_bounds CHECK (completed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND completed_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND end_date >= '2000-01-01 00:00:00+00'::timestamp with time zone AND end_date < '2200-01-01 00:00:00+00'::timestamp with time zone AND start_date >= '2000-01-01 00:00:00+00'::timestamp with time zone AND start_date < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint games_dates_finite CHECK (isfinite(start_date) AND isfinite(end_date)),
  constraint games_dates_order CHECK (end_date > start_date),
  constraint games_description_length CHECK (char_length(description) <= 2000),
  constraint games_description_plain CHECK (private.is_plain_text(description, true)),
  constraint games_image_link CHECK (private.is_web_link(image_url) AND char_length(image_url) <= 2048),
  constraint games_lake_photo CHECK (type <> 'pick_swim'::text OR image_url IS NOT NULL),
  constraint games_points_range CHECK (points_awarded >= 0 AND points_awarded <= 1000000 AND first_place_points >= 0 AND first_place_points <= 1000000 AND second_place_points >= 0 AND second_place_points <= 1000000 AND third_place_points >= 0 AND third_place_points <= 1000000),
  constraint games_request_elsewhere CHECK (request_id IS NULL),
  constraint games_status_known CHECK (status = ANY (ARRAY['draft'::text, 'active'::text, 'completed'::text, 'cancelled'::text])),
  constraint games_title_length CHECK (char_length(title) <= 100),
  constraint games_title_plain CHECK (private.is_plain_text(title)),
  constraint games_title_visible CHECK (private.has_text(title)),
  constraint games_type_known CHECK (type = ANY (ARRAY['guess_weight'::text, 'carp_of_week'::text, 'pick_swim'::text]))
);
comment on table public.games is 'metadata: unit (guess_weight), commitment of the answer; once completed also the answer, its salt and prize.';
comment on column public.games.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX games_completed_newest ON public.games USING btree (completed_at DESC, id) WHERE (status = 'completed'::text);
CREATE INDEX games_newest ON public.games USING btree (start_date DESC);
CREATE INDEX games_prize_package ON public.games USING btree (prize_package_id);
CREATE INDEX games_status ON public.games USING btree (status, start_date DESC);

alter table public.games enable row level security;

grant select, delete on public.games to authenticated;
grant select, insert, update, delete on public.games to service_role;
grant insert (type, title, description, image_url, start_date, end_date, status, prize_package_id, points_awarded, first_place_points, second_place_points, third_place_points, metadata, request_id) on public.games to authenticated;
grant update (title, description, image_url, start_date, end_date, status, prize_package_id, points_awarded, first_place_points, second_place_points, third_place_points, metadata, updated_at) on public.games to authenticated;

create policy delete_admin on public.games
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.games is 'Admins delete games at any time; points and prizes that were given stay.';
create policy insert_admin on public.games
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.games is 'Admins create games.';
create policy select_open_or_admin on public.games
  for select to authenticated
  using (( SELECT private.is_member() AS is_member) AND ((status = ANY (ARRAY['active'::text, 'completed'::text])) OR ( SELECT private.is_admin() AS is_admin)));
comment on policy select_open_or_admin on public.games is 'Drafts and cancelled games are for admins.';
create policy update_admin on public.games
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.games is 'Admins run games; triggers set the limits.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.games FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _050_queue_judges BEFORE DELETE OR UPDATE OF status ON public.games FOR EACH STATEMENT EXECUTE FUNCTION private.tg_games__queue_judges();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_picture_address BEFORE INSERT OR UPDATE OF image_url ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg__picture_address();
CREATE TRIGGER _200_guard BEFORE INSERT OR UPDATE ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg_games__guard();
CREATE TRIGGER _210_commit_answer_on_insert BEFORE INSERT ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg_games__commit_answer();
CREATE TRIGGER _210_commit_answer_on_update BEFORE UPDATE OF metadata, status ON public.games FOR EACH ROW WHEN ((old.status = ANY (ARRAY['draft'::text, 'active'::text])) AND (new.status = ANY (ARRAY['draft'::text, 'active'::text]))) EXECUTE FUNCTION private.tg_games__commit_answer();
CREATE TRIGGER _310_guard_correction BEFORE UPDATE ON public.games FOR EACH ROW WHEN (old.status = 'active'::text AND private.is_direct_statement()) EXECUTE FUNCTION private.tg_games__guard_correction();
CREATE TRIGGER _330_keep_unit_on_insert BEFORE INSERT ON public.games FOR EACH ROW WHEN (new.prize_package_id IS NOT NULL AND (new.status = ANY (ARRAY['draft'::text, 'active'::text]))) EXECUTE FUNCTION private.tg_games__keep_unit();
CREATE TRIGGER _330_keep_unit_on_update BEFORE UPDATE OF prize_package_id ON public.games FOR EACH ROW WHEN (new.prize_package_id IS NOT NULL AND new.prize_package_id IS DISTINCT FROM old.prize_package_id AND (new.status = ANY (ARRAY['draft'::text, 'active'::text]))) EXECUTE FUNCTION private.tg_games__keep_unit();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.games FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url ON public.games FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url');
CREATE TRIGGER _500_complete BEFORE UPDATE OF status ON public.games FOR EACH ROW WHEN (old.status = 'active'::text AND new.status = 'completed'::text) EXECUTE FUNCTION private.tg_games__complete();
CREATE TRIGGER _500_tell_correction AFTER UPDATE ON public.games FOR EACH ROW WHEN (old.status = 'active'::text AND new.status = 'active'::text AND private.is_direct_statement()) EXECUTE FUNCTION private.tg_games__tell_correction();
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF image_url ON public.games FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url');
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.games FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_games__audit();
CREATE TRIGGER _700_notify_on_insert AFTER INSERT ON public.games FOR EACH ROW WHEN (new.status = 'active'::text) EXECUTE FUNCTION private.tg_games__notify();
CREATE TRIGGER _700_notify_on_update AFTER UPDATE OF status ON public.games FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION private.tg_games__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.games REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.games REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('games', 'status in (''active'', ''completed'')');
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.games REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('games', 'status in (''active'', ''completed'')');
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.games REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('games', 'status in (''active'', ''completed'')');

create function private.game_answer(p_game_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_answer private.game_answers;
    v_game public.games;
  begin
    perform private.require_admin();
    -- Before the row lock of note_answer_known: see hold_gate.
    perform private.hold_gate();
    select a.* into v_answer from private.game_answers as a where a.game_id = p_game_id;
    if not found then
      return null;
    end if;
    -- Public once the game is completed; until then viewing it is recorded and excludes the viewer.
    select g.* into strict v_game from public.games as g where g.id = p_game_id;
    if v_game.status <> 'completed' and private.note_answer_known(p_game_id, v_answer.commitment, true) then
      perform private.audit('view_answer', 'game', v_game.id, v_game.title);
    end if;
    return jsonb_strip_nulls(jsonb_build_object(
      'actual_weight', trim_scale(v_answer.actual_weight), 'winning_square', v_answer.winning_square));
  end
  $function$;
comment on function private.game_answer(p_game_id uuid) is 'The answer of a game, for admins. Viewing it before completion is recorded in the audit trail, and the viewer cannot enter the game.';

grant execute on function private.game_answer(p_game_id uuid) to authenticated;

create function private.game_answer_text(p_type text, p_weight numeric, p_unit text, p_square integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select case p_type when 'pick_swim' then p_square::text else trim_scale(p_weight)::text || ' ' || p_unit end
  $function$;
comment on function private.game_answer_text(p_type text, p_weight numeric, p_unit text, p_square integer) is 'The answer in the form that the commitment uses.';

create function private.games_in_progress()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', g.id, 'title', g.title, 'type', g.type, 'start_date', g.start_date,
          'end_date', g.end_date, 'entries', (select count(*) from public.game_entries as e where e.game_id = g.id))
        order by g.end_date, g.id
      ), '[]')
      from (
        select x.* from public.games as x where x.status = 'active' order by x.end_date, x.id limit 12
      ) as g
    );
  end
  $function$;
comment on function private.games_in_progress() is 'The first 12 active games by their end, with the number of entries.';

create function private.knows_answer(p_game_id uuid, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_since constant timestamptz := (select p.created_at from public.profiles as p where p.id = p_user_id);
  begin
    return exists (
      select from private.answer_viewers as v
      where v.game_id = p_game_id
        and (
          v.user_id = any (v_lives)
          or (
            v.seen_at < v_since
            and not exists (select from public.profiles as p where p.id = v.user_id)
            and exists (
              select
              from private.account_addresses as a
                join private.account_addresses as b on b.mailbox_hash = a.mailbox_hash
              where a.account_id = p_user_id and b.account_id = v.user_id
            )
          )
        )
    );
  end
  $function$;
comment on function private.knows_answer(p_game_id uuid, p_user_id uuid) is 'Whether a member has set or seen an answer of this game, under this or another account of the same person, or under a deleted one of the same mailbox before this one was opened.';

create function private.note_answer_known(p_game_id uuid, p_commitment text, p_looked boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if auth.uid() is null then
      return false;
    end if;
    insert into private.answer_viewers (game_id, user_id, commitment, looked)
      values (p_game_id, auth.uid(), p_commitment, p_looked)
      on conflict on constraint answer_viewers_pkey do nothing;
    if not found then
      return false;
    end if;
    update public.game_entries as e set by_team = true
      where e.game_id = p_game_id and e.user_id = auth.uid() and not e.by_team;
    return true;
  end
  $function$;
comment on function private.note_answer_known(p_game_id uuid, p_commitment text, p_looked boolean) is 'Records that the caller knows this answer and marks their entry; false if that was recorded already.';

create function private.read_number(p_value jsonb, p_max numeric, p_decimals integer, p_name text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  declare
    v_number numeric;
  begin
    if jsonb_typeof(p_value) = 'number' then
      v_number := (p_value #>> '{}')::numeric;
      if v_number >= 0 and v_number <= p_max and v_number = round(v_number, p_decimals) then
        return v_number;
      end if;
    end if;
    raise exception '% must be a number from 0 to % with at most % decimals', p_name, p_max, p_decimals
      using errcode = '22023';
  end
  $function$;
comment on function private.read_number(p_value jsonb, p_max numeric, p_decimals integer, p_name text) is 'The number in a json value; 22023 for a text, NaN or too many decimals.';

create function private.tg_game_answers__note_setter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.note_answer_known(new.game_id, new.commitment, false);
    return null;
  end
  $function$;
comment on function private.tg_game_answers__note_setter() is 'Records that the member who sets an answer knows it.';

create function private.tg_games__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_game constant public.games := case tg_op when 'DELETE' then old else new end;
    v_plain constant text[] := array[
      'title', 'start_date', 'end_date', 'points_awarded', 'first_place_points', 'second_place_points', 'third_place_points'];
    v_details jsonb;
  begin
    if tg_op <> 'UPDATE' then
      perform private.audit(
        case tg_op when 'INSERT' then 'create_game' else 'delete_game' end, 'game', v_game.id, v_game.title,
        jsonb_build_object('type', v_game.type, 'status', v_game.status));
      return null;
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), v_plain,
      private.columns_but(to_jsonb(new), v_plain || array['type', 'status', 'metadata', 'completed_at']));
    if v_details is not null then
      perform private.audit('edit_game', 'game', new.id, new.title, v_details);
    end if;
    -- That there is another answer, never which one.
    if new.metadata -> 'commitment' is distinct from old.metadata -> 'commitment' then
      perform private.audit('set_answer', 'game', new.id, new.title);
    end if;
    if new.status <> old.status then
      perform private.audit(
        case new.status when 'active' then 'activate_game' when 'completed' then 'complete_game' else 'cancel_game' end,
        'game', new.id, new.title,
        case new.status when 'completed' then jsonb_strip_nulls(jsonb_build_object(
          'winners', (select count(*) from public.game_entries as e where e.game_id = new.id and e.is_winner),
          'prize', new.metadata -> 'prize')) end);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_games__audit() is 'Records what admins do with games; of an answer only that it was set.';

create function private.tg_games__commit_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_given constant jsonb := coalesce(new.metadata, '{}');
    v_unit text;
    v_old_unit text;
    v_answer private.game_answers;
    v_had_answer boolean;
  begin
    -- Only known keys are kept, so that no answer stays under another name.
    if new.type = 'guess_weight' then
      v_old_unit := case tg_op when 'UPDATE' then old.metadata ->> 'unit' end;
      v_unit := coalesce(v_given ->> 'unit', v_old_unit, 'kg');
      if v_unit not in ('kg', 'lbs') then
        raise exception 'unit must be kg or lbs' using errcode = '22023';
      end if;
      new.metadata := jsonb_build_object('unit', v_unit);
    else
      new.metadata := '{}';
    end if;
    if new.type = 'carp_of_week' then
      return new;
    end if;

    select a.* into v_answer from private.game_answers as a where a.game_id = new.id;
    v_had_answer := found;
    if coalesce(v_given -> 'actual_weight', v_given -> 'winning_square', 'null') <> 'null'
      or (v_had_answer and v_unit is distinct from v_old_unit)
    then
      if tg_op = 'UPDATE' and exists (select from public.game_entries as e where e.game_id = new.id) then
        raise exception 'the answer cannot be changed once members have entered'
          using errcode = 'GM001', hint = 'cancel the game and make a new one';
      end if;
      if new.type = 'guess_weight' then
        if coalesce(v_given -> 'actual_weight', 'null') <> 'null' then
          v_answer.actual_weight := private.read_number(
            v_given -> 'actual_weight', case v_unit when 'kg' then 500 else 1000 end, 2, 'actual_weight');
        elsif not v_had_answer then
          raise exception 'actual_weight is missing' using errcode = '22023';
        end if;
      else
        v_answer.winning_square := private.read_number(v_given -> 'winning_square', 100, 0, 'winning_square');
        if v_answer.winning_square < 1 then
          raise exception 'winning_square must be a number from 1 to 100' using errcode = '22023';
        end if;
      end if;
      -- Three random uuids contain 366 random bits; their hash gives the 256 bits of the salt, without pgcrypto.
      v_answer.salt := encode(sha256(convert_to(
        gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
      v_answer.commitment := encode(sha256(convert_to(
        new.id || ':'
          || private.game_answer_text(new.type, v_answer.actual_weight, v_unit, v_answer.winning_square)
          || ':' || v_answer.salt,
        'UTF8')), 'hex');
      insert into private.game_answers as a (game_id, actual_weight, winning_square, salt, commitment)
        values (new.id, v_answer.actual_weight, v_answer.winning_square, v_answer.salt, v_answer.commitment)
        on conflict (game_id) do update set
          actual_weight = excluded.actual_weight,
          winning_square = excluded.winning_square,
          salt = excluded.salt,
          commitment = excluded.commitment;
      v_had_answer := true;
    end if;
    if v_had_answer then
      new.metadata := new.metadata || jsonb_build_object('commitment', v_answer.commitment);
    elsif new.status = 'active' then
      raise exception 'a game needs its answer before it is activated'
        using errcode = 'GM002',
              hint = case new.type when 'pick_swim' then 'set the winning square' else 'set the actual weight' end;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_games__commit_answer() is 'Moves the answer out of metadata and leaves its commitment; refuses another answer once there are entries (GM001), and an active game without one (GM002).';

create function private.tg_games__guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if tg_op = 'INSERT' then
      if new.status not in ('draft', 'active') and private.is_api_request() then
        raise exception 'a game starts as draft or active' using errcode = 'GM003';
      end if;
      return new;
    end if;
    if new.id <> old.id or new.type <> old.type then
      raise exception 'id and type of a game cannot be changed' using errcode = '42501';
    end if;
    if new.status <> old.status and (old.status, new.status) not in (
      ('draft', 'active'), ('draft', 'cancelled'), ('active', 'completed'), ('active', 'cancelled')
    ) then
      raise exception 'a game cannot go from % to %', old.status, new.status
        using errcode = 'GM004', hint = 'draft to active to completed; cancelled from draft or active';
    end if;
    -- Texts and picture can still be corrected; a deleted package becomes null.
    if old.status in ('completed', 'cancelled') and (
      new.start_date, new.end_date, new.points_awarded, new.first_place_points, new.second_place_points,
      new.third_place_points, new.metadata, new.completed_at
    ) is distinct from (
      old.start_date, old.end_date, old.points_awarded, old.first_place_points, old.second_place_points,
      old.third_place_points, old.metadata, old.completed_at
    ) then
      raise exception 'a game that is over cannot be changed' using errcode = 'GM005';
    end if;
    if old.status in ('completed', 'cancelled') and new.prize_package_id is not null
      and new.prize_package_id is distinct from old.prize_package_id
    then
      raise exception 'a game that is over cannot be changed' using errcode = 'GM005';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_games__guard() is 'draft (GM003) to active to completed, or cancelled (GM004); a game that is over cannot be changed (GM005).';

create function private.tg_games__guard_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not exists (select from public.game_entries as e where e.game_id = new.id) then
      return new;
    end if;
    if new.start_date <> old.start_date then
      raise exception 'The start cannot change once members have entered.' using errcode = 'GM006';
    end if;
    if new.end_date < old.end_date then
      raise exception 'The end can only move later once members have entered.' using errcode = 'GM007';
    end if;
    if new.end_date > old.end_date and old.end_date <= now() then
      raise exception 'A game whose end has passed cannot be opened again.' using errcode = 'GM008';
    end if;
    if new.points_awarded < old.points_awarded or new.first_place_points < old.first_place_points
      or new.second_place_points < old.second_place_points or new.third_place_points < old.third_place_points
    then
      raise exception 'Points can only rise once members have entered.' using errcode = 'GM009';
    end if;
    if old.prize_package_id is not null and new.prize_package_id is distinct from old.prize_package_id then
      raise exception 'The prize cannot change once members have entered.' using errcode = 'GM010';
    end if;
    if new.type = 'pick_swim' and new.image_url is distinct from old.image_url then
      raise exception 'The lake photo cannot change once members have chosen squares on it.' using errcode = 'GM011';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_games__guard_correction() is 'Keeps what members relied on when they entered (GM006 to GM011). tg_games__commit_answer protects the answer.';

create function private.tg_games__queue_judges()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_api_request() or private.is_admin() then
      perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    end if;
    return null;
  end
  $function$;
comment on function private.tg_games__queue_judges() is 'Serialises choosing places, changing rights and completing, cancelling or deleting games; entering does not wait, nor does a member''s statement, which can do none of these.';

create function private.tg_games__tell_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_plain constant text[] := array[
      'title', 'end_date', 'points_awarded', 'first_place_points', 'second_place_points', 'third_place_points'];
    v_changes constant jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), v_plain,
      array['description', 'image_url', 'prize_package_id']);
    v_names text[];
  begin
    if v_changes is null or not exists (select from public.game_entries as e where e.game_id = new.id) then
      return null;
    end if;
    select array_agg(distinct case
        when k.name like '%points%' then 'points'
        when k.name = 'prize_package_id' then 'prize'
        else k.name
      end) into v_names
      from (
        select jsonb_object_keys(coalesce(v_changes -> 'before', '{}')) as name
        union all
        select jsonb_array_elements_text(coalesce(v_changes -> 'changed', '[]'))
      ) as k;
    insert into public.game_changes (game_id, changed, before)
      values (new.id, v_names, coalesce(v_changes -> 'before', '{}'));
    return null;
  end
  $function$;
comment on function private.tg_games__tell_correction() is 'Shows members what changed in a running game that they entered, with the plain values before.';

create function public.game_answer(game_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.game_answer(game_answer.game_id) $function$;
comment on function public.game_answer(game_id uuid) is 'The answer behind the commitment, e.g. {"winning_square": 47}; null without one. Admins only. Viewing it before completion is recorded, and the viewer cannot enter the game.';

grant execute on function public.game_answer(game_id uuid) to authenticated;
