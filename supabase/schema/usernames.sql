-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.reserved_usernames (
  key bytea not null,
  username text not null,
  office_key text not null default private.office_key(username),
  constraint reserved_usernames_pkey PRIMARY KEY (key)
);
comment on table private.reserved_usernames is 'Names that only an admin may take, by each of their readings, because members would trust them.';

alter table private.reserved_usernames enable row level security;

create table private.username_keys (
  id bigint not null generated always as identity,
  key bytea not null,
  user_id uuid,
  freed_at timestamp with time zone,
  constraint username_keys_pkey PRIMARY KEY (id),
  constraint username_keys_dates_bounds CHECK (freed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND freed_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.username_keys is 'One row for each reading of a username that is in use or was given up. Only digests, so a row that outlives its member does not reveal the name.';
comment on column private.username_keys.key is 'SHA-256 of the confusable skeleton (UTS #39).';
comment on column private.username_keys.user_id is 'The member who has the name or gave it up; for a deleted account its id in account_addresses, or null if it has none.';
comment on column private.username_keys.freed_at is 'When the name was given up; null while it is in use.';

CREATE INDEX username_keys_freed_at ON private.username_keys USING btree (freed_at) WHERE (freed_at IS NOT NULL);

CREATE UNIQUE INDEX username_keys_key ON private.username_keys USING btree (key);

CREATE INDEX username_keys_user_id ON private.username_keys USING btree (user_id);

alter table private.username_keys enable row level security;

CREATE TRIGGER _100_take BEFORE UPDATE OF freed_at ON private.username_keys FOR EACH ROW WHEN (old.freed_at IS NOT NULL AND new.freed_at IS NULL) EXECUTE FUNCTION private.tg_username_keys__take();

create function private.forget_freed_usernames()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.username_keys as k
      where k.id in (
        select f.id
        from private.username_keys as f
        where f.freed_at <= now() - interval '90 days'
        limit 100
        for update skip locked
      );
  end
  $function$;
comment on function private.forget_freed_usernames() is 'Deletes keys that were given up more than 90 days ago.';

create function private.has_stray_ideograph(p_username text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select p_username ~ '[A-Za-z\u00c0-\u024f\u1e00-\u1eff]'
      and p_username ~ ('(^|[^\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3'
        || '\U00020000-\U000323af])'
        || '[\u3007\u30a8\u30b3\u30bd\u30c8\u30cb\u30ce\u30cf\u30d8\u3078\u30ea\u30ec\u30ed\u30f3\u30fc\u3057\u304f'
        || '\u3105-\u312f\u31a0-\u31bf\u353f\u4e00-\u4e05\u4e0b\u4e28\u4e2b\u4e36\u4e3f-\u4e43\u4e47\u4e59-\u4e5b\u4e85'
        || '\u4e86\u4e8c\u4eba\u4ea0\u4ece\u5165\u516b\u5182\u51e0\u51f5\u5200\u531a\u5341\u5342\u5344\u535c\u5369\u53b6'
        || '\u53e3\u56d7\u571f\u58eb\u5c38\u5c3a\u5c71\u5de5\u5ddd\u5ef4\u5efe\u65e5\u66f0\u957f\u95e9]+'
        || '($|[^\u3005-\u3007\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3'
        || '\U00020000-\U000323af])')
  $function$;
comment on function private.has_stray_ideograph(p_username text) is 'Whether a name in Latin letters contains ideographs or kana that look like strokes or letters, with no others next to them.';

create function private.is_reserved_username(p_username text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_key constant text := private.office_key(p_username);
    v_keys constant bytea[] := private.username_keys_of(p_username);
    v_words constant text[] := array(
      select private.office_key(t.word)
      from regexp_split_to_table(p_username, '[ ._''’-]+') as t (word)
      where t.word !~ '^[0-9]*$'
    );
  begin
    -- The first admin is created before anyone can sign up, and is not an admin yet at that moment.
    if not private.has_admin() then
      return false;
    end if;
    return private.reads_as_the_club(p_username) or private.is_club_username(p_username) or exists (
      select from private.reserved_usernames as r
      where r.key = any (v_keys) or r.office_key = v_key
    ) or exists (
      select from public.profiles as p where p.is_admin and private.office_key(p.username) = v_key
    ) or v_words && private.office_keys(array[
        'admin', 'admins', 'administration', 'administrator', 'administrators', 'moderator', 'moderators', 'sysop',
        'sysops'
      ]) or (
      v_words && private.office_keys(array[
        'account', 'accounts', 'bailiff', 'bailiffs', 'bankside', 'claims', 'committee', 'desk', 'email', 'help',
        'helpdesk', 'mail', 'manager', 'managers', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'official',
        'owner', 'owners', 'password', 'passwords', 'payments', 'prizes', 'referrals', 'rewards', 'security', 'service',
        'services', 'staff', 'support', 'system', 'team'
      ])
      and v_words <@ private.office_keys(array[
        'a', 'account', 'accounts', 'and', 'bailiff', 'bailiffs', 'bankside', 'carp', 'claim', 'claims', 'club',
        'committee', 'crew', 'desk', 'email', 'from', 'head', 'help', 'helpdesk', 'hq', 'info', 'mail', 'manager',
        'managers', 'member', 'members', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'of', 'official',
        'our', 'owner', 'owners', 'password', 'passwords', 'payments', 'prize', 'prizes', 'referrals', 'reward',
        'rewards', 's', 'security', 'service', 'services', 'staff', 'support', 'system', 'team', 'the', 'uk', 'winner',
        'winners', 'your'
      ])
    );
  end
  $function$;
comment on function private.is_reserved_username(p_username text) is 'Whether a name reads like that of an office or an admin, contains the word admin or moderator or the club''s name, consists only of words that the club uses of itself, or reads as its sentences do. Nothing is reserved in a club without an admin.';

create function private.is_username(p_username text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select char_length(p_username) between 1 and 50
      and p_username !~ '^\s|\s$'
      and p_username ~ '[^\s\u00ad\u200b-\u200f\u2060-\u2064\u3164]'
      and private.is_plain_text(p_username)
  $function$;
comment on function private.is_username(p_username text) is '1 to 50 visible characters on one line, trimmed.';

grant execute on function private.is_username(p_username text) to anon, authenticated, service_role;

create function private.is_username_available(p_username text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.username_problem(p_username, auth.uid()) is null $function$;
comment on function private.is_username_available(p_username text) is 'True if the caller may take the name; otherwise username_problem gives the reason.';

grant execute on function private.is_username_available(p_username text) to anon, authenticated, service_role;

create function private.office_key(p_username text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  declare
    v_plain constant text := lower(regexp_replace(normalize(p_username, nfkd), '[\u0300-\u036f]', '', 'g'));
    v_unnumbered constant text := regexp_replace(v_plain, '[ ._''’-]*[0-9]{1,2}$', '');
  begin
    return regexp_replace(
      regexp_replace(
        translate(
          case when v_unnumbered = '' or v_unnumbered ~ '[0-9]' then v_plain else v_unnumbered end,
          'i1!|05', 'llllos'
        ),
        '[ ._''’-]', '', 'g'
      ),
      '(.)\1+', '\1', 'g'
    );
  end
  $function$;
comment on function private.office_key(p_username text) is 'A name as it is read at a glance: without case, accents, separators, doubled letters and a number at the end; i is read as l.';

create function private.raise_username_problem(p_problem text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    case p_problem
      when 'length' then
        raise exception 'Username must have 1 to 50 characters' using errcode = '22U01';
      when 'invisible' then
        raise exception 'Username cannot hold invisible characters' using errcode = '22U02';
      when 'spaces' then
        raise exception 'Username can have single spaces between words only' using errcode = '22U03';
      when 'characters' then
        raise exception 'Username holds a character that names cannot have' using errcode = '22U04';
      when 'letters' then
        raise exception 'Username needs a letter or a digit' using errcode = '22U05';
      when 'marks' then
        raise exception 'Username has an accent without its letter, or too many' using errcode = '22U06';
      when 'scripts' then
        raise exception 'Username mixes letters of different alphabets' using errcode = '22U07';
      when 'reserved' then
        raise exception 'Username is reserved for admins' using errcode = '22U08', hint = 'choose another username';
      when 'taken' then
        raise exception 'Username is already taken' using errcode = '23505', hint = 'choose another username';
      when 'similar' then
        raise exception 'Username looks too much like another member''s' using errcode = '23U01';
      when 'kept' then
        raise exception 'Username was given up recently' using errcode = '23U02', hint = 'it is kept for 90 days';
      when 'often' then
        raise exception 'Username was changed too often' using errcode = '23U03', hint = '10 changes in 90 days';
    end case;
  end
  $function$;
comment on function private.raise_username_problem(p_problem text) is 'Raises the code and message for a problem with a username.';

create function private.tg_profiles__check_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_problem text;
  begin
    -- A name from before these rules stays until its member changes it; an upsert sends it again.
    if exists (select from public.profiles as p where p.id = new.id and p.username = new.username) then
      return new;
    end if;
    v_problem := private.username_form_problem(new.username);
    if v_problem is not null then
      perform private.raise_username_problem(v_problem);
    end if;
    new.username := private.tidy_username(new.username);
    return new;
  end
  $function$;
comment on function private.tg_profiles__check_username() is 'Stores a username in compatibility form; refuses one that breaks a rule.';

create function private.tg_profiles__claim_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_keys constant bytea[] := private.username_keys_of(new.username);
    v_problem constant text := private.username_problem(new.username, new.id);
    v_own constant uuid[] := private.lives_of(new.id);
    v_now constant timestamptz := clock_timestamp();
  begin
    if v_problem in ('taken', 'similar', 'kept', 'scripts') then
      perform private.raise_username_problem(v_problem);
    end if;
    -- The row already has the new name, so the check for reserved names uses the old row.
    if private.is_reserved_username(new.username) and not new.is_admin and (
      tg_op = 'INSERT' or private.username_key(old.username) <> private.username_key(new.username)
    ) then
      perform private.raise_username_problem('reserved');
    end if;
    -- The unique index decides between simultaneous requests; inserting in the order of the keys prevents deadlocks.
    insert into private.username_keys as k (key, user_id)
      select n.key, new.id
      from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as o where o.key = n.key and o.user_id = new.id and o.freed_at is null
      )
      order by n.key
      on conflict (key) do update set user_id = excluded.user_id, freed_at = null
        where k.user_id = any (v_own) or k.freed_at <= now() - interval '90 days';
    if exists (
      select from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as k where k.key = n.key and k.user_id = new.id and k.freed_at is null
      )
    ) then
      perform private.raise_username_problem(coalesce(private.username_problem(new.username, new.id), 'similar'));
    end if;
    if tg_op = 'UPDATE' then
      -- Each change has every open feed load the member's posts again, also one of case, or back to a name given up.
      if new.id = auth.uid() and private.count_use('renames-90d', 10, interval '90 days') is not null then
        perform private.raise_username_problem('often');
      end if;
      -- A change of case alone gives up nothing: the readings of both spellings belong to one name.
      if private.username_key(old.username) <> private.username_key(new.username) then
        update private.username_keys as k set freed_at = v_now
          where k.user_id = new.id and k.freed_at is null and k.key <> all(v_keys);
        perform private.forget_freed_usernames();
        -- Each change keeps a name from others, so the number of names that an address gives up is limited too.
        if new.id = auth.uid() and private.is_api_request() and (
          select count(distinct k.freed_at)
          from private.username_keys as k
          where k.user_id = any (v_own) and k.freed_at > now() - interval '90 days'
        ) > 10 then
          perform private.raise_username_problem('often');
        end if;
      end if;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__claim_username() is 'Takes the keys of a new name and gives up those of the old one. A member may take back a name that they gave up, also with an earlier account of their address. Of their own, members make at most 10 changes in 90 days (23U03).';

create function private.tg_profiles__free_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    update private.username_keys as k set user_id = null, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = old.id;
    perform private.forget_freed_usernames();
    return null;
  end
  $function$;
comment on function private.tg_profiles__free_username() is 'Keeps the names of a deleted member from others for 90 days, without recording whose they were.';

create function private.tidy_username(p_username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select regexp_replace(normalize(p_username, nfkc), '^\s+|\s+$', '', 'g') $function$;
comment on function private.tidy_username(p_username text) is 'A username as it is stored: in compatible form (NFKC) and trimmed.';

create function private.username_fold(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  begin
    return lower(upper(p_text collate "und-x-icu") collate "und-x-icu");
  end
  $function$;
comment on function private.username_fold(p_text text) is 'The text without case. Upper case comes first, because it unifies dotless and dotted i, both small sigmas, and ß and ss.';

create function private.username_form_problem(p_username text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_username text;
    v_found record;
  begin
    -- Checked first, so that a text of a megabyte costs nothing.
    if p_username is null or char_length(p_username) not between 1 and 400 then
      return 'length';
    end if;
    -- Invisible characters: control characters, Unicode's default ignorables, the blank of Braille.
    if p_username ~ ('[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f'
      || '\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
      || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]')
    then
      return 'invisible';
    end if;
    v_username := private.tidy_username(p_username);
    if char_length(v_username) not between 1 and 50 then
      return 'length';
    end if;
    if v_username ~ '[^\S ]|  ' then
      return 'spaces';
    end if;

    with letters as materialized (
      select
        t.letter,
        c.kind,
        c.kind is not null and c.scripts <> '{}' as is_of_a_script,
        coalesce(c.scripts, '{}') as scripts,
        lag(t.letter) over w as letter_before,
        lag(c.kind) over w as kind_before,
        count(*) filter (where c.kind = 'mark' and c.scripts = '{}')
          over (w rows between 4 preceding and current row) as marks_in_a_row
      from string_to_table(v_username, null) with ordinality as t (letter, place)
        left join lateral (
          select r.kind, r.scripts
          from (
            select u.last, u.kind, u.scripts
            from private.username_characters as u
            where u.first <= ascii(t.letter)
            order by u.first desc
            limit 1
          ) as r
          where ascii(t.letter) <= r.last
        ) as c on true
      window w as (order by t.place)
    ),
    totals as (
      select
        count(*) as letters,
        count(*) filter (where not 'Latn' = any(l.scripts)) as others
      from letters as l
      where l.is_of_a_script
    ),
    scripts as (
      select
        s.script,
        count(*) as letters,
        count(*) filter (where not 'Latn' = any(l.scripts)) as others
      from letters as l, unnest(l.scripts) as s (script)
      group by s.script
    )
    select
      bool_or(l.kind is null and l.letter <> ' ') as has_foreign_character,
      not bool_or(coalesce(l.kind in ('letter', 'digit'), false)) as has_no_letter,
      bool_or(l.kind = 'mark' and (
        l.marks_in_a_row > 4
        or l.letter = l.letter_before
        or coalesce(l.kind_before not in ('letter', 'mark'), true)
      )) as has_stray_mark,
      -- Either one script contains all letters, or one of three contains all that are not Latin (UTS #39, highly
      -- restrictive).
      (select t.letters > 0 from totals as t) and not exists (
        select from scripts as s, totals as t
        where s.letters = t.letters or (s.script in ('Jpan', 'Hanb', 'Kore') and s.others = t.others)
      ) as is_mixed
      into v_found
      from letters as l;
    return case
      when v_found.has_foreign_character then 'characters'
      when v_found.has_no_letter then 'letters'
      when v_found.has_stray_mark then 'marks'
      when v_found.is_mixed then 'scripts'
    end;
  end
  $function$;
comment on function private.username_form_problem(p_username text) is 'The rule that a username breaks by itself: length, invisible, spaces, characters, letters, marks or scripts; otherwise null.';

create function private.username_key(p_username text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select lower((case when char_length(p_username) <= 2000 then normalize(p_username, nfkc) else p_username end)
      collate "und-x-icu")
  $function$;
comment on function private.username_key(p_username text) is 'Usernames with the same key are the same, whatever the locale of the database: case and compatibility forms are ignored. Text of more than 2,000 characters is no name, and keeps its compatibility forms.';

grant execute on function private.username_key(p_username text) to anon, authenticated, service_role;

create function private.username_keys_of(p_username text)
 RETURNS bytea[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_username constant text := normalize(p_username, nfkc);
    v_squeezed constant text := private.username_squeeze(v_username);
    v_small text := private.username_skeleton(private.username_fold(v_username));
    v_written text := private.username_skeleton(v_username);
    v_capital text := private.username_skeleton(upper(v_username collate "und-x-icu"));
    v_readings text[] := array[
      private.username_fold(v_small), private.username_fold(v_written), '^' || v_written, '^' || v_capital
    ];
  begin
    if v_squeezed <> v_username then
      v_small := private.username_skeleton(private.username_fold(v_squeezed));
      v_written := private.username_skeleton(v_squeezed);
      v_capital := private.username_skeleton(upper(v_squeezed collate "und-x-icu"));
    end if;
    v_written := private.username_ligate(v_written);
    v_readings := v_readings || array[
      private.username_fold(v_small),
      private.username_fold(v_written),
      '^' || v_written,
      '^' || private.username_ligate(v_capital)
    ];
    return (
      select array_agg(distinct sha256(convert_to(r.reading, 'UTF8')))
      from unnest(v_readings) as r (reading)
    );
  end
  $function$;
comment on function private.username_keys_of(p_username text) is 'Digests of the readings of a username, in order. Two names that share one are too similar.';

create function private.username_ligate(p_skeleton text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select replace(regexp_replace(replace(p_skeleton, 'vv', 'w'), 'V[Vv]', 'W', 'g'), 'cl', 'd') $function$;
comment on function private.username_ligate(p_skeleton text) is 'Reads two adjacent letters as the one that they look like: vv as w, cl as d. The skeleton already reads m as rn.';

create function private.username_problem(p_username text, p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_problem constant text := private.username_form_problem(p_username);
    v_username text;
    v_key text;
    v_keys bytea[];
    v_own uuid[];
    v_is_held boolean;
  begin
    if v_problem is not null then
      return v_problem;
    end if;
    v_username := private.tidy_username(p_username);
    if private.has_stray_ideograph(v_username) then
      return 'scripts';
    end if;
    v_key := private.username_key(v_username);
    v_keys := private.username_keys_of(v_username);
    if exists (
      select from public.profiles as p
      where private.username_key(p.username) collate "C" = v_key
        and p.id is distinct from p_user_id
    ) then
      return 'taken';
    end if;
    v_own := case when p_user_id is not null then private.lives_of(p_user_id) end;
    select bool_or(k.freed_at is null) into v_is_held
      from private.username_keys as k
      where k.key = any(v_keys)
        and (v_own is null or k.user_id is null or k.user_id <> all (v_own))
        and (k.freed_at is null or k.freed_at > now() - interval '90 days');
    if v_is_held is not null then
      return case when v_is_held then 'similar' else 'kept' end;
    end if;
    if private.is_reserved_username(v_username) and not exists (
      select from public.profiles as p
      where p.id = p_user_id and (p.is_admin or private.username_key(p.username) = v_key)
    ) then
      return 'reserved';
    end if;
    return null;
  end
  $function$;
comment on function private.username_problem(p_username text, p_user_id uuid) is 'Why a member cannot take a name: the rule that it breaks by itself, or taken, similar (to another''s), kept (given up by another member in the last 90 days) or reserved (for admins). Null if it is free.';

grant execute on function private.username_problem(p_username text, p_user_id uuid) to anon, authenticated, service_role;

create function private.username_skeleton(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return (
      select normalize(coalesce(string_agg(coalesce(
        -- Looked up for each letter: a join would read all confusables.
        (select c.prototype from private.username_confusables as c where c.source = t.letter collate "C"),
        t.letter
      ), '' order by t.place), ''), nfd)
      from string_to_table(normalize(p_text, nfd), null) with ordinality as t (letter, place)
    );
  end
  $function$;
comment on function private.username_skeleton(p_text text) is 'The skeleton of UTS #39: texts that look alike have the same one. For comparison only, never shown.';

create function private.username_squeeze(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_text constant text := (
      select coalesce(string_agg(t.letter, '' order by t.place), '')
      from string_to_table(p_text, null) with ordinality as t (letter, place)
        left join lateral (
          select u.last, u.kind, u.scripts
          from private.username_characters as u
          where u.first <= ascii(t.letter)
          order by u.first desc
          limit 1
        ) as c on ascii(t.letter) <= c.last
      where t.letter <> ' ' and (c.kind = 'sign' or (c.kind = 'letter' and c.scripts = '{}')) is not true
    );
  begin
    return coalesce(nullif(v_text, ''), p_text);
  end
  $function$;
comment on function private.username_squeeze(p_text text) is 'A username without spaces, signs and characters that are read as signs: Tom_Withy, Tom Withy and TomWithy are equal. Never empty.';

create function public.is_username_available(username text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.is_username_available(is_username_available.username) $function$;
comment on function public.is_username_available(username text) is 'Whether a username is valid and free (true for the caller''s own).';

grant execute on function public.is_username_available(username text) to anon, authenticated, service_role;

create function public.username_problem(username text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.username_problem(username_problem.username, auth.uid()) $function$;
comment on function public.username_problem(username text) is 'Why the caller cannot take a username: length, invisible, spaces, characters, letters, marks, scripts, taken, similar, kept or reserved. Null if they can.';

grant execute on function public.username_problem(username text) to anon, authenticated, service_role;
