-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.keep_promised(p_package_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from private.games_promising(p_package_id)) then
      raise exception 'Members have entered a running game for this prize, so it cannot be reduced or removed.'
        using errcode = 'PZ011', hint = 'Complete or cancel the game first.';
    end if;
  end
  $function$;
comment on function private.keep_promised(p_package_id uuid) is 'Refuses a change of the package that a running game with entries has as its prize (PZ011).';

create function private.tg_prize_packages__keep_promised()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.keep_promised(old.id);
    return new;
  end
  $function$;
comment on function private.tg_prize_packages__keep_promised() is 'The prize of a running game with entries stays active (PZ011): the winner would not get it.';
