-- Welcome: a new account sees one page before its first visit, once. Until then a row says that it is awaited.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.awaited_welcomes (
  user_id uuid not null,
  constraint awaited_welcomes_pkey primary key (user_id),
  constraint awaited_welcomes_user_id_fkey foreign key (user_id) references public.profiles on delete cascade
);
comment on table private.awaited_welcomes is
  'Members who have not saved or skipped the welcome page yet. Accounts that are older than the page have no row.';

alter table private.awaited_welcomes enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_profiles__await_welcome() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.awaited_welcomes (user_id) select a.id from added as a;
    return null;
  end
  $$;
comment on function private.tg_profiles__await_welcome() is
  'A new profile, however its account was made, is to see the welcome page.';

create function private.awaits_welcome() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from private.awaited_welcomes as w join public.profiles as p on p.id = w.user_id
      where w.user_id = auth.uid() and not p.is_suspended
    );
  end
  $$;
comment on function private.awaits_welcome() is 'Whether the caller is to see the welcome page; see public.awaits_welcome.';

create function public.awaits_welcome(member public.profiles) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    if awaits_welcome.member.id is distinct from auth.uid() then
      return false;
    end if;
    return private.awaits_welcome();
  end
  $$;
comment on function public.awaits_welcome(public.profiles) is
  'Whether the caller has yet to save or skip the welcome page. False while they are suspended, for accounts that are older '
  'than the page, for the first admin, and for the profile of another member.';

create function private.finish_welcome() returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = '42501';
    end if;
    perform private.hold_gate();
    delete from private.awaited_welcomes as w where w.user_id = auth.uid();
  end
  $$;
comment on function private.finish_welcome() is 'See public.finish_welcome.';

create function public.finish_welcome() returns void
  language sql set search_path = ''
  as $$ select private.finish_welcome() $$;
comment on function public.finish_welcome() is
  'The caller has saved or skipped the welcome page: no device shows it again. A second call changes nothing.';

create or replace function private.promote_admin(user_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_found boolean;
  begin
    update public.profiles as p set is_admin = true, is_suspended = false
      from private.account_emails as e
      where e.user_id = p.id and lower(e.email) = lower(btrim(promote_admin.user_email));
    v_found := found;
    -- An operator who makes the admin of a club has seen more of it than the page would show.
    delete from private.awaited_welcomes as w
      using private.account_emails as e
      where e.user_id = w.user_id and lower(e.email) = lower(btrim(promote_admin.user_email));
    return v_found;
  end
  $function$;
comment on function private.promote_admin(text) is
  'Makes the member with this address an admin, without the welcome page; false if there is none. For the database owner.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _550_await_welcome after insert on public.profiles
  referencing new table as added
  for each statement execute function private.tg_profiles__await_welcome();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.tg_profiles__await_welcome(),
  private.awaits_welcome(),
  public.awaits_welcome(public.profiles),
  private.finish_welcome(),
  public.finish_welcome()
  from public, anon, authenticated, service_role;
grant execute on function
  private.awaits_welcome(),
  public.awaits_welcome(public.profiles),
  private.finish_welcome(),
  public.finish_welcome()
  to authenticated;
