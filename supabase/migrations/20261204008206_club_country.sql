-- Where the club is: the country that an address begins with, and the unit of weights for new games and members.

-- Table ----------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column country text not null default 'United States',
  add column weight_unit text not null default 'kg',
  add constraint site_settings_country_length check (char_length(country) <= 100),
  add constraint site_settings_country_plain check (private.has_text(country) and private.is_plain_text(country)),
  add constraint site_settings_weight_unit_known check (weight_unit in ('kg', 'lbs'));
comment on column public.site_settings.country is 'The English name of the country that a new address begins with.';
comment on column public.site_settings.weight_unit is
  'kg or lbs: what a new game and the profile of a new member begin with.';
grant update (country, weight_unit) on public.site_settings to authenticated;

drop trigger _600_audit on public.site_settings;
create trigger _600_audit after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,time_zone,country,weight_unit,currency_symbol,reports_to_hide,admins_need_two_steps,joining', '');

-- Functions ------------------------------------------------------------------------------------------------

create function private.club_weight_unit() returns text
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select s.weight_unit from public.site_settings as s), 'kg') $$;
comment on function private.club_weight_unit() is 'The unit of weights that the club uses: kg or lbs.';

create or replace function private.open_profile(p_user_id uuid, p_wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Another sign-up may take the name between the check and the insert; the next check sees that.
    for n in 1..10 loop
      begin
        insert into public.profiles (id, username, weight_unit)
          values (
            p_user_id, private.free_username(case when n < 10 then p_wanted end, p_user_id), private.club_weight_unit())
          on conflict do nothing;
        if found then
          return;
        end if;
      exception
        when unique_violation or sqlstate '23U01' or sqlstate '23U02' then
          null;
      end;
      if exists (select from public.profiles as p where p.id = p_user_id) then
        return;
      end if;
    end loop;
    perform private.raise_username_problem('taken');
  end
  $function$;

create or replace function private.tg_auth_users__create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_username constant text := new.raw_user_meta_data ->> 'username';
    v_problem text;
  begin
    if tg_op = 'INSERT' and new.email is not null and new.email_confirmed_at is null then
      if v_username is not null then
        v_problem := private.username_problem(v_username, new.id);
        if v_problem is not null then
          perform private.raise_username_problem(v_problem);
        end if;
      end if;
      return null;
    end if;
    if tg_op = 'UPDATE' then
      if exists (select from public.profiles as p where p.id = new.id) then
        return null;
      end if;
      perform private.open_profile(new.id, v_username);
    elsif v_username is null then
      perform private.open_profile(new.id, null);
    else
      -- The person who signs up is present and can choose another name.
      insert into public.profiles (id, username, weight_unit) values (new.id, v_username, private.club_weight_unit())
        on conflict (private.username_key(username)) do nothing;
      if not found then
        perform private.raise_username_problem('taken');
      end if;
    end if;
    if new.email is not null then
      insert into private.account_emails (user_id, email) values (new.id, new.email)
        on conflict (user_id) do update set email = excluded.email;
    end if;
    return null;
  end
  $function$;
