-- Admins import the members of a list that the club has elsewhere: each is invited by mail. Who accepts with the invited
-- address gets the points and the day of joining that are in the list.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.profiles
  add column joined_on date,
  add constraint profiles_joined_dates_bounds check (joined_on >= '1900-01-01' and joined_on < '2200-01-01');
comment on column public.profiles.joined_on is
  'The day on which the member joined elsewhere, as it was imported; otherwise null. It is only shown: rules count from '
  'created_at.';

alter table private.mailed_invitations
  add column proposed_name text,
  add column joined_on date,
  add column points integer,
  add column given_at timestamptz,
  add constraint mailed_invitations_name_valid check (private.is_username(proposed_name)),
  add constraint mailed_invitations_points_range check (points between 1 and 1000000),
  add constraint mailed_invitations_import_dates_bounds check (
    joined_on >= '1900-01-01' and joined_on < '2200-01-01'
    and given_at >= '2000-01-01 00:00:00+00' and given_at < '2200-01-01 00:00:00+00'),
  add constraint mailed_invitations_given_when_accepted check (given_at is null or accepted_at is not null);
comment on column private.mailed_invitations.proposed_name is
  'Of an imported member: the username that the page to register proposes.';
comment on column private.mailed_invitations.joined_on is 'Of an imported member: the day when they joined elsewhere.';
comment on column private.mailed_invitations.points is 'Of an imported member: the points that they bring.';
comment on column private.mailed_invitations.given_at is
  'When the account of the invited address was given the points and the day. Never, if another address has accepted.';

comment on table private.invitation_requests is
  'What invite_addresses and import_members have answered, without the addresses, so that the same request is answered in '
  'the same way. Deleted after 30 days.';
comment on column private.invitation_requests.digest is 'A keyed hash of what was given, as it was given.';

-- Indexes --------------------------------------------------------------------------------------------------

create index mailed_invitations_accepted on private.mailed_invitations (accepted_at) where accepted_at is not null;

-- Audit trail ----------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'grant_moderator', 'revoke_moderator', 'suspend', 'edit_suspension', 'unsuspend',
  'rename_user', 'edit_profile', 'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge',
  'delete_badge', 'award_badge', 'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item',
  'edit_item', 'delete_item', 'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer',
  'activate_game', 'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer',
  'create_card', 'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post',
  'delete_post', 'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings',
  'edit_landing', 'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note',
  'answer_suspension', 'decide_appeal', 'make_club_link', 'end_club_link', 'invite_addresses', 'withdraw_invitations',
  'import_members'
));

-- Functions and views: what is imported --------------------------------------------------------------------

create or replace view private.shown_invitations with (security_invoker = true) as
  select m.id, m.address, p.username as invited_by, m.created_at, m.expires_at, private.invitation_state(m) as state,
    m.error, m.proposed_name, m.joined_on, m.points, m.given_at
  from private.mailed_invitations as m left join public.profiles as p on p.id = m.invited_by;

comment on function public.mailed_invitations(text, text, timestamptz) is
  'Invitations by mail, newest first, 50 at a time: with the created_at of the last one as before, the next page. search: a '
  'part of the address. state: waiting (not sent yet), sent, failed (given up, with the error), accepted, expired or '
  'withdrawn; 22023 for any other. invited_by: a username, null if that account is deleted. Of an imported member: '
  'proposed_name, joined_on, points, and given_at, when the invited address got the last two. Admins only (42501).';

create function private.imported_day(p_text text) returns date
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_day date;
  begin
    if p_text is null or p_text !~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then
      return null;
    end if;
    v_day := make_date(left(p_text, 4)::integer, substr(p_text, 6, 2)::integer, 1) + (right(p_text, 2)::integer - 1);
    return case
      when to_char(v_day, 'YYYY-MM-DD') = p_text and v_day <= (now() at time zone private.club_zone())::date then v_day
    end;
  end
  $$;
comment on function private.imported_day(text) is
  'A day as 2024-05-31, from the year 1900 to today in the club''s time zone; otherwise null.';

