-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.audit_words(p_actor text, p_label text, p_details jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select private.username_key(concat_ws(' ', p_actor, p_label, (
      select string_agg(t.word, ' ' order by t.place)
      from (
        select v.value #>> '{}' as word, v.place
        from jsonb_path_query(p_details, 'strict $.**') with ordinality as v (value, place)
        where jsonb_typeof(v.value) = 'string'
      ) as t
      where t.word !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    )))
  $function$;
comment on function private.audit_words(p_actor text, p_label text, p_details jsonb) is 'What an entry of the audit trail is found by, in lower case: the names of actor and subject and all texts in its details, without IDs.';
