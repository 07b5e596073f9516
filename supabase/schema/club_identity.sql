-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.club_name()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce((select s.club_name from public.site_settings as s), 'Bankside') $function$;
comment on function private.club_name() is 'The name of the club.';

create function private.is_club_username(p_username text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_club constant text := private.club_name();
    v_key constant text := private.office_key(array_to_string(private.name_words(p_username), ''));
    v_own text[] := private.name_words(v_club);
    v_telling constant text[] := array(
      select w.word from unnest(v_own) with ordinality as w (word, place)
      where w.word <> all (array[
        'a', 'ac', 'and', 'angler', 'anglers', 'angling', 'association', 'carp', 'club', 'fisheries', 'fishery', 'fishing',
        'of', 'society', 'syndicate', 'the', 'uk'
      ])
      order by w.place);
    v_whole constant text := private.office_key(array_to_string(v_own, ''));
    -- A short name is compared as it is written: "Tomm" and "Tom 2" are not the club "Tom".
    v_is_short constant boolean := length(v_whole) < 5;
    v_words text[];
    v_offices text[] := array[
      'account', 'accounts', 'admin', 'admins', 'administration', 'administrator', 'administrators', 'bailiff', 'bailiffs',
      'care', 'chairman', 'claims', 'committee', 'crew', 'customer', 'desk', 'email', 'fishery', 'help', 'helpdesk', 'hq',
      'info', 'mail', 'manager', 'managers', 'members', 'mod', 'moderator', 'moderators', 'mods', 'noreply', 'notification',
      'notifications', 'office', 'officer', 'official', 'owner', 'owners', 'password', 'passwords', 'payments', 'president',
      'prize', 'prizes', 'reception', 'referrals', 'rewards', 'secretary', 'security', 'service', 'services', 'staff',
      'support', 'system', 'team', 'treasurer'
    ];
    v_beside text[] := array['a', 'and', 'club', 'from', 'of', 'our', 's', 'the', 'uk', 'your'];
    v_told text;
  begin
    if v_own = '{}' then
      return false;
    end if;
    if private.username_keys_of(p_username) && private.username_keys_of(v_club) then
      return true;
    end if;
    -- What is long enough to be the club's alone is reserved wherever it stands, as the build's own name is. The first two
    -- words of a longer name are how its members call it.
    foreach v_told in array array[
      private.office_key(array_to_string(v_telling, '')), private.office_key(array_to_string(v_telling[1:2], ''))
    ] loop
      if (length(v_told) >= 8 or (length(v_told) >= 6 and cardinality(v_telling) > 1)) and position(v_told in v_key) > 0 then
        return true;
      end if;
    end loop;
    v_words := private.name_words(p_username);
    if not v_is_short then
      v_own := array(select private.office_key(w.word) from unnest(v_own) as w (word));
      v_words := array(select private.office_key(w.word) from unnest(v_words) as w (word) where w.word !~ '^[0-9]{1,2}$');
      v_offices := array(select private.office_key(w.word) from unnest(v_offices) as w (word));
      v_beside := array(select private.office_key(w.word) from unnest(v_beside) as w (word));
    end if;
    -- "The Tom", "Tom Prize Team", "TomSupport", "Team Tom".
    return (array_remove(v_words, 'the') @> array_remove(v_own, 'the') and array_remove(v_words, 'the') <@ v_own)
      or (v_own <@ v_words and v_words && v_offices and v_words <@ (v_own || v_offices || v_beside))
      or exists (
        select from unnest(array_append(v_offices, '')) as o (word)
          cross join lateral (values (array_to_string(v_own, '')), ('the' || array_to_string(v_own, ''))) as c (name)
        where array_to_string(v_words, '') in (c.name || o.word, o.word || c.name)
      );
  end
  $function$;
comment on function private.is_club_username(p_username text) is 'Whether a username is the name of the club, consists of it and words that a club uses of itself, or contains it, if it is long enough to be the club''s alone.';

create function private.name_words(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select coalesce(array_agg(w.word), '{}')
    from regexp_split_to_table(lower(p_text),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f'
      '\u20a0-\u20cf\u2100-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\uff00-\uff0f\U0001f000-\U0001faff\U000e0000-\U000e0fff]+'
    ) as w (word)
    where w.word <> ''
  $function$;
comment on function private.name_words(p_text text) is 'The words of a name in lower case: what stands between spaces, punctuation, symbols and invisible signs.';
