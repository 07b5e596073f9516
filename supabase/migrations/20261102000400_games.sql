-- Games: what is played and when, and the answer, which nobody can read or change while members guess.
--
-- The answer of a guessing game never stays in metadata. It moves to private.game_answers, and a commitment takes its
-- place: metadata.commitment, the SHA-256 (lower-case hex) of this text in UTF-8, without line break:
--
--   <games.id>:<answer>:<salt>
--
-- games.id is the uuid in lower case. The answer is, for pick_swim, the winning square, e.g. 47; for guess_weight the
-- actual weight without trailing zeros, a blank and the unit, e.g. "28.6 lbs". The salt is 64 lower-case hex digits.
-- When the game is completed metadata gets salt and winning_square or actual_weight, so in a browser
--
--   `${game.id}:${m.winning_square ?? `${m.actual_weight} ${m.unit}`}:${m.salt}`
--
-- hashed with crypto.subtle.digest('SHA-256', …) must give m.commitment.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.games (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  title text not null,
  description text not null default '',
  image_url text,
  start_date timestamptz not null,
  end_date timestamptz not null,
  status text not null default 'draft',
  prize_package_id uuid references public.prize_packages (id) on delete set null,
  points_awarded integer not null default 100,
  first_place_points integer not null default 300,
  second_place_points integer not null default 200,
  third_place_points integer not null default 100,
  metadata jsonb not null default '{}',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint games_type_known check (type in ('guess_weight', 'carp_of_week', 'pick_swim')),
  constraint games_title_visible check (private.has_text(title)),
  constraint games_title_length check (char_length(title) <= 100),
  constraint games_title_plain check (private.is_plain_text(title)),
  constraint games_description_length check (char_length(description) <= 2000),
  constraint games_description_plain check (private.is_plain_text(description, true)),
  constraint games_image_link check (private.is_web_link(image_url) and char_length(image_url) <= 2048),
  constraint games_lake_photo check (type <> 'pick_swim' or image_url is not null),
  constraint games_dates_finite check (isfinite(start_date) and isfinite(end_date)),
  constraint games_dates_order check (end_date > start_date),
  constraint games_status_known check (status in ('draft', 'active', 'completed', 'cancelled')),
  constraint games_completed check ((status = 'completed') = (completed_at is not null)),
  constraint games_points_range check (
    points_awarded between 0 and 1000000
    and first_place_points between 0 and 1000000
    and second_place_points between 0 and 1000000
    and third_place_points between 0 and 1000000
  )
);

-- No grant to any API role. Deferred: the trigger that files the answer runs before the game's own row is there.
create table private.game_answers (
  game_id uuid primary key references public.games (id) on delete cascade deferrable initially deferred,
  actual_weight numeric(6, 2),
  winning_square integer,
  salt text not null,
  commitment text not null,
  constraint game_answers_one check (num_nonnulls(actual_weight, winning_square) = 1),
  constraint game_answers_square_range check (winning_square between 1 and 100),
  constraint game_answers_weight_range check (actual_weight >= 0 and actual_weight <= 1000)
);

-- Indexes --------------------------------------------------------------------------------------------------

create index games_status on public.games (status, start_date desc);
create index games_newest on public.games (start_date desc);
create index games_prize_package on public.games (prize_package_id);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.games enable row level security;
alter table private.game_answers enable row level security;

create policy select_open_or_admin on public.games
  for select to authenticated
  using (status in ('active', 'completed') or (select private.is_admin()));
comment on policy select_open_or_admin on public.games is 'Drafts and cancelled games are for admins.';

create policy insert_admin on public.games
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.games is 'Admins make games.';

create policy update_admin on public.games
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.games is 'Admins run games; triggers say how far.';

create policy delete_admin on public.games
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.games is 'Admins delete games at any time; points and prizes given stay.';

-- A package that has been made inactive is still the prize of the games that show it.
drop policy select_active_or_admin on public.prize_packages;
create policy select_active_played_or_admin on public.prize_packages
  for select to authenticated
  using (
    is_active
    or (select private.is_admin())
    or id in (select g.prize_package_id from public.games as g where g.status in ('active', 'completed'))
  );
comment on policy select_active_played_or_admin on public.prize_packages is
  'Members see what can be won, and what was to be won in games that they see.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.games, private.game_answers from anon, authenticated, service_role;
