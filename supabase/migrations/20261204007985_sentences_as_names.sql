-- A name that is a sentence of the club made a mail or a push message of the club: "New announcement from our team"
-- commented on your post. Names with the club's own name in them, host names, and what the club's sentences call nobody
-- in particular ("someone", "11 others") were free too. Names that are in use stay.

create function private.glance(p_text text) returns text
  language sql stable set search_path = ''
  as $$
    select regexp_replace(
      translate(
        lower(regexp_replace(
          normalize(private.username_skeleton(private.username_fold(normalize(p_text, nfkc))), nfkd),
          '[\u0300-\u036f]', '', 'g')),
        'i1!|034568', 'lllloeasbb'),
      '(.)\1+', '\1', 'g')
  $$;
comment on function private.glance(p_text text) is
  'A text as it is read at a glance: without case, accents and doubled letters, with digits as the letters that they look like. For comparison only.';
revoke all on function private.glance(text) from public, anon, authenticated, service_role;

create function private.reads_as_the_club(p_username text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
          cross join unnest(array[
            -- Instead of a name.
            'someone', 'somebody', 'a member', 'another member', 'former member', 'a former member', 'a deleted member'
          ]) as n (nobody)
        where l.line = (select ' ' || string_agg(private.glance(w), ' ') || ' ' from string_to_table(n.nobody, ' ') as w)
      )
      or exists (
        select from unnest(v_lines) as l (line), unnest(array['other', 'others']) as o (word)
        where l.line like '% # ' || private.glance(o.word) || ' '
      )
      or exists (
        select
        from unnest(v_lines) as l (line)
          cross join unnest(array[
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
          ]) as b (beginning)
        where starts_with(l.line, (
          select ' ' || string_agg(case w when '#' then w else private.glance(w) end, ' ') || ' '
          from string_to_table(b.beginning, ' ') as w
        ))
      );
  end
  $$;
comment on function private.reads_as_the_club(p_username text) is
  'Whether a name contains that of the club, is a host name, stands for nobody in particular, or begins as a sentence of the club does, at a glance.';
revoke all on function private.reads_as_the_club(text) from public, anon, authenticated, service_role;

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
    return private.reads_as_the_club(p_username) or exists (
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
comment on function private.is_reserved_username(p_username text) is
  'Whether a name reads like that of an office or an admin, contains the word admin or moderator or the club''s name, consists only of words that the club uses of itself, or reads as its sentences do. Nothing is reserved in a club without an admin.';
