-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.member_of_name(p_username text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_key text;
    v_since constant timestamptz := now() - interval '90 days';
    v_keys bytea[];
    v_member uuid;
  begin
    if not private.is_username(p_username) then
      return null;
    end if;
    -- After the check of the length: folding takes longer for a longer text.
    v_key := private.username_key(p_username);
    select p.id into v_member from public.profiles as p where private.username_key(p.username) collate "C" = v_key;
    if v_member is not null then
      return v_member;
    end if;
    v_keys := private.username_keys_of(p_username);
    select k.user_id into v_member
      from private.username_keys as k
      where k.key = any (v_keys) and k.freed_at > v_since
      limit 1;
    if v_member is null or exists (
      select from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as k
        where k.key = n.key and k.user_id = v_member and (k.freed_at is null or k.freed_at > v_since)
      )
    ) then
      return null;
    end if;
    return (select p.id from public.profiles as p where p.id = v_member);
  end
  $function$;
comment on function private.member_of_name(p_username text) is 'The member who has a username, or gave it up in the last 90 days; otherwise null.';

grant execute on function private.member_of_name(p_username text) to authenticated, service_role;
