-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_game_entries__in_own_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and new.user_id is distinct from auth.uid() then
      raise exception 'members enter in their own name' using errcode = '42501';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_game_entries__in_own_name() is 'Refuses an entry in another''s name before the other triggers, whose refusals would tell about that member.';

create function private.tg_prize_awards__by_admins()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      raise exception 'only admins assign prizes' using errcode = '42501';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__by_admins() is 'Refuses an award by others before the other triggers, whose refusals would tell about packages and stock.';
