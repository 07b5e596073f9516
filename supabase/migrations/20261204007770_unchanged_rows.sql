-- An update that changes nothing was announced: to the members whom a row names, and to open consoles even when no row was
-- reached. A name that was given up and taken again kept its place before the names taken meanwhile, and with it their
-- mentions.

create or replace function private.tg__note_members() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_members uuid[];
  begin
    execute format(
      'select array(select m.id from (%s) as r, lateral unnest(array[%s]) as m (id) group by m.id)',
      case tg_op
        when 'INSERT' then 'select * from new_rows'
        when 'DELETE' then 'select * from old_rows'
        else '(select * from old_rows except select * from new_rows)
          union all (select * from new_rows except select * from old_rows)'
      end,
      (select string_agg(format('r.%I', c.name), ', ') from unnest(tg_argv[0]::text[]) as c (name)))
      into v_members;
    if cardinality(v_members) > 0 then
      perform private.note_members(v_members, tg_argv[1]);
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;

create or replace function private.tg__note_package() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_packages uuid[];
    v_any boolean;
  begin
    select exists (select from old_rows) into v_any;
    if not v_any then
      return null;
    end if;
    perform private.note_table(tg_table_name);
    if tg_op = 'DELETE' then
      execute format('select array_agg(distinct r.%I) from old_rows as r', tg_argv[0]) into v_packages;
    else
      execute format(
        'select array_agg(distinct n.%I)
         from new_rows as n
           join old_rows as o on o.id = n.id
         where to_jsonb(n) - $1 <> to_jsonb(o) - $1', tg_argv[0])
        into v_packages using array['updated_at', 'quantity', 'remaining_quantity'];
    end if;
    if v_packages is null then
      return null;
    end if;
    perform private.note_rows(
      'games',
      array(
        select g.id from public.games as g
        where g.prize_package_id = any (v_packages) and g.status in ('active', 'completed') limit 501));
    perform private.note_members(
      array(
        select distinct a.user_id
        from public.prize_awards as a
          join public.prize_items as i on i.id = a.item_id
        where i.package_id = any (v_packages)),
      'prizes');
    return null;
  end
  $$;

create function private.tg_username_keys__take() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.id := nextval(pg_get_serial_sequence('private.username_keys', 'id'));
    return new;
  end
  $$;
comment on function private.tg_username_keys__take() is
  'A name that is taken again comes after those that were taken meanwhile: mentions go to the name that was taken first.';

create trigger _100_take
  before update of freed_at on private.username_keys
  for each row when (old.freed_at is not null and new.freed_at is null)
  execute function private.tg_username_keys__take();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_username_keys__take() from public, anon, authenticated, service_role;
