-- "Bankside Admins" and "Club Moderators" were free although "Admins" alone was not, as were other offices that members
-- would write to about a prize: "Prize Desk", "Bankside Owner".

create or replace function private.is_reserved_username(p_username text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_key constant text := private.office_key(p_username);
    v_keys constant bytea[] := private.username_keys_of(p_username);
    v_words constant text[] := array(
      select private.office_key(t.word)
      from regexp_split_to_table(p_username, '[ ._''’-]+') as t (word)
      where t.word !~ '^[0-9]*$'
    );
  begin
    -- The first admin is created before anyone can sign up, and is not an admin yet at that moment.
    if not private.has_admin() then
      return false;
    end if;
    return exists (
      select from private.reserved_usernames as r
      where r.key = any (v_keys) or r.office_key = v_key
    ) or exists (
      select from public.profiles as p where p.is_admin and private.office_key(p.username) = v_key
    ) or v_words && array(
      select private.office_key(o.word)
      from unnest(array[
        'admin', 'admins', 'administration', 'administrator', 'administrators', 'moderator', 'moderators', 'sysop',
        'sysops'
      ]) as o (word)
    ) or (
      v_words && array(select private.office_key(o.word) from unnest(array[
        'account', 'accounts', 'bailiff', 'bailiffs', 'bankside', 'claims', 'committee', 'desk', 'email', 'help',
        'helpdesk', 'mail', 'manager', 'managers', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'official',
        'owner', 'owners', 'password', 'passwords', 'payments', 'prizes', 'referrals', 'rewards', 'security', 'service',
        'services', 'staff', 'support', 'system', 'team'
      ]) as o (word))
      and v_words <@ array(select private.office_key(o.word) from unnest(array[
        'a', 'account', 'accounts', 'and', 'bailiff', 'bailiffs', 'bankside', 'carp', 'claim', 'claims', 'club',
        'committee', 'crew', 'desk', 'email', 'from', 'head', 'help', 'helpdesk', 'hq', 'info', 'mail', 'manager',
        'managers', 'member', 'members', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'of', 'official',
        'our', 'owner', 'owners', 'password', 'passwords', 'payments', 'prize', 'prizes', 'referrals', 'reward',
        'rewards', 's', 'security', 'service', 'services', 'staff', 'support', 'system', 'team', 'the', 'uk', 'winner',
        'winners', 'your'
      ]) as o (word))
    );
  end
  $$;
comment on function private.is_reserved_username(text) is
  'Whether a name reads like that of an office or an admin, contains the word admin or moderator, or is made of nothing but words that the club uses of itself. Nothing is reserved in a club without an admin.';
