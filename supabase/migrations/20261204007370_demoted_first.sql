-- Admins do not delete their own account: their name would go from the audit trail by their own hand. Another admin
-- removes their rights first, which is one more entry.

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_profiles__no_own_deletion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    raise exception 'admins do not delete their own account'
      using errcode = 'US002', hint = 'another admin removes the rights first';
  end
  $$;
comment on function private.tg_profiles__no_own_deletion() is
  'Admins, also suspended ones, delete their own account only after another admin has removed their rights (US002).';

comment on function private.delete_own_account(text) is
  'Deletes the caller''s account and all their data, given their password; false if the password is wrong. US002 for an '
  'admin. 55P03 if others write all the time, or while another request is deleting the account.';
comment on function public.delete_own_account(password text) is
  'Deletes the caller''s account and all personal data. False if the password is wrong, which is counted (429 after five in '
  'an hour). Admins are refused: the last one (US001), and others until another admin has removed their rights (US002).';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _320_no_own_deletion
  before delete on public.profiles
  for each row when (old.is_admin and old.id = auth.uid())
  execute function private.tg_profiles__no_own_deletion();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_profiles__no_own_deletion() from public, anon, authenticated, service_role;
