-- The words that names are compared with are folded when a statement is planned, not at each check: a function of constants
-- that is immutable is a constant.

create function private.glances(p_phrases text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  begin
    return array(
      select (
        select ' ' || string_agg(case w.word when '#' then w.word else private.glance(w.word) end, ' ' order by w.place) || ' '
        from string_to_table(p.phrase, ' ') with ordinality as w (word, place))
      from unnest(p_phrases) with ordinality as p (phrase, place)
      order by p.place);
  end
  $$;
comment on function private.glances(text[]) is
  'Phrases as they are read at a glance, word by word, with a blank before and behind each; # stands for a number. For '
  'constants: only a migration changes the letters that are confusable.';

create function private.office_keys(p_words text[]) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  begin
    return array(
      select private.office_key(w.word) from unnest(p_words) with ordinality as w (word, place) order by w.place);
  end
  $$;
comment on function private.office_keys(text[]) is 'The private.office_key of each word.';

create or replace function private.reads_as_the_club(p_username text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- YouWon is read as two words.
    v_lines constant text[] := array(
      select distinct ' ' || string_agg(
          case when w.word ~ '^[0-9]+$' then '#' else private.glance(w.word) end, ' ' order by w.place) || ' '
      from (
        values (1, p_username), (2, regexp_replace(p_username, '([[:lower:]])([[:upper:]])', '\1 \2', 'g'))
      ) as r (number, reading)
        cross join lateral regexp_split_to_table(r.reading, '[ ._''’-]+') with ordinality as w (word, place)
      where w.word <> ''
      group by r.number
    );
  begin
    return private.username_ligate(private.glance(private.username_squeeze(p_username))) like '%' || private.glance('bankside') || '%'
      -- Before the domain of a country one letter is an initial, and jan.de.vries is no host name.
      or lower(p_username) ~ ('[^ .][.](app|bet|biz|blog|casino|cloud|club|com|dev|edu|email|fish|fishing|fun|games|gov|help'
        || '|icu|info|link|live|mobi|money|monster|net|news|online|org|page|prize|pro|shop|site|space|store|support|team|tech'
        || '|top|vip|web|website|wiki|win|world|xyz|zone|рф)($|[^[:alnum:]])'
        || '|[^ .]{2}[.](ai|at|be|ca|cc|ch|cn|co|cz|de|dk|es|eu|fi|fr|gg|gl|ie|im|in|io|is|it|ly|me|nl|no|nz|pl|pt|ro|ru|se'
        || '|su|tk|to|tv|uk|us|ws|za)($|[^[:alnum:].])|(^|[^[:alnum:]])(www[.]|xn--)')
      or exists (
        select
        from unnest(v_lines) as l (line)
          cross join unnest(private.glances(array[
            -- Instead of a name.
            'someone', 'somebody', 'a member', 'another member', 'former member', 'a former member', 'a deleted member'
          ])) as n (nobody)
        where l.line = n.nobody
      )
      or exists (
        select from unnest(v_lines) as l (line), unnest(private.glances(array['other', 'others'])) as o (word)
        where l.line like '% #' || o.word
      )
      or exists (
        select
        from unnest(v_lines) as l (line)
          cross join unnest(private.glances(array[
            -- Notifications.
            'claim', 'new announcement', 'new announcements', 'new notification', 'new notifications', '# new notification',
            '# new notifications', 'no units', 'only # unit', 'only # units', 'the club changed', 'the club team', 'the club took',
            'the team', 'our team',
            'you are', 'you came', 'you earned', 'you have', 'you received', 'you were', 'you will', 'you won',
            'your account', 'your accounts', 'your badge', 'your bankside', 'your claim', 'your club', 'your comment',
            'your email', 'your entry', 'your membership', 'your password', 'your photo', 'your points', 'your post',
            'your prize', 'your prizes', 'your profile', 'your referral', 'your referrals', 'your report', 'your reward',
            -- Mails about accounts.
            'confirm your', 'set a new', 'sign in to', 'update your', 'verify your'
          ])) as b (beginning)
        where starts_with(l.line, b.beginning)
      );
  end
  $function$;

create or replace function private.is_reserved_username(p_username text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    return private.reads_as_the_club(p_username) or private.is_club_username(p_username) or exists (
      select from private.reserved_usernames as r
      where r.key = any (v_keys) or r.office_key = v_key
    ) or exists (
      select from public.profiles as p where p.is_admin and private.office_key(p.username) = v_key
    ) or v_words && private.office_keys(array[
        'admin', 'admins', 'administration', 'administrator', 'administrators', 'moderator', 'moderators', 'sysop',
        'sysops'
      ]) or (
      v_words && private.office_keys(array[
        'account', 'accounts', 'bailiff', 'bailiffs', 'bankside', 'claims', 'committee', 'desk', 'email', 'help',
        'helpdesk', 'mail', 'manager', 'managers', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'official',
        'owner', 'owners', 'password', 'passwords', 'payments', 'prizes', 'referrals', 'rewards', 'security', 'service',
        'services', 'staff', 'support', 'system', 'team'
      ])
      and v_words <@ private.office_keys(array[
        'a', 'account', 'accounts', 'and', 'bailiff', 'bailiffs', 'bankside', 'carp', 'claim', 'claims', 'club',
        'committee', 'crew', 'desk', 'email', 'from', 'head', 'help', 'helpdesk', 'hq', 'info', 'mail', 'manager',
        'managers', 'member', 'members', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'of', 'official',
        'our', 'owner', 'owners', 'password', 'passwords', 'payments', 'prize', 'prizes', 'referrals', 'reward',
        'rewards', 's', 'security', 'service', 'services', 'staff', 'support', 'system', 'team', 'the', 'uk', 'winner',
        'winners', 'your'
      ])
    );
  end
  $function$;

revoke all on function private.glances(text[]), private.office_keys(text[])
  from public, anon, authenticated, service_role;
