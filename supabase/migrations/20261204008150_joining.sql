-- The club decides who may join: everybody, those who follow a member's invitation, or nobody.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column joining text not null default 'open',
  add constraint site_settings_joining_known check (joining in ('open', 'invitation', 'closed'));
comment on column public.site_settings.joining is
  'Who may register: open for everybody, invitation for those with the code of a member''s invitation, closed for nobody. '
  'Accounts that exist stay.';

create table private.invitations (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null constraint invitations_code_once unique,
  places integer not null default 20,
  taken integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint invitations_taken_range check (taken >= 0 and taken <= places),
  constraint invitations_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and expires_at >= '2000-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00')
);
alter table private.invitations enable row level security;
comment on table private.invitations is
  'The link by which a member invites others, one for each member; a new one takes its place.';
comment on column private.invitations.taken is
  'Sign-ups with the code, also those that were never confirmed.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.may_join(p_code text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    case (select s.joining from public.site_settings as s)
      when 'closed' then
        return 'closed';
      when 'invitation' then
        if coalesce(p_code, '') = '' then
          return 'needed';
        end if;
        return case when exists (
          select from private.invitations as i join public.profiles as p on p.id = i.member_id
          where i.code = p_code and i.expires_at > now() and i.taken < i.places and not p.is_suspended
        ) then 'yes' else 'ended' end;
      else
        return 'yes';
    end case;
  end
  $$;
comment on function private.may_join(text) is
  'Whether somebody with this code, or without one, may open an account: yes, closed, needed (a code) or ended.';

create function public.may_join(invitation text default null) returns text
  language sql stable set search_path = ''
  as $$ select private.may_join(may_join.invitation) $$;
comment on function public.may_join(text) is
  'Whether one may register, with the code of an invitation or without: yes; closed, when the club takes nobody; needed, '
  'when it takes new members by invitation; ended, when the invitation is unknown, expired, replaced or used up, or its '
  'member is suspended.';

create function private.tg_auth_users__require_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_code constant text := new.raw_user_meta_data ->> 'invitation';
    v_answer text := private.may_join(v_code);
  begin
    if v_answer = 'yes' and exists (select from public.site_settings as s where s.joining = 'invitation') then
      -- Of two sign-ups for the last place the second one waits here, and finds it taken.
      update private.invitations as i set taken = i.taken + 1
        where i.code = v_code and i.taken < i.places and i.expires_at > now();
      if not found then
        v_answer := 'ended';
      end if;
    end if;
    case v_answer
      when 'yes' then
        return null;
      when 'closed' then
        raise exception 'Registration is closed' using errcode = '23U11';
      when 'needed' then
        raise exception 'An invitation is needed' using errcode = '23U12';
      else
        raise exception 'The invitation has ended' using errcode = '23U13';
    end case;
  end
  $$;
comment on function private.tg_auth_users__require_invitation() is
  'Refuses a new account that the club''s setting does not admit (23U11 to 23U13), and takes a place of the invitation. An '
  'account that waits for its confirmation is already admitted.';

create function private.my_invitation() returns table (
    joining text, code text, places integer, taken integer, expires_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select s.joining, i.code, i.places, i.taken, i.expires_at
      from public.site_settings as s
        left join private.invitations as i
          on s.joining = 'invitation' and i.member_id = auth.uid() and i.expires_at > now() and i.taken < i.places
      where private.is_member();
  end
  $$;
comment on function private.my_invitation() is
  'Who may join, and the caller''s invitation if one is needed and the caller has one that counts.';

create function public.my_invitation() returns table (
    joining text, code text, places integer, taken integer, expires_at timestamptz)
  language sql stable set search_path = ''
  as $$ select m.* from private.my_invitation() as m $$;
comment on function public.my_invitation() is
  'Who may join the club (open, invitation or closed), and the caller''s invitation: its code, how many places it has, how '
  'many are taken, and when it expires; null unless invitations are needed and the caller has one that counts. No row '
  'for guests.';

create function private.make_invitation(p_replaces text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    if not private.is_member() or private.is_suspended() then
      raise exception 'only members who are not suspended invite others' using errcode = '42501';
    end if;
    perform private.hold_gate();
    -- Two calls at the same moment would each replace what the other has shown.
    perform from public.profiles as p where p.id = v_user_id for no key update;
    if not exists (select from public.site_settings as s where s.joining = 'invitation') then
      raise exception 'the club does not ask for invitations' using errcode = 'JN001';
    end if;
    if exists (
      select from private.invitations as i
      where i.member_id = v_user_id and i.code is distinct from p_replaces and i.expires_at > now() and i.taken < i.places
    ) then
      -- The answer to the first attempt was lost.
      return;
    end if;
    perform private.check_rate('invitation-day', 5, interval '1 day');
    insert into private.invitations (member_id, code, expires_at)
      values (
        v_user_id,
        translate(encode(extensions.gen_random_bytes(15), 'base64'), '+/', '-_'),
        now() + interval '30 days')
      on conflict (member_id) do update set
        code = excluded.code,
        places = excluded.places,
        taken = 0,
        expires_at = excluded.expires_at,
        created_at = excluded.created_at;
  end
  $$;
comment on function private.make_invitation(text) is
  'Makes the caller''s invitation, for 20 sign-ups in 30 days, in place of the one with this code. If the caller has '
  'another one that counts, nothing changes.';

create function public.make_invitation(replaces text default null) returns table (
    joining text, code text, places integer, taken integer, expires_at timestamptz)
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.make_invitation(make_invitation.replaces);
    return query select m.* from private.my_invitation() as m;
  end
  $$;
comment on function public.make_invitation(text) is
  'Makes an invitation, for 20 sign-ups in 30 days, and returns it as my_invitation does. With the code of the one that it '
  'replaces, which then counts no longer; the same call again is the first one. Members who are not suspended only '
  '(42501); JN001 where the club does not ask for invitations; PT429 after 5 in a day.';

create or replace function private.my_dealings(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
      )
    );
  end
  $$;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _490_require_invitation
  after insert on auth.users
  for each row execute function private.tg_auth_users__require_invitation();

drop trigger _600_audit on public.site_settings;
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '', 'currency_symbol,reports_to_hide,admins_need_two_steps,joining', '');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.may_join(text),
  public.may_join(text),
  private.tg_auth_users__require_invitation(),
  private.my_invitation(),
  public.my_invitation(),
  private.make_invitation(text),
  public.make_invitation(text)
  from public, anon, authenticated, service_role;
grant execute on function private.may_join(text), public.may_join(text) to anon, authenticated, service_role;
grant execute on function
  private.my_invitation(),
  public.my_invitation(),
  private.make_invitation(text),
  public.make_invitation(text)
  to authenticated;
grant update (joining) on public.site_settings to authenticated;
