-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.narrowed_cases (
  case_id uuid not null,
  constraint narrowed_cases_pkey PRIMARY KEY (case_id),
  constraint narrowed_cases_case_id_fkey FOREIGN KEY (case_id) REFERENCES private.report_cases(id) ON DELETE CASCADE
);
comment on table private.narrowed_cases is 'Cases whose author, or somebody linked to them, has demoted, suspended or deleted an admin who could have decided. They wait for an admin who is not linked, whom the operator appoints if need be.';

alter table private.narrowed_cases enable row level security;

create function private.link_to_cases(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    insert into private.linked_admins (case_id, account_id)
      select c.id, p_user_id from private.report_cases as c
        where c.author_id = any (v_lives) or c.former_account_id = any (v_lives)
      union
      select k.case_id, p_user_id from private.linked_admins as k where k.account_id = any (v_lives)
      on conflict do nothing;
  end
  $function$;
comment on function private.link_to_cases(p_user_id uuid) is 'Links an account to the cases about the caller, and to those that the caller is linked to. The operator has none.';

create function private.narrow_cases(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    insert into private.narrowed_cases (case_id)
      select c.id from private.report_cases as c
      where (
          c.author_id = any (v_lives)
          or c.former_account_id = any (v_lives)
          or exists (
            select from private.linked_admins as k where k.case_id = c.id and k.account_id = any (v_lives))
        )
        and not coalesce(private.is_case_of(c, p_user_id), false)
      on conflict do nothing;
  end
  $function$;
comment on function private.narrow_cases(p_user_id uuid) is 'Notes that the caller takes the rights of an admin who could have decided the cases that the caller may not. The operator has none.';

create function private.tg__narrow_cases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- A deletion begins with the account or with the profile. By the second, the account's links have got another id.
    if exists (select from public.profiles as p where p.id = old.id and p.is_admin and not p.is_suspended)
      and exists (select from auth.users as u where u.id = old.id)
    then
      perform private.narrow_cases(old.id);
    end if;
    return old;
  end
  $function$;
comment on function private.tg__narrow_cases() is 'Before the deletion of a profile or an account, whichever comes first: an admin is deleted.';

create function private.tg_profiles__narrow_cases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.narrow_cases(old.id);
    return null;
  end
  $function$;
comment on function private.tg_profiles__narrow_cases() is 'An admin is demoted or suspended.';
