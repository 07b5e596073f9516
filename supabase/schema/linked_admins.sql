-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.linked_admins (
  case_id uuid not null,
  account_id uuid not null,
  constraint linked_admins_pkey PRIMARY KEY (case_id, account_id),
  constraint linked_admins_case_id_fkey FOREIGN KEY (case_id) REFERENCES private.report_cases(id) ON DELETE CASCADE
);
comment on table private.linked_admins is 'Whom the author of a case made an admin or a moderator since it was opened, or gave a new password, or to whom somebody linked to it at the time did so. A deleted account stays under its id in account_addresses.';

CREATE INDEX linked_admins_account ON private.linked_admins USING btree (account_id);

alter table private.linked_admins enable row level security;

create function private.tg_profiles__link_to_cases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.link_to_cases(new.id);
    return null;
  end
  $function$;
comment on function private.tg_profiles__link_to_cases() is 'Links a new admin or moderator to the cases about the one who did it, and to those that this one is linked to. The operator has none.';