create function private.read_members(p_members jsonb) returns table (
    place bigint, address text, proposed_name text, joined_on date, points integer, refusal text)
  language plpgsql stable set search_path = ''
  as $$
  begin
    return query
      select t.place, t.address,
        case
          when private.username_form_problem(t.name) is null and private.is_username(private.tidy_username(t.name))
            then private.tidy_username(t.name)
        end,
        t.joined_on,
        nullif(case when t.points between 0 and 1000000 then t.points end, 0)::integer,
        case
          -- The address is judged first.
          when not private.is_mail_address(lower(btrim(t.address, E' \t\r\n'))) then null
          when t.joined_on is null and jsonb_typeof(t.given -> 'joined') <> 'null' then 'wrong_joined'
          when (t.points between 0 and 1000000 and t.points = trunc(t.points)) is not true
            and jsonb_typeof(t.given -> 'points') <> 'null' then 'wrong_points'
        end
      from (
        select g.place, g.given,
          case when jsonb_typeof(g.given -> 'address') = 'string' then g.given ->> 'address' else '' end as address,
          case when jsonb_typeof(g.given -> 'name') = 'string' then g.given ->> 'name' end as name,
          case when jsonb_typeof(g.given -> 'joined') = 'string' then private.imported_day(g.given ->> 'joined') end
            as joined_on,
          case when jsonb_typeof(g.given -> 'points') = 'number' then (g.given ->> 'points')::numeric end as points
        from jsonb_array_elements(p_members) with ordinality as g (given, place)
      ) as t
      order by t.place;
  end
  $$;
comment on function private.read_members(jsonb) is
  'The values of import_members as they are stored. refusal: wrong_joined or wrong_points, otherwise null. A name that '
  'cannot be a username is left out.';

-- Functions: inviting --------------------------------------------------------------------------------------

create function private.invite(p_request uuid, p_action text, p_given text, p_rows jsonb) returns text[]
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_digest bytea;
    v_known private.invitation_requests;
    v_addresses text[];
    v_names text[];
    v_days date[];
    v_points integer[];
    v_refusals text[];
    v_hashes bytea[];
    v_answers text[];
    v_count integer;
    v_sum bigint;
    v_first timestamptz;
  begin
    perform private.hold_gate();
    -- One call at a time: another admin's call may have the same addresses.
    perform pg_advisory_xact_lock(hashtextextended('private.invite_addresses', 0));
    v_digest := extensions.hmac(convert_to(p_given, 'UTF8'), (select s.address_key from private.settings as s), 'sha256');
    select r.* into v_known from private.invitation_requests as r
      where r.admin_id = auth.uid() and r.request_id = p_request;
    if found then
      if v_known.digest <> v_digest then
        raise exception 'this request has been carried out before'
          using errcode = 'PT409', hint = 'it had other contents';
      end if;
      return v_known.answers;
    end if;
    if not (select s.sends_mail from private.settings as s) then
      raise exception 'the site sends no mail' using errcode = 'IN001', hint = 'make a link of the club';
    end if;
    select
        array_agg(case when r.refusal is null then r.address end order by r.place),
        array_agg(r.proposed_name order by r.place), array_agg(r.joined_on order by r.place),
        array_agg(r.points order by r.place), array_agg(r.refusal order by r.place)
      into v_addresses, v_names, v_days, v_points, v_refusals
      from rows from (
        jsonb_to_recordset(p_rows) as (address text, proposed_name text, joined_on date, points integer, refusal text)
      ) with ordinality as r (address, proposed_name, joined_on, points, refusal, place);
    select
        array_agg(j.address order by j.place), array_agg(j.address_hash order by j.place),
        array_agg(coalesce(v_refusals[j.place], j.answer) order by j.place)
      into v_addresses, v_hashes, v_answers
      from private.judge_addresses(v_addresses) as j;
    v_count := cardinality(array_positions(v_answers, 'invited'));
    if v_count > 0 then
      perform private.check_rate('mailed-invitation-day', 600, interval '1 day') from generate_series(1, v_count);
      v_first := greatest(
        date_trunc('milliseconds', clock_timestamp()),
        (select max(m.created_at) + interval '1 millisecond' from private.mailed_invitations as m));
      insert into private.invited_addresses (address_hash, invited_at)
        select a.address_hash, now() from unnest(v_hashes, v_answers) as a (address_hash, answer) where a.answer = 'invited'
        on conflict on constraint invited_addresses_pkey do update set invited_at = excluded.invited_at;
      -- The first one is at the top of the list.
      insert into private.mailed_invitations (
          address, code, invited_by, created_at, expires_at, proposed_name, joined_on, points)
        select a.address, private.new_code(), auth.uid(),
          v_first + (row_number() over (order by a.place desc) - 1) * interval '1 millisecond', now() + interval '30 days',
          a.proposed_name, a.joined_on, a.points
        from unnest(v_addresses, v_answers, v_names, v_days, v_points)
          with ordinality as a (address, answer, proposed_name, joined_on, points, place)
        where a.answer = 'invited';
      select coalesce(sum(a.points), 0) into v_sum
        from unnest(v_answers, v_points) as a (answer, points) where a.answer = 'invited';
      perform private.audit(p_action, 'invitation', null, null,
        jsonb_build_object('count', v_count)
          || case when p_action = 'import_members' then jsonb_build_object('points', v_sum) else '{}' end);
    end if;
    insert into private.invitation_requests (admin_id, request_id, digest, answers)
      values (auth.uid(), p_request, v_digest, v_answers);
    return v_answers;
  end
  $$;
