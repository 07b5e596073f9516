-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.best_shown(p_member_id uuid, p_unit text)
 RETURNS numeric
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_grams constant integer := (select max(b.grams) from private.journal_bests(p_member_id, '{members}') as b);
  begin
    return case
      when p_unit = 'kg' then round(v_grams / 1000.0, 2)
      -- The heaviest that a profile takes.
      when v_grams > 453592 then 1000
      else round(v_grams / 453.59237, 2)
    end;
  end
  $function$;
comment on function private.best_shown(p_member_id uuid, p_unit text) is 'The heaviest catch of a member that all members may see, in kg or lbs; null without one.';

create function private.tg_catches__show_best()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_members uuid[];
  begin
    execute format('select array(select distinct r.user_id from (%s) as r)', case tg_op
        when 'INSERT' then 'select * from new_rows'
        when 'DELETE' then 'select * from old_rows'
        else 'select * from old_rows union all select * from new_rows'
      end) into v_members;
    perform from public.profiles as p
      where p.id = any (v_members) and p.weight_from = 'best'
        and p.weight_value is distinct from private.best_shown(p.id, p.weight_unit)
      order by p.id
      for no key update;
    if found then
      update public.profiles as p set weight_value = private.best_shown(p.id, p.weight_unit)
        where p.id = any (v_members) and p.weight_from = 'best'
          and p.weight_value is distinct from private.best_shown(p.id, p.weight_unit);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_catches__show_best() is 'Keeps the weight of profiles that show the best catch.';

create function private.tg_profiles__choose_weight()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- A weight that is typed without saying so, as by a page that is older than the choice.
    if new.weight_from = 'best' and old.weight_from = 'best'
      and new.weight_unit = old.weight_unit and new.weight_value is distinct from old.weight_value
      and new.weight_value is distinct from private.best_shown(new.id, new.weight_unit)
    then
      new.weight_from := 'typed';
    end if;
    if new.weight_from = 'best' then
      new.weight_value := private.best_shown(new.id, new.weight_unit);
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__choose_weight() is 'Sets the weight of a profile that shows the best catch. A typed weight ends that choice. Before update.';
