-- A path with a text that is longer than any username is not looked up: folding takes longer for a longer text.

create or replace function private.subject_of_path(p_path text) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if p_path ~ '^/members/.' then
      if not private.is_username(substring(p_path from 10)) then
        return null;
      end if;
      return (
        select p.id from public.profiles as p
        where private.username_key(p.username) = private.username_key(substring(p_path from 10)));
    end if;
    return substring(p_path from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')::uuid;
  end
  $$;
