-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.hidden_entry_photo(p_entry_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select a.address
      from private.report_cases as c
        join public.game_entries as e on e.id = c.subject_id
        join private.reports as r on r.case_id = c.id
        cross join lateral unnest(r.pictures) as a (address)
      where c.subject_id = p_entry_id and c.took_photo and e.photo_url is null
        and private.is_own_file(a.address, 'game-photos', e.user_id)
      limit 1
    );
  end
  $function$;
comment on function private.hidden_entry_photo(p_entry_id uuid) is 'The photo that a case has taken out of an entry and can put back; null if none has, if its file is no longer kept, or if the entrant has left.';

create function private.hide_entry_photo(p_entry_id uuid, p_hides boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
    v_photo text;
    v_path text;
    v_game_id uuid;
  begin
    -- The case that has the photo, else the newest. The caller has locked it.
    select c.* into v_case from private.report_cases as c
      where c.subject_id = p_entry_id and c.kind = 'entry'
      order by c.took_photo desc, c.created_at desc, c.id limit 1;
    if p_hides then
      update public.game_entries as e set photo_url = null where e.id = p_entry_id and e.photo_url is not null
        returning e.game_id into v_game_id;
      if found then
        update private.report_cases as c set took_photo = true where c.id = v_case.id;
      end if;
    elsif v_case.took_photo then
      v_photo := private.hidden_entry_photo(p_entry_id);
      v_path := substr(v_photo, char_length('/storage/v1/object/public/game-photos/') + 1);
      -- An admin may have deleted the file itself.
      perform private.lock_file_names(array['game-photos/' || v_path], false);
      update public.game_entries as e set photo_url = v_photo
        where e.id = p_entry_id and e.photo_url is null and v_photo is not null
          and exists (select from storage.objects as o where o.bucket_id = 'game-photos' and o.name = v_path)
        returning e.game_id into v_game_id;
      update private.report_cases as c set took_photo = false where c.id = v_case.id;
    end if;
    if v_game_id is null then
      return false;
    end if;
    -- Members' screens load the game and its entries again.
    insert into private.live_pending (topic, id, kind)
      values ('games', v_game_id, 'row'), ('games', v_game_id, 'entries');
    return true;
  end
  $function$;
comment on function private.hide_entry_photo(p_entry_id uuid, p_hides boolean) is 'Takes the photo of an entry away for the newest case about it, or puts back what a case took. False if nothing changes.';

create function private.queue_for_places(p_case_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from private.report_cases as c where c.id = p_case_id and c.kind = 'entry') then
      perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    end if;
  end
  $function$;
comment on function private.queue_for_places(p_case_id uuid) is 'Waits, for a case about an entry, as private.tg_games__queue_judges does. Before the case is locked: an admin who changes rights waits here first, and then for the cases to which the new admin is linked.';

create function private.return_entry_place(p_case_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_entry_id uuid;
    v_place integer;
  begin
    select c.subject_id, c.taken_place into v_entry_id, v_place
      from private.report_cases as c where c.id = p_case_id and c.taken_place is not null;
    if not found then
      return;
    end if;
    update public.game_entries as e set winner_place = v_place
      from public.games as g
      where e.id = v_entry_id and e.winner_place is null and not e.by_team and g.id = e.game_id and g.status = 'active'
        and not exists (
          select from public.game_entries as o where o.game_id = e.game_id and o.winner_place = v_place
        );
    update private.report_cases as c set taken_place = null where c.id = p_case_id;
  end
  $function$;
comment on function private.return_entry_place(p_case_id uuid) is 'Gives an entry the place back that the decision of a case took, if the game is active and no other entry has it.';

create function private.take_entry_place(p_case_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_entry_id uuid;
    v_place integer;
  begin
    select e.id, e.winner_place into v_entry_id, v_place
      from private.report_cases as c
        join public.game_entries as e on e.id = c.subject_id
        join public.games as g on g.id = e.game_id
      where c.id = p_case_id and g.status = 'active' and e.winner_place is not null
        and (c.took_photo or e.photo_url is not null);
    if found then
      update public.game_entries as e set winner_place = null where e.id = v_entry_id;
      update private.report_cases as c set taken_place = v_place where c.id = p_case_id;
    end if;
  end
  $function$;
comment on function private.take_entry_place(p_case_id uuid) is 'A photo that a decision hides loses its place in an active game, as one that an admin takes down; in a completed one the result stays.';
