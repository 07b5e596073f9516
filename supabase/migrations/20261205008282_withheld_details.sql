-- What the head of a game, the export of a member's data and a list of referrals do not tell.

create or replace function private.game_head(p_id uuid)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_game public.games;
    v_kind text;
    v_text text;
    v_winner text;
    v_unit text;
  begin
    select g.* into v_game from public.games as g where g.id = p_id and g.status in ('active', 'completed');
    if v_game.id is null then
      return query select 404, null::text, null::text, null::jsonb;
      return;
    end if;
    v_kind := case v_game.type
      when 'pick_swim' then 'Pick a swim' when 'guess_weight' then 'Guess the weight' else 'Carp of the week'
    end;
    if v_game.status = 'active' then
      v_text := case when v_game.end_date > now() then 'Closes ' else 'Closed ' end
        || private.club_moment(v_game.end_date);
      return query select 200, v_game.title, v_kind || '. ' || v_text || '.',
        jsonb_build_object(
          'path', '/games/' || v_game.id, 'kind', v_game.type, 'label', v_kind, 'title', v_game.title, 'note', v_text);
      return;
    end if;
    v_unit := v_game.metadata ->> 'unit';
    -- Without the first winner none is named: the second did not win.
    select case when not p.is_suspended then p.username end into v_winner
      from public.game_entries as e left join public.profiles as p on p.id = e.user_id
      where e.game_id = p_id and e.is_winner
      order by e.winner_place, e.created_at, e.id
      limit 1;
    return query select 200, v_game.title, v_kind || ', completed. See the result.',
      jsonb_strip_nulls(jsonb_build_object(
        'path', '/games/' || v_game.id,
        'kind', v_game.type,
        'label', v_kind || ', completed',
        'title', v_game.title,
        'figure', coalesce(
          v_game.metadata ->> 'actual_weight' || ' ' || coalesce(v_unit, 'kg'),
          'Square ' || (v_game.metadata ->> 'winning_square')),
        'square', v_game.metadata -> 'winning_square',
        'text', v_winner || ' won.'));
  end
  $function$;
comment on function private.game_head(uuid) is
  'The head of a game that members see: title, kind and closing date; its answer and its first winner once it is '
  'completed, unless that member is suspended or has left. 404 for any other.';

create or replace function private.my_dealings(p_user_id uuid)
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

create policy select_not_blocked on public.referrals as restrictive
  for select to authenticated
  using (
    referred_user_id is null
    or referred_user_id not in (select unnest((select private.blocked_with_me()))));
comment on policy select_not_blocked on public.referrals is
  'A referrer does not see the referral of a member in a block with them, and so not the address; a pending one cannot be '
  'approved meanwhile.';
