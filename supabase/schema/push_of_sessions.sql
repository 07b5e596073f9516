-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.has_session(p_browser private.push_subscriptions)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from auth.sessions as s
      where s.id = p_browser.session_id and s.user_id = p_browser.user_id and (s.not_after is null or s.not_after > now()));
  end
  $function$;
comment on function private.has_session(p_browser private.push_subscriptions) is 'Whether the session that saved a browser lasts, and is of the account to which the browser belongs.';

create function private.session_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return (select auth.jwt() ->> 'session_id')::uuid;
  exception when invalid_text_representation then
    return null;
  end
  $function$;
comment on function private.session_id() is 'The session of the request; null for a guest or a key.';
