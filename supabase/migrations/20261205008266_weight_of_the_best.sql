-- The weight of a profile is what the member typed, or their best catch: whichever they chose last.
--
-- A profile is for all members, so its best catch is the heaviest of those that all members may see.

-- Table ----------------------------------------------------------------------------------------------------

alter table public.profiles
  add column weight_from text not null default 'typed',
  add constraint profiles_weight_from_known check (weight_from in ('typed', 'best'));
comment on column public.profiles.weight_from is
  'Where weight_value comes from: typed by the member, or the best catch that all members may see, kept by triggers.';
grant insert (weight_from), update (weight_from) on public.profiles to authenticated;

-- Functions ------------------------------------------------------------------------------------------------

create function private.best_shown(p_member_id uuid, p_unit text) returns numeric
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.best_shown(uuid, text) is
  'The heaviest catch of a member that all members may see, in kg or lbs; null without one.';

create function private.tg_profiles__choose_weight() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_profiles__choose_weight() is
  'Sets the weight of a profile that shows the best catch. A typed weight ends that choice. Before update.';

create function private.tg_catches__show_best() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_catches__show_best() is 'Keeps the weight of profiles that show the best catch.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _205_choose_weight before update of weight_from, weight_value, weight_unit on public.profiles
  for each row execute function private.tg_profiles__choose_weight();
create trigger _520_show_best_delete after delete on public.catches
  referencing old table as old_rows for each statement execute function private.tg_catches__show_best();
create trigger _520_show_best_insert after insert on public.catches
  referencing new table as new_rows for each statement execute function private.tg_catches__show_best();
create trigger _520_show_best_update after update on public.catches
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_catches__show_best();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.best_shown(uuid, text),
  private.tg_profiles__choose_weight(),
  private.tg_catches__show_best()
  from public, anon, authenticated, service_role;
