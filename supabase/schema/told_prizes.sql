-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.games_promising(p_package_id uuid)
 RETURNS TABLE(game_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select g.id from public.games as g
      where g.prize_package_id = p_package_id and g.status = 'active'
        and exists (select from public.game_entries as e where e.game_id = g.id);
  end
  $function$;
comment on function private.games_promising(p_package_id uuid) is 'The running games with entries that have this package as their prize.';

create function private.tg_prizes__tell_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.game_changes (game_id, changed)
      select g.game_id, '{prize}'
      from private.games_promising(
        case tg_table_name when 'prize_items' then (to_jsonb(new) ->> 'package_id')::uuid else new.id end) as g;
    return null;
  end
  $function$;
comment on function private.tg_prizes__tell_change() is 'Shows members that the prize of a running game that they entered is described in another way.';
