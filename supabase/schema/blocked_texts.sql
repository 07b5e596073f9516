-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_point_gifts__refuse_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if new.to_user_id = any (private.blocked_with_me()) then
      perform private.refuse_as_gone('point_gifts', 'to_user_id', new.to_user_id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_point_gifts__refuse_blocked() is 'Refuses a gift between two in a block where the foreign key refuses one to a member who has left: after the constraints of the row, before its points are moved.';
