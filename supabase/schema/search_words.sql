-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.folded(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
    -- In a database whose locale is C, lower() leaves capitals beyond ASCII as they are.
    select replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')),
        'øØłŁđĐðÐħĦıẞÆŒÞ', 'oollddddhhißæœþ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  $function$;
comment on function private.folded(p_text text) is 'A text in small letters without accents, as it is searched.';

grant execute on function private.folded(p_text text) to authenticated, service_role;

create function private.search_vector(p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
 SET search_path TO ''
AS $function$
    select to_tsvector('pg_catalog.simple', t.folded) || to_tsvector('pg_catalog.english', t.folded)
    from (select private.folded(p_text) as folded) as t
  $function$;
comment on function private.search_vector(p_text text) is 'The words of a text: as they are written, so that each can be found by its beginning, and as stems, so that other forms find it too.';

grant execute on function private.search_vector(p_text text) to authenticated, service_role;
