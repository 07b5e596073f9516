-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.delete_own_account(p_password text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    -- A GET request runs read-only: it can neither delete the account nor count a wrong password, so it gets no answer
    -- about the password either.
    if current_setting('transaction_read_only')::boolean then
      raise exception 'deleting an account needs a POST' using errcode = '25006';
    end if;
    -- Reads the count without increasing it: counting locks a row, and a deletion must hold no lock before the gate is
    -- shut.
    if exists (
      select from private.rate_counters as c, private.settings as s
      where c.user_id = v_user_id and c.bucket = 'own_deletion'
        and c.window_start + interval '1 hour' > clock_timestamp() and c.used >= 5 * s.rate_limit_scale
    ) then
      perform private.raise_rate_limit('too many requests, try again later', 'at most 5 wrong passwords in an hour');
    end if;
    if not private.is_own_password(p_password) then
      perform private.check_rate('own_deletion', 5, interval '1 hour');
      return false;
    end if;
    -- With the right password a deletion succeeds or changes nothing, also no count: the limit is one at a time. Nobody
    -- waits for this lock, so it may come before the gate.
    if not pg_try_advisory_xact_lock(hashtextextended('private.delete_own_account', hashtextextended(v_user_id::text, 0))) then
      raise exception 'this account is being deleted' using errcode = '55P03', hint = 'wait for the answer';
    end if;
    return private.delete_account(v_user_id);
  end
  $function$;
comment on function private.delete_own_account(p_password text) is 'Deletes the caller''s account and all their data, given their password; false if the password is wrong. US002 for an admin or a moderator. 55P03 if others write all the time, or while another request is deleting the account.';

grant execute on function private.delete_own_account(p_password text) to authenticated;

create function private.is_own_password(p_password text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- The letter marks hashes of old libraries with faults that this one never had; pgcrypto knows only the first one.
    v_hash constant text := (
      select regexp_replace(u.encrypted_password, '^\$2[by]\$', '$2a$') from auth.users as u where u.id = auth.uid()
    );
  begin
    return coalesce(
      v_hash ~ '^\$2a\$' and octet_length(p_password) <= 72 and extensions.crypt(p_password, v_hash) = v_hash, false);
  end
  $function$;
comment on function private.is_own_password(p_password text) is 'Whether this is the caller''s password.';

create function private.my_content(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'posts', (
        select coalesce(jsonb_agg(to_jsonb(n) - array['user_id', 'request_id'] order by n.created_at), '[]')
        from public.newsfeed_posts as n where n.user_id = p_user_id
      ),
      'scheduled_announcements', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.scheduled_announcements as s where s.user_id = p_user_id
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['user_id', 'request_id'] order by c.created_at), '[]')
        from public.newsfeed_comments as c where c.user_id = p_user_id
      ),
      'reactions', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at), '[]')
        from public.newsfeed_reactions as r where r.user_id = p_user_id
      ),
      'game_entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('game', g.title) order by e.created_at), '[]')
        from public.game_entries as e join public.games as g on g.id = e.game_id
        where e.user_id = p_user_id
      ),
      'catches', (
        select coalesce(
          jsonb_agg(
            to_jsonb(c) - array['user_id', 'request_id'] || jsonb_build_object('record', (
              select to_jsonb(o) - array['id', 'catch_id', 'user_id', 'grams', 'caught_on', 'variety', 'decided_by']
              from private.record_offers as o where o.catch_id = c.id
            ))
            order by c.caught_on, c.created_at, c.id),
          '[]')
        from public.catches as c where c.user_id = p_user_id
      ),
      'files', (
        select coalesce(
          jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at)
            order by o.created_at),
          '[]')
        from storage.objects as o
        where o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos', 'catch-photos')
          and o.name like p_user_id || '/%'
      )
    );
  end
  $function$;
comment on function private.my_content(p_user_id uuid) is 'What a member wrote, entered and uploaded.';

create function private.my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_account jsonb;
  begin
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = 'PT404';
    end if;
    perform private.check_rate('my_data', 10, interval '1 hour');
    select jsonb_build_object(
        'id', u.id,
        'email', u.email,
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'sessions', (
          select coalesce(
            jsonb_agg(jsonb_build_object('created_at', s.created_at, 'refreshed_at', s.refreshed_at,
              'user_agent', s.user_agent, 'ip', host(s.ip)) order by s.created_at),
            '[]')
          from auth.sessions as s where s.user_id = u.id
        )
      )
      into v_account
      from auth.users as u where u.id = v_user_id;
    return jsonb_build_object(
        'exported_at', now(),
        'account', v_account,
        'profile', (
          select to_jsonb(p) || jsonb_build_object('points_earned', coalesce(e.points, 0))
          from public.profiles as p left join private.points_earned as e on e.user_id = p.id
          where p.id = v_user_id
        ),
        'suspension', (select to_jsonb(s) from private.my_suspension() as s)
      )
      || private.my_content(v_user_id)
      || private.my_dealings(v_user_id)
      || private.my_reports(v_user_id)
      || private.my_notification_data(v_user_id);
  end
  $function$;
comment on function private.my_data() is 'Everything about the caller, 10 times an hour (PT429).';

grant execute on function private.my_data() to authenticated;

