-- The stock of a package as the console lists it: admins see every item, so the policy of items has nothing to decide
-- row by row. Members, who ask for one package at a time, are answered under the policy as before.

create function private.package_units(p_package_id uuid, p_in_stock boolean) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
  begin
    if not exists (select from public.profiles as p where p.id = v_reader and p.is_admin) then
      return null;
    end if;
    return (
      select coalesce(sum(case when p_in_stock then i.remaining_quantity else i.quantity end), 0)
      from public.prize_items as i
      where i.package_id = p_package_id
    );
  end
  $$;
comment on function private.package_units(uuid, boolean) is
  'Units of all items of a package, or what is left of them, for admins; null for everybody else.';

create or replace function public.total_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_units bigint;
  begin
    if row_security_active('public.prize_items'::regclass) then
      v_units := private.package_units(total_quantity.package.id, false);
      if v_units is not null then
        return v_units;
      end if;
    end if;
    return (
      select coalesce(sum(i.quantity), 0) from public.prize_items as i where i.package_id = total_quantity.package.id
    );
  end
  $$;

create or replace function public.remaining_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_units bigint;
  begin
    if row_security_active('public.prize_items'::regclass) then
      v_units := private.package_units(remaining_quantity.package.id, true);
      if v_units is not null then
        return v_units;
      end if;
    end if;
    return (
      select coalesce(sum(i.remaining_quantity), 0)
      from public.prize_items as i where i.package_id = remaining_quantity.package.id
    );
  end
  $$;

revoke execute on function private.package_units(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function private.package_units(uuid, boolean) to authenticated;
