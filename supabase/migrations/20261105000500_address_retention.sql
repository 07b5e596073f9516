-- Where a prize was sent is forgotten some time after it has arrived.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.settings
  add column address_retention_days integer default 90,
  add constraint settings_address_retention_range check (address_retention_days between 0 and 3650);
comment on column private.settings.address_retention_days is
  'Days after delivery until the copy of the address in an award is purged; null keeps it for ever.';

alter table public.prize_awards add column fulfilled_at timestamptz;
comment on column public.prize_awards.fulfilled_at is 'Since when the prize is delivered or closed; null while it is neither.';
update public.prize_awards as a set fulfilled_at = now() where a.fulfillment_status in ('delivered', 'closed');

-- Indexes --------------------------------------------------------------------------------------------------

create index prize_awards_addressed on public.prize_awards (fulfilled_at)
  where shipping_details is not null and fulfilled_at is not null;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_prize_awards__fulfilled_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.fulfillment_status in ('delivered', 'closed') then
      new.fulfilled_at := case
        when not private.is_api_request() then coalesce(new.fulfilled_at, now())
        when tg_op = 'UPDATE' then coalesce(old.fulfilled_at, now())
        else now()
      end;
    else
      new.fulfilled_at := null;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__fulfilled_at() is
  'The first moment at which the prize was delivered or closed; owners and the service role may back-date it.';

create trigger _325_fulfilled_at
  before insert or update of fulfillment_status, fulfilled_at on public.prize_awards
  for each row execute function private.tg_prize_awards__fulfilled_at();

create function private.set_address_retention(p_days integer) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    update private.settings as s set address_retention_days = p_days
      where s.address_retention_days is distinct from p_days;
  end
  $$;
comment on function private.set_address_retention(integer) is
  'Days from delivery to the purge of the address, 0 to 3650; null keeps addresses for ever. For the owner of the database.';

create function private.purge_delivered_addresses() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_days constant integer := (select s.address_retention_days from private.settings as s);
    v_purged integer;
  begin
    if v_days is null then
      return 0;
    end if;
    update public.prize_awards as a set shipping_details = null, shipping_address_id = null
      where a.shipping_details is not null and a.fulfilled_at <= now() - make_interval(days => v_days);
    get diagnostics v_purged = row_count;
    return v_purged;
  end
  $$;
comment on function private.purge_delivered_addresses() is
  'Takes the address out of awards delivered or closed longer ago than the setting says; returns how many.';

create function public.purge_delivered_addresses() returns integer
  language sql set search_path = ''
  as $$ select private.purge_delivered_addresses() $$;
comment on function public.purge_delivered_addresses() is
  'Forgets addresses of prizes delivered or closed long enough ago; returns how many. For a timer with the secret key, or '
  'pg_cron.';

revoke execute on function
  private.tg_prize_awards__fulfilled_at(),
  private.set_address_retention(integer),
  private.purge_delivered_addresses(),
  public.purge_delivered_addresses()
  from public, anon, authenticated, service_role;
grant execute on function private.purge_delivered_addresses(), public.purge_delivered_addresses() to service_role;
