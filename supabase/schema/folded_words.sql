-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.glances(p_phrases text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  begin
    return array(
      select (
        select ' ' || string_agg(case w.word when '#' then w.word else private.glance(w.word) end, ' ' order by w.place) || ' '
        from string_to_table(p.phrase, ' ') with ordinality as w (word, place))
      from unnest(p_phrases) with ordinality as p (phrase, place)
      order by p.place);
  end
  $function$;
comment on function private.glances(p_phrases text[]) is 'Phrases as they are read at a glance, word by word, with a blank before and behind each; # stands for a number. For constants: only a migration changes the letters that are confusable.';

create function private.office_keys(p_words text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  begin
    return array(
      select private.office_key(w.word) from unnest(p_words) with ordinality as w (word, place) order by w.place);
  end
  $function$;
comment on function private.office_keys(p_words text[]) is 'The private.office_key of each word.';
