-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.assign_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamp with time zone, p_game_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_active boolean;
    v_items integer;
    v_missing text;
    v_promised integer;
  begin
    perform private.hold_gate();
    select p.is_active into v_is_active from public.prize_packages as p where p.id = p_package_id for share;
    if v_is_active is not true then
      return case when v_is_active is null then 'not found' else 'inactive' end;
    end if;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    -- After the locks, so that a game completed at the same moment is counted as completed.
    select count(*) into v_promised
      from private.games_promising(p_package_id) as o
      where o.game_id <> p_game_id and private.entered_before(o.game_id, p_game_id);
    select count(*), min(i.title) filter (where i.remaining_quantity < 1 + v_promised) into v_items, v_missing
      from public.prize_items as i where i.package_id = p_package_id;
    if v_items = 0 then
      return 'empty';
    end if;
    if v_missing is not null then
      return 'out of stock: ' || v_missing;
    end if;
    insert into public.prize_awards (user_id, item_id, claim_deadline)
      select p_user_id, i.id, p_claim_deadline
      from public.prize_items as i where i.package_id = p_package_id order by i.id;
    return null;
  end
  $function$;
comment on function private.assign_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamp with time zone, p_game_id uuid) is 'One award per item of an active package, or none; returns null or the obstacle. A game leaves a unit for each running game that was entered before it.';

create function private.entered_before(p_game_id uuid, p_other_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select (min(e.created_at) filter (where e.game_id = p_game_id), p_game_id)
          < (min(e.created_at) filter (where e.game_id = p_other_id), p_other_id)
        from public.game_entries as e where e.game_id in (p_game_id, p_other_id)
    );
  end
  $function$;
comment on function private.entered_before(p_game_id uuid, p_other_id uuid) is 'Whether the first entry of one game is older than that of another; both have entries.';
