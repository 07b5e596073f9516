-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.glance(p_text text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select regexp_replace(
      translate(
        lower(regexp_replace(
          normalize(private.username_skeleton(private.username_fold(normalize(p_text, nfkc))), nfkd),
          '[\u0300-\u036f]', '', 'g')),
        'i1!|034568', 'lllloeasbb'),
      '(.)\1+', '\1', 'g')
  $function$;
comment on function private.glance(p_text text) is 'A text as it is read at a glance: without case, accents and doubled letters, with digits as the letters that they look like. For comparison only.';

create function private.reads_as_the_club(p_username text)
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
comment on function private.reads_as_the_club(p_username text) is 'Whether a name contains that of the club, is a host name, stands for nobody in particular, or begins as a sentence of the club does, at a glance.';
