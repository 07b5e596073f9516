-- The level in an admin's token was believed until the token expired, up to an hour after the authenticator app with which
-- its session had taken the second step was removed, so a thief of that device could make another admin meanwhile.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.has_taken_steps() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.has_second_step() then
      -- The session has lost its level if the app that it used was removed. The token still states it.
      return coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
        select from auth.sessions as s
        where s.id = private.session_id() and s.user_id = auth.uid() and s.aal = 'aal2');
    end if;
    -- Without a factor the token proves nothing, even if it is of a session that had taken a step with one since removed.
    return not exists (select from public.site_settings as s where s.admins_need_two_steps);
  end
  $$;
comment on function private.has_taken_steps() is
  'Whether the caller''s session has taken the steps of signing in that an admin must take: the second one if the account '
  'has a verified factor, by the token and by the session as it is now; without a factor false if admins need one.';

create or replace function private.tg_site_settings__guard_steps() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- One admin at least keeps the rights: the one who requires the second step has taken it.
    if private.is_direct_statement() and not (private.has_second_step() and private.is_admin()) then
      raise exception 'take the second step of signing in before you require it of all admins' using errcode = 'US003';
    end if;
    return new;
  end
  $$;
