-- Prizes, continued: assigning a whole package, all of its items or none.

-- Returns what stood in the way instead of raising it: a game is completed whether or not its prize is there.
create function private.assign_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz) returns text
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_active boolean;
    v_items integer;
    v_missing text;
  begin
    select p.is_active into v_is_active from public.prize_packages as p where p.id = p_package_id for share;
    if v_is_active is not true then
      return case when v_is_active is null then 'not found' else 'inactive' end;
    end if;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    select count(*), min(i.title) filter (where i.remaining_quantity < 1) into v_items, v_missing
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
  $$;
comment on function private.assign_package(uuid, uuid, timestamptz) is
  'One award per item of an active package, or none; returns null or what stood in the way.';

create function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz)
  returns setof public.prize_awards
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_problem text;
  begin
    perform private.require_admin();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'member not found' using errcode = 'P0001';
    end if;
    v_problem := private.assign_package(p_package_id, p_user_id, p_claim_deadline);
    if v_problem is not null then
      raise exception '%', case
          when v_problem = 'not found' then 'Package not found'
          when v_problem = 'inactive' then 'This prize package is not active.'
          when v_problem = 'empty' then 'This prize package has no items.'
          else format('There is none left of "%s".', substr(v_problem, length('out of stock: ') + 1))
        end
        using errcode = 'P0001';
    end if;
    return query
      select a.* from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.user_id = p_user_id and i.package_id = p_package_id and a.awarded_at = now();
  end
  $$;
comment on function private.assign_prize_package(uuid, uuid, timestamptz) is 'assign_package for admins; raises P0001.';

create function public.assign_prize_package(
  package_id uuid,
  user_id uuid,
  claim_deadline timestamptz default now() + interval '30 days'
) returns setof public.prize_awards
  language sql set search_path = ''
  as $$
    select * from private.assign_prize_package(
      assign_prize_package.package_id,
      assign_prize_package.user_id,
      coalesce(assign_prize_package.claim_deadline, now() + interval '30 days')
    )
  $$;
comment on function public.assign_prize_package(uuid, uuid, timestamptz) is
  'Assigns every item of an active package to a member, or nothing at all; returns the awards. Admins only.';

revoke execute on function
  private.assign_package(uuid, uuid, timestamptz),
  private.assign_prize_package(uuid, uuid, timestamptz),
  public.assign_prize_package(uuid, uuid, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function
  private.assign_prize_package(uuid, uuid, timestamptz),
  public.assign_prize_package(uuid, uuid, timestamptz)
  to authenticated;
