-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.awaited_welcomes (
  user_id uuid not null,
  constraint awaited_welcomes_pkey PRIMARY KEY (user_id),
  constraint awaited_welcomes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
comment on table private.awaited_welcomes is 'Members who have not saved or skipped the welcome page yet. Accounts that are older than the page have no row.';

alter table private.awaited_welcomes enable row level security;

create function private.awaits_welcome()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.awaited_welcomes as w join public.profiles as p on p.id = w.user_id
      where w.user_id = auth.uid() and not p.is_suspended
    );
  end
  $function$;
comment on function private.awaits_welcome() is 'Whether the caller is to see the welcome page; see public.awaits_welcome.';

grant execute on function private.awaits_welcome() to authenticated;

create function private.finish_welcome()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = '42501';
    end if;
    perform private.hold_gate();
    delete from private.awaited_welcomes as w where w.user_id = auth.uid();
  end
  $function$;
comment on function private.finish_welcome() is 'See public.finish_welcome.';

grant execute on function private.finish_welcome() to authenticated;

create function private.tg_profiles__await_welcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.awaited_welcomes (user_id) select a.id from added as a;
    return null;
  end
  $function$;
comment on function private.tg_profiles__await_welcome() is 'A new profile, however its account was made, is to see the welcome page.';

create function public.awaits_welcome(member public.profiles)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if awaits_welcome.member.id is distinct from auth.uid() then
      return false;
    end if;
    return private.awaits_welcome();
  end
  $function$;
comment on function public.awaits_welcome(member public.profiles) is 'Whether the caller has yet to save or skip the welcome page. False while they are suspended, for accounts that are older than the page, for the first admin, and for the profile of another member.';

grant execute on function public.awaits_welcome(member public.profiles) to authenticated;

create function public.finish_welcome()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.finish_welcome() $function$;
comment on function public.finish_welcome() is 'The caller has saved or skipped the welcome page: no device shows it again. A second call changes nothing.';

grant execute on function public.finish_welcome() to authenticated;
