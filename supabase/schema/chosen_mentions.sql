-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.without_choices(p_text text, p_mentions jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  declare
    v_text text := p_text;
    v_name text;
  begin
    if position(e'\u2060' in p_text) > 0 then
      for v_name in select n.name from jsonb_object_keys(p_mentions) as n (name) loop
        v_text := replace(v_text, '@' || v_name || e'\u2060', '@' || v_name);
      end loop;
    end if;
    return v_text;
  end
  $function$;
comment on function private.without_choices(p_text text, p_mentions jsonb) is 'A text without the marks behind the names that were chosen from the list.';