comment on function private.invite(uuid, text, text, jsonb) is
  'Invites those addresses that have no account and were not invited in the last 30 days; the function deliver sends the '
  'mails. Returns the answers in the order of the rows. The same request again is answered as the first one, and does '
  'nothing. The caller has checked the right.';

create or replace function private.invite_addresses(p_request uuid, p_addresses text[])
  returns table (address text, answer text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_given constant text[] := coalesce(p_addresses, '{}');
    v_answers text[];
  begin
    perform private.require_admin();
    if p_request is null or cardinality(v_given) > 200 then
      raise exception 'a request has an id, and 200 addresses at most' using errcode = '22023';
    end if;
    if cardinality(v_given) = 0 then
      return;
    end if;
    v_answers := private.invite(p_request, 'invite_addresses', array_to_json(v_given)::text, (
      select jsonb_agg(jsonb_build_object('address', g.given) order by g.place)
      from unnest(v_given) with ordinality as g (given, place)));
    return query
      select coalesce(g.given, ''), v_answers[g.place]
      from unnest(v_given) with ordinality as g (given, place) order by g.place;
  end
  $$;
comment on function private.invite_addresses(uuid, text[]) is
  'Invites addresses as private.invite does. Only for admins (42501).';

create function private.import_members(p_request uuid, p_members jsonb) returns table (address text, answer text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answers text[];
    v_rows jsonb;
  begin
    perform private.require_admin();
    if p_request is null or jsonb_typeof(p_members) is distinct from 'array' or jsonb_array_length(p_members) > 200 then
      raise exception 'a request has an id, and 200 members at most' using errcode = '22023';
    end if;
    if jsonb_array_length(p_members) = 0 then
      return;
    end if;
    -- Of what is read: as a text, a number of a few letters may have a hundred thousand.
    v_rows := (select jsonb_agg(to_jsonb(r) - 'place' order by r.place) from private.read_members(p_members) as r);
    v_answers := private.invite(p_request, 'import_members', 'import_members ' || v_rows::text, v_rows);
    return query
      select case when jsonb_typeof(g.given -> 'address') = 'string' then g.given ->> 'address' else '' end,
        v_answers[g.place]
      from jsonb_array_elements(p_members) with ordinality as g (given, place) order by g.place;
  end
  $$;
comment on function private.import_members(uuid, jsonb) is
  'Invites members of another list as private.invite does. Only for admins (42501).';

create function public.import_members(request uuid, members jsonb) returns table (address text, answer text)
  language sql set search_path = ''
  as $$ select a.* from private.import_members(import_members.request, import_members.members) as a $$;
comment on function public.import_members(uuid, jsonb) is
  'Invites up to 200 members of a list that the club has elsewhere, each by mail: an array of objects with address, and '
  'optionally name (the username to propose; left out if it cannot be one), joined (a day as 2024-05-31, 1900 to today) and '
  'points (an integer from 0 to 1,000,000). The account that accepts with the invited address gets the points, once, and '
  'the day. Says of each, in the order given: what invite_addresses says, or wrong_joined or wrong_points, and then that one '
  'is not invited. The same request with the same members is answered as the first time; PT409 with others. Admins only '
  '(42501); IN001 where the site sends no mail; 22023 for more than 200 or no array; PT429 after 600 invited in a day, '
  'together with invite_addresses.';

-- Functions: sending ---------------------------------------------------------------------------------------

create or replace function private.take_invitations(p_size integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_taken jsonb := '[]';
    v_row private.mailed_invitations;
    v_inviter record;
  begin
    perform private.hold_gate();
    for v_row in
      select m.* from private.mailed_invitations as m
      where m.outcome is null and m.due_at <= v_now
      order by m.due_at, m.id
      limit least(greatest(coalesce(p_size, 20), 1), 100)
      for update of m skip locked
    loop
      if v_row.expires_at <= v_now then
        update private.mailed_invitations as m set outcome = 'dropped', ended_at = v_now where m.id = v_row.id;
      elsif (select j.answer = 'member' from private.judge_addresses(array[v_row.address]) as j) then
        update private.mailed_invitations as m set outcome = 'dropped', ended_at = v_now, accepted_at = v_now
          where m.id = v_row.id;
      -- A mail that ends its sender each time must not do so for ever.
      elsif v_row.attempts >= 50 then
        perform private.give_up_invitation(v_row.id, v_now);
      else
        -- 2, 4, 8 … minutes, so that all attempts together take about four hours.
        update private.mailed_invitations as m
          set attempts = m.attempts + 1, due_at = v_now + interval '2 minutes' * power(2, least(m.attempts, 7))
          where m.id = v_row.id;
        -- The club does not speak in the name of one who is an admin no longer.
        select p.id, p.username into v_inviter from public.profiles as p
          where p.id = v_row.invited_by and p.is_admin and not p.is_suspended;
        v_taken := v_taken || jsonb_build_object(
          'id', v_row.id, 'attempt', v_row.attempts + 1, 'address', v_row.address, 'code', v_row.code,
          'club', private.club_name(), 'inviter', v_inviter.username,
          -- Whoever was a member elsewhere is nobody's referral.
          'inviter_id', case when coalesce(v_row.proposed_name, v_row.joined_on::text, v_row.points::text) is null then v_inviter.id end,
          'is_imported', v_row.joined_on is not null or v_row.points is not null,
          'expires_at', v_row.expires_at, 'time_zone', private.club_zone());
      end if;
    end loop;
    return v_taken;
  end
  $function$;

comment on function public.take_invitations(integer) is
  'For the function deliver, where it can send mails: invitations that are due, now taken by it. inviter and inviter_id are '
  'null if the inviter is an admin no longer, or suspended; inviter_id also for an imported member. is_imported: whether '
  'points or a day are kept for the address.';

-- Functions: joining ---------------------------------------------------------------------------------------

create function private.invited_name(p_code text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select m.proposed_name from private.mailed_invitations as m
      where m.code = p_code and private.invitation_state(m) in ('waiting', 'sent')
        and not exists (select from public.site_settings as s where s.joining = 'closed')
    );
  end
  $$;
comment on function private.invited_name(text) is
  'The username that was imported with an invitation by mail, while its code counts; otherwise null.';

create function public.invited_name(invitation text) returns text
  language sql stable set search_path = ''
  as $$ select private.invited_name(invited_name.invitation) $$;
comment on function public.invited_name(text) is
  'The username that the page to register proposes to the holder of an invitation by mail, from the list that was imported; '
  'null if there is none, or the code does not count. Somebody else may have the name.';

create function private.tg_auth_users__bring_in() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_given record;
  begin
    -- One that was accepted in this transaction was accepted by this account. Its metadata may have changed since.
    update private.mailed_invitations as m set given_at = now()
      where m.accepted_at = now() and m.given_at is null and m.withdrawn_at is null
        and (m.points is not null or m.joined_on is not null)
        and private.address_hash(m.address) = private.address_hash(new.email)
      returning m.points, m.joined_on, m.invited_by into v_given;
    if not found then
      return null;
    end if;
    update public.profiles as p set joined_on = v_given.joined_on where p.id = new.id and v_given.joined_on is not null;
    insert into public.points_log (user_id, points_change, reason, created_by)
      select new.id, v_given.points, 'Points from before', v_given.invited_by where v_given.points is not null;
    return null;
  end
  $$;
comment on function private.tg_auth_users__bring_in() is
  'Gives the account that has just accepted an invitation by mail the points and the day of joining that were imported with '
  'it, if its address is the invited mailbox. Once for each invitation. Not if it was withdrawn after the sign-up. After the '
  'profile is created.';
create trigger _520_bring_in after insert on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.tg_auth_users__bring_in();
create trigger _520_bring_in_once_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email is not null and old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.tg_auth_users__bring_in();

-- Functions: profiles --------------------------------------------------------------------------------------

create or replace function private.tg_profiles__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    -- The columns that this insert does not decide, and the username, which is compared without case.
    v_not_sent constant text[] := array[
      'username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'badge_count', 'created_at', 'updated_at',
      'joined_on'];
  begin
    if not private.is_direct_statement() or new.id is distinct from auth.uid() then
      return new;
    end if;
    select p.* into v_own from public.profiles as p where p.id = new.id;
    -- A client that inserts its profile right after the sign-up has created it adds nothing: the row has the same
    -- values. Only an insert that leaves updated_at at its default is treated in this way; the profile page sends it.
    if v_own.id is not null
      and new.updated_at = now()
      and private.username_key(new.username) = private.username_key(v_own.username)
      and to_jsonb(new) - v_not_sent = to_jsonb(v_own) - v_not_sent
    then
      return null;
    end if;
    new.is_admin := coalesce(v_own.is_admin, false);
    new.is_moderator := coalesce(v_own.is_moderator, false);
    new.is_suspended := coalesce(v_own.is_suspended, false);
    new.points := coalesce(v_own.points, 0);
    new.badge_count := coalesce(v_own.badge_count, 0);
    return new;
  end
  $function$;

drop function public.member_page(text);
create function public.member_page(name text)
 RETURNS TABLE(
    id uuid, username text, is_suspended boolean, avatar_url text, bio text, fishing_area text,
    fishing_photos text[], created_at timestamp with time zone, points bigint, rank bigint, badge_count integer,
    post_count bigint, badges jsonb, posts jsonb, joined_on date
 )
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_id constant uuid := private.member_of_name(member_page.name);
    v_member public.profiles;
    v_post_count bigint;
    v_rank bigint;
    v_badges jsonb;
    v_posts jsonb;
  begin
    select p.* into v_member from public.profiles as p where p.id = v_id;
    if v_member.id is null or v_id = any (private.blocked_with_me()) then
      return;
    end if;
    if v_member.is_suspended and v_id is distinct from auth.uid() and not private.is_admin() then
      return query select v_member.id, v_member.username, true, '', '', '', '{}'::text[], null::timestamptz, null::bigint,
        null::bigint, null::integer, null::bigint, '[]'::jsonb, '[]'::jsonb, null::date;
      return;
    end if;
    select m.post_count into v_post_count from public.member_search as m where m.id = v_id;
    if v_member.points > 0 and not v_member.is_suspended then
      select count(*) + 1 into v_rank
        from public.profiles as p where not p.is_suspended and p.points > v_member.points;
    end if;
    select coalesce(jsonb_agg(to_jsonb(b) order by b.awarded_at desc, b.id), '[]') into v_badges
      from (
        select b.id, b.name, b.icon, b.color, u.awarded_at
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = v_id
        order by u.awarded_at desc, b.id
        limit 60
      ) as b;
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') into v_posts
      from (
        select n.id, n.type, left(n.content, 280) as content, n.image_url, n.created_at
        from public.newsfeed_posts as n
        where n.user_id = v_id
        order by n.created_at desc
        limit 6
      ) as n;
    return query select v_member.id, v_member.username, v_member.is_suspended, v_member.avatar_url, v_member.bio,
      v_member.fishing_area, v_member.fishing_photos, v_member.created_at, v_member.points, v_rank, v_member.badge_count,
      v_post_count, v_badges, v_posts, v_member.joined_on;
  end
  $function$;
comment on function public.member_page(text) is
  'A member by their username, or one that they gave up in the last 90 days, with rank, badges (at most 60) and newest posts '
  '(6) as the caller may see them; no row for an unknown name, and where one of the two has blocked the other. Of a '
  'suspended member other members get the name only. joined_on: the day on which a member who was imported joined; null for '
  'others, who have joined when created_at says.';

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
      )
    );
  end
  $function$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.imported_day(text),
  private.read_members(jsonb),
  private.invite(uuid, text, text, jsonb),
  private.import_members(uuid, jsonb),
  public.import_members(uuid, jsonb),
  private.invited_name(text),
  public.invited_name(text),
  private.tg_auth_users__bring_in(),
  public.member_page(text)
  from public, anon, authenticated, service_role;
grant execute on function private.import_members(uuid, jsonb), public.import_members(uuid, jsonb) to authenticated;
grant execute on function private.invited_name(text), public.invited_name(text) to anon, authenticated, service_role;
grant execute on function public.member_page(text) to authenticated, service_role;