grant select, insert, update, delete on public.games to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.game_answer_text(p_type text, p_weight numeric, p_unit text, p_square integer) returns text
  language sql immutable set search_path = ''
  as $$
    select case p_type when 'pick_swim' then p_square::text else trim_scale(p_weight)::text || ' ' || p_unit end
  $$;
comment on function private.game_answer_text(text, numeric, text, integer) is 'The answer as the commitment names it.';

create function private.read_number(p_value jsonb, p_max numeric, p_decimals integer, p_name text) returns numeric
  language plpgsql immutable set search_path = ''
  as $$
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
  $$;
comment on function private.read_number(jsonb, numeric, integer, text) is
  'The number in a json value, or 22023: a text, a NaN or too many decimals are no number here.';

create function private.tg_games__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if tg_op = 'INSERT' then
      if new.status not in ('draft', 'active') and private.is_api_request() then
        raise exception 'a game starts as draft or active' using errcode = 'P0001';
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
        using errcode = 'P0001', hint = 'draft to active to completed; cancelled from draft or active';
    end if;
    -- Words and picture may still be put right; a package that is deleted leaves null behind.
    if old.status in ('completed', 'cancelled') and (
      new.start_date, new.end_date, new.points_awarded, new.first_place_points, new.second_place_points,
      new.third_place_points, new.metadata, new.completed_at
    ) is distinct from (
      old.start_date, old.end_date, old.points_awarded, old.first_place_points, old.second_place_points,
      old.third_place_points, old.metadata, old.completed_at
    ) then
      raise exception 'a game that is over cannot be changed' using errcode = 'P0001';
    end if;
    if old.status in ('completed', 'cancelled') and new.prize_package_id is not null
      and new.prize_package_id is distinct from old.prize_package_id
    then
      raise exception 'a game that is over cannot be changed' using errcode = 'P0001';
    end if;
    return new;
  end
  $$;
comment on function private.tg_games__guard() is 'draft to active to completed, or cancelled; what is over stays as it was.';

-- Definer: the answer lives where no request may look.
create function private.tg_games__commit_answer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_given constant jsonb := coalesce(new.metadata, '{}');
    v_unit text;
    v_old_unit text;
    v_answer private.game_answers;
    v_had_answer boolean;
  begin
    -- Only what is known is kept, so that no answer slips through under another name.
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
          using errcode = 'P0001', hint = 'cancel the game and make a new one';
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
      -- Three random uuids hold 366 random bits; hashed they make the 256 of the salt. pgcrypto is not needed for it.
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
        using errcode = 'P0001',
              hint = case new.type when 'pick_swim' then 'set the winning square' else 'set the actual weight' end;
    end if;
    return new;
  end
  $$;
comment on function private.tg_games__commit_answer() is
  'Moves the answer out of metadata and leaves its commitment; refuses another answer once there are entries.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.games
  for each row execute function private.tg__stamp_created_at();
create trigger _200_guard
  before insert or update on public.games
  for each row execute function private.tg_games__guard();
create trigger _210_commit_answer_on_insert
  before insert on public.games
  for each row execute function private.tg_games__commit_answer();
create trigger _210_commit_answer_on_update
  before update of metadata, status on public.games
  for each row when (old.status in ('draft', 'active') and new.status in ('draft', 'active'))
  execute function private.tg_games__commit_answer();

create function private.game_answer(p_game_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return (
      select jsonb_strip_nulls(jsonb_build_object(
        'actual_weight', trim_scale(a.actual_weight), 'winning_square', a.winning_square))
      from private.game_answers as a where a.game_id = p_game_id
    );
  end
  $$;
comment on function private.game_answer(uuid) is 'The answer of a game, for admins.';

create function public.game_answer(game_id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.game_answer(game_answer.game_id) $$;
comment on function public.game_answer(uuid) is
  'The answer behind the commitment, e.g. {"winning_square": 47}; null without one. Admins only.';

revoke execute on function
  private.tg_games__guard(),
  private.tg_games__commit_answer(),
  private.game_answer_text(text, numeric, text, integer),
  private.read_number(jsonb, numeric, integer, text)
  from public, anon, authenticated, service_role;
revoke execute on function private.game_answer(uuid), public.game_answer(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.game_answer(uuid), public.game_answer(uuid) to authenticated;

comment on table public.games is
  'metadata: unit (guess_weight), commitment of the answer; once completed also the answer, its salt and prize.';
comment on table private.game_answers is 'Answer and salt of guessing games; no API role reads it.';
