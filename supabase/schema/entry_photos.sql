-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.remove_entry_photo(p_entry_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_entry public.game_entries;
    v_game public.games;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    select e.* into v_entry from public.game_entries as e where e.id = p_entry_id and e.photo_url is not null;
    if not found then
      return false;
    end if;
    select g.* into v_game from public.games as g where g.id = v_entry.game_id;
    if v_game.status = 'active' and v_entry.winner_place is not null then
      update public.game_entries as e set winner_place = null where e.id = p_entry_id;
    end if;
    update public.game_entries as e set photo_url = null where e.id = p_entry_id and e.photo_url is not null;
    if not found then
      return false;
    end if;
    perform private.audit_member('remove_photo', v_entry.user_id, jsonb_build_object('game', v_game.title));
    -- Members' screens load the game and its entries again.
    insert into private.live_pending (topic, id, kind)
      values ('games', v_game.id, 'row'), ('games', v_game.id, 'entries');
    return true;
  end
  $function$;
comment on function private.remove_entry_photo(p_entry_id uuid) is 'Takes the photo out of an entry, and with it the place that was chosen in an active game; a result stays. False if the entry has none. Admins only.';

grant execute on function private.remove_entry_photo(p_entry_id uuid) to authenticated;

create function public.remove_entry_photo(entry_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.remove_entry_photo(remove_entry_photo.entry_id) $function$;
comment on function public.remove_entry_photo(entry_id uuid) is 'Takes the photo out of an entry of a carp of the week; the file is deleted. In an active game the entry loses its place, in a completed one it keeps it. False if there is no such photo, also after the first call. Admins only (42501).';

grant execute on function public.remove_entry_photo(entry_id uuid) to authenticated;