create function private.my_dealings(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'points', (
        select coalesce(
          jsonb_agg(to_jsonb(l) - array['user_id', 'created_by', 'source_key', 'request_id'] order by l.created_at), '[]')
        from public.points_log as l where l.user_id = p_user_id
      ),
      'seasons', (
        select coalesce(
          jsonb_agg(jsonb_build_object('season', private.season_name(s.season), 'points', s.points, 'rank', s.rank,
            'is_final', s.is_final) order by s.season, s.is_final),
          '[]')
        from (
          select t.season, t.points, t.rank, true as is_final from private.season_places as t where t.user_id = p_user_id
          union all
          select n.season, n.points, null, false from private.season_points as n where n.user_id = p_user_id
        ) as s
      ),
      'gifts', (
        select coalesce(
          jsonb_agg(jsonb_build_object(
            'from', coalesce(f.username, 'Deleted member'),
            'to', coalesce(t.username, 'Deleted member'),
            'points', g.points, 'message', g.message, 'created_at', g.created_at) order by g.created_at),
          '[]')
        from public.point_gifts as g
          left join public.profiles as f on f.id = g.from_user_id
          left join public.profiles as t on t.id = g.to_user_id
        where p_user_id in (g.from_user_id, g.to_user_id)
      ),
      'badges', (
        select coalesce(jsonb_agg(jsonb_build_object('badge', b.name, 'awarded_at', u.awarded_at) order by u.awarded_at), '[]')
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = p_user_id
      ),
      'referrals', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['referrer_id', 'referred_user_id', 'referred_email'] || jsonb_build_object(
            'referrer', coalesce(f.username, 'Deleted member'),
            'referred', coalesce(t.username, 'Deleted member')) order by r.created_at),
          '[]')
        from public.referrals as r
          left join public.profiles as f on f.id = r.referrer_id
          left join public.profiles as t on t.id = r.referred_user_id
        where p_user_id in (r.referrer_id, r.referred_user_id)
      ),
      'invitation', (
        select to_jsonb(i) - array['member_id', 'code'] from private.invitations as i where i.member_id = p_user_id
      ),
      'mailed_invitations', (
        -- Whoever has not proved an address does not learn whether it was invited.
        select coalesce(
          jsonb_agg(jsonb_build_object('invited_by', p.username, 'created_at', m.created_at, 'expires_at', m.expires_at,
            'accepted_at', m.accepted_at, 'proposed_name', m.proposed_name, 'joined_on', m.joined_on, 'points', m.points)
            order by m.created_at),
          '[]')
        from auth.users as u
          join private.mailed_invitations as m on m.address = lower(u.email)
          left join public.profiles as p on p.id = m.invited_by
        where u.id = p_user_id and private.is_proved_address(p_user_id)
      ),
      'connections', (
        select coalesce(
          jsonb_agg(jsonb_build_object('asked_by', f.username, 'asked', t.username, 'status', m.status,
            'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.member_connections as m
          join public.profiles as f on f.id = m.user_id
          join public.profiles as t on t.id = m.connected_user_id
        where p_user_id in (m.user_id, m.connected_user_id)
      ),
      'blocked', (
        select coalesce(
          jsonb_agg(jsonb_build_object('member', p.username, 'created_at', b.created_at) order by b.created_at), '[]')
        from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
        where b.blocker_id = p_user_id
      ),
      'prizes', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['user_id', 'admin_notes'] || jsonb_build_object('prize', i.title)
            order by a.awarded_at),
          '[]')
        from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
        where a.user_id = p_user_id
      ),
      'redemptions', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['account_id', 'package_id'] || jsonb_build_object('reward', p.name)
            order by r.redeemed_at, r.id),
          '[]')
        from private.redemptions as r join public.prize_packages as p on p.id = r.package_id
        where r.account_id = p_user_id
      ),
      'first_steps', (
        select coalesce(jsonb_agg(to_jsonb(f) - 'account_id' order by f.taken_at, f.step), '[]')
        from private.first_steps as f where f.account_id = p_user_id
      ),
      'first_session', (
        select coalesce(jsonb_agg(to_jsonb(h) - 'user_id'), '[]')
        from private.hidden_first_sessions as h where h.user_id = p_user_id
      ),
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.shipping_addresses as s where s.user_id = p_user_id
      ),
      'admins_did', (
        select coalesce(jsonb_agg(jsonb_build_object('at', x.created_at, 'action', x.action) order by x.created_at), '[]')
        from private.audit_log as x where x.subject_id = p_user_id and x.subject_kind = 'member'
          -- Its own part of one's data tells what a decision about a report told its author.
          and x.action not in ('decide_report', 'reopen_report', 'answer_suspension', 'decide_appeal')
          -- The team's notes are for the team.
          and x.action not in ('add_note', 'delete_note')
      )
    );
  end
  $function$;
comment on function private.my_dealings(p_user_id uuid) is 'Points, prizes, addresses and relations with other members, of whom only the name is included.';

create function public.delete_own_account(password text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.delete_own_account(delete_own_account.password) $function$;
comment on function public.delete_own_account(password text) is 'Deletes the caller''s account and all personal data. False if the password is wrong, which is counted (429 after five in an hour). Admins and moderators are refused: the last admin (US001), and others until an admin has removed their rights (US002).';

grant execute on function public.delete_own_account(password text) to authenticated;

create function public.my_data()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.my_data() $function$;
comment on function public.my_data() is 'Everything stored about the caller as one object: account, profile, posts, scheduled_announcements, comments, reactions, game_entries, catches, files, points, gifts, badges, referrals, connections, blocked, prizes, redemptions, first_steps, first_session, seasons, addresses, admins_did, notifications, muted, notification_settings, to_be_sent, push_devices. Ten times an hour (429).';

grant execute on function public.my_data() to authenticated;
