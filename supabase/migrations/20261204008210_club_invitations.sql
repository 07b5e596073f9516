-- Admins invite people: by links of the club, and by mail to addresses.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.club_links (
  id uuid not null,
  note text not null,
  code text not null,
  places integer not null,
  taken integer not null default 0,
  made_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint club_links_pkey primary key (id),
  constraint club_links_code_once unique (code),
  constraint club_links_made_by_fkey foreign key (made_by) references public.profiles on delete set null,
  constraint club_links_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and expires_at >= '2000-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00'
    and ended_at >= '2000-01-01 00:00:00+00' and ended_at < '2200-01-01 00:00:00+00'),
  constraint club_links_note_length check (char_length(note) <= 80),
  constraint club_links_note_plain check (private.is_plain_text(note)),
  constraint club_links_note_visible check (private.has_text(note)),
  constraint club_links_places_range check (places between 1 and 1000),
  constraint club_links_taken_range check (taken >= 0 and taken <= places)
);
comment on table private.club_links is
  'Links by which the club invites, made by admins. Deleted 90 days after their end or expiry.';
comment on column private.club_links.id is
  'Chosen by the browser, so that a request that is sent again makes no second link.';
comment on column private.club_links.note is 'What the link is for, in the words of the admin.';
comment on column private.club_links.taken is 'Sign-ups with the code, also those that were never confirmed.';

create table private.mailed_invitations (
  id uuid not null default gen_random_uuid(),
  address text not null,
  code text not null,
  invited_by uuid,
  attempts integer not null default 0,
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  outcome text,
  error text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  taken_by uuid,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint mailed_invitations_pkey primary key (id),
  constraint mailed_invitations_code_once unique (code),
  constraint mailed_invitations_created_once unique (created_at),
  constraint mailed_invitations_invited_by_fkey foreign key (invited_by) references public.profiles on delete set null,
  constraint mailed_invitations_taken_by_fkey foreign key (taken_by) references auth.users on delete set null,
  constraint mailed_invitations_address_length check (char_length(address) <= 254),
  constraint mailed_invitations_dates_bounds check (
    due_at >= '2000-01-01 00:00:00+00' and due_at < '2200-01-01 00:00:00+00'
    and created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and expires_at >= '2000-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00'
    and ended_at >= '2000-01-01 00:00:00+00' and ended_at < '2200-01-01 00:00:00+00'
    and accepted_at >= '2000-01-01 00:00:00+00' and accepted_at < '2200-01-01 00:00:00+00'
    and withdrawn_at >= '2000-01-01 00:00:00+00' and withdrawn_at < '2200-01-01 00:00:00+00'),
  constraint mailed_invitations_ended_with_outcome check ((outcome is null) = (ended_at is null)),
  constraint mailed_invitations_error_length check (char_length(error) <= 500),
  constraint mailed_invitations_outcome_known check (outcome in ('sent', 'dropped', 'dead'))
);
comment on table private.mailed_invitations is
  'Invitations by mail, each with a code for one sign-up, and the queue of the function deliver. outcome: sent, dropped '
  '(withdrawn, expired or not needed before it was sent) or dead (given up); null before. Deleted within 30 days of their end.';
comment on column private.mailed_invitations.address is 'As it was spelled, in lower case.';
comment on column private.mailed_invitations.failures is
  'Attempts that were reported as failed. The others were sent, or their sender has gone.';
comment on column private.mailed_invitations.due_at is
  'The next attempt. While a mail is being sent: when another sender may take it, because the first one has gone.';
comment on column private.mailed_invitations.created_at is
  'A millisecond or more apart, so that the list has an order in which it is read page by page.';
comment on column private.mailed_invitations.ended_at is 'When the mail was sent, dropped or given up.';
comment on column private.mailed_invitations.taken_by is
  'The latest account that was opened with the code and waits for its confirmation.';
comment on column private.mailed_invitations.accepted_at is
  'When an account that was opened with the code was confirmed, or the address was found to have an account before the mail '
  'was sent.';

create table private.invited_accounts (
  account_id uuid not null,
  invitation_id uuid not null,
  constraint invited_accounts_pkey primary key (account_id),
  constraint invited_accounts_account_id_fkey foreign key (account_id) references auth.users on delete cascade,
  constraint invited_accounts_invitation_id_fkey
    foreign key (invitation_id) references private.mailed_invitations on delete cascade
);
comment on table private.invited_accounts is
  'Accounts that were opened with an invitation by mail and wait for their confirmation. Of several with the same one, that '
  'in taken_by can be confirmed.';

create table private.invited_addresses (
  address_hash bytea not null,
  invited_at timestamptz not null default now(),
  constraint invited_addresses_pkey primary key (address_hash),
  constraint invited_addresses_dates_bounds check (
    invited_at >= '2000-01-01 00:00:00+00' and invited_at < '2200-01-01 00:00:00+00')
);
comment on table private.invited_addresses is
  'Mailboxes that were invited in the last 30 days, as keyed hashes: nobody is sent a second invitation in that time, also '
  'when the first one was withdrawn or its row is deleted. Without those whose mail was given up.';

create table private.invitation_requests (
  admin_id uuid not null,
  request_id uuid not null,
  digest bytea not null,
  answers text[] not null,
  created_at timestamptz not null default now(),
  constraint invitation_requests_pkey primary key (admin_id, request_id),
  constraint invitation_requests_admin_id_fkey foreign key (admin_id) references public.profiles on delete cascade,
  constraint invitation_requests_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00')
);
comment on table private.invitation_requests is
  'What invite_addresses has answered, without the addresses, so that the same request is answered in the same way. '
  'Deleted after 30 days.';
comment on column private.invitation_requests.digest is 'A keyed hash of the addresses as they were given.';

comment on column private.settings.address_key is
  'Key of the hashes in referred_addresses, account_addresses, invited_addresses and invitation_requests, generated by the '
  'database. Without it they are useless.';

-- A mail programme would decode it.
alter table public.site_settings
  add constraint site_settings_club_name_unencoded check (club_name !~ '=\?');

-- Indexes --------------------------------------------------------------------------------------------------

create index club_links_made_by on private.club_links (made_by);
create index club_links_newest on private.club_links (created_at desc, id);
create index mailed_invitations_invited_by on private.mailed_invitations (invited_by);
create index mailed_invitations_taken_by on private.mailed_invitations (taken_by);
create index invited_accounts_invitation on private.invited_accounts (invitation_id);
create index mailed_invitations_address on private.mailed_invitations (address);
create index mailed_invitations_due on private.mailed_invitations (due_at) where outcome is null;
create index invited_addresses_invited on private.invited_addresses (invited_at);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.club_links enable row level security;
alter table private.mailed_invitations enable row level security;
alter table private.invited_accounts enable row level security;
alter table private.invited_addresses enable row level security;
alter table private.invitation_requests enable row level security;

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
  'answer_suspension', 'decide_appeal', 'make_club_link', 'end_club_link', 'invite_addresses', 'withdraw_invitations'
));
alter table private.audit_log drop constraint audit_log_subject_kind_known;
alter table private.audit_log add constraint audit_log_subject_kind_known check (subject_kind in (
  'member', 'badge', 'package', 'item', 'game', 'card', 'video', 'site_settings', 'referral_settings', 'landing', 'list',
  'invitation'
));

-- Functions and views: links of the club -------------------------------------------------------------------

create function private.new_code() returns text
  language sql volatile set search_path = ''
  as $$ select translate(encode(extensions.gen_random_bytes(15), 'base64'), '+/', '-_') $$;
comment on function private.new_code() is 'A code of 120 random bits, as it stands in a link.';

create view private.shown_links with (security_invoker = true) as
  select l.id, l.note, l.code, l.places, l.taken, p.username as made_by, l.created_at, l.expires_at, l.ended_at
  from private.club_links as l left join public.profiles as p on p.id = l.made_by;
comment on view private.shown_links is 'Links of the club as admins see them. made_by: a username.';

create function private.club_links() returns setof private.shown_links
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return query select l.* from private.shown_links as l order by l.created_at desc, l.id limit 200;
  end
  $$;
comment on function private.club_links() is 'The newest 200 links of the club. Only for admins (42501).';

create function public.club_links() returns setof private.shown_links
  language sql stable set search_path = ''
  as $$ select l.* from private.club_links() as l $$;
comment on function public.club_links() is
  'The links by which the club invites, newest first, 200 at most: what for (note), code, places and how many are taken, '
  'the username of the admin who made it (made_by, null if that account is deleted), when it expires, and when an admin has '
  'ended it. Admins only (42501).';

create function private.make_club_link(p_id uuid, p_note text, p_places integer, p_days integer)
  returns setof private.shown_links
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_note constant text := btrim(p_note, E' \t\r\n');
    v_link private.club_links;
  begin
    perform private.require_admin();
    if p_days is null or p_days not between 1 and 365 then
      raise exception 'a link counts for 1 to 365 days' using errcode = '23514';
    end if;
    perform private.hold_gate();
    select l.* into v_link from private.club_links as l where l.id = p_id;
    if not found then
      perform private.check_rate('club-link-day', 50, interval '1 day');
      insert into private.club_links (id, note, code, places, made_by, expires_at)
        values (p_id, v_note, private.new_code(), p_places, auth.uid(), now() + make_interval(days => p_days))
        on conflict on constraint club_links_pkey do nothing;
      if found then
        perform private.audit(
          'make_club_link', 'invitation', p_id, v_note, jsonb_build_object('places', p_places, 'days', p_days));
      end if;
      select l.* into v_link from private.club_links as l where l.id = p_id;
    end if;
    -- The answer to the first attempt was lost.
    if v_link.made_by is distinct from auth.uid() then
      raise exception 'another link has this id' using errcode = '23505';
    end if;
    return query select l.* from private.shown_links as l where l.id = p_id;
  end
  $$;
comment on function private.make_club_link(uuid, text, integer, integer) is
  'Makes a link of the club. If the caller has made one with this ID, nothing changes. Only for admins (42501).';

create function public.make_club_link(id uuid, note text, places integer, days integer)
  returns setof private.shown_links
  language sql set search_path = ''
  as $$
    select l.*
    from private.make_club_link(make_club_link.id, make_club_link.note, make_club_link.places, make_club_link.days) as l
  $$;
comment on function public.make_club_link(uuid, text, integer, integer) is
  'Makes a link by which the club invites, and returns it as club_links does. note: 1 to 80 characters; places: 1 to 1,000; '
  'days until it expires: 1 to 365; otherwise 23514, or 23502 without one of them. The same ID again returns the link that '
  'stands; 23505 if another admin has made it. PT429 after 50 in a day. Admins only (42501).';

create function private.end_club_link(p_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_note text;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    update private.club_links as l set ended_at = now()
      where l.id = p_id and l.ended_at is null
      returning l.note into v_note;
    if found then
      perform private.audit('end_club_link', 'invitation', p_id, v_note);
      return true;
    end if;
    return exists (select from private.club_links as l where l.id = p_id);
  end
  $$;
comment on function private.end_club_link(uuid) is
  'Ends a link of the club; false if there is none. Only for admins (42501).';

create function public.end_club_link(id uuid) returns boolean
  language sql set search_path = ''
  as $$ select private.end_club_link(end_club_link.id) $$;
comment on function public.end_club_link(uuid) is
  'Ends a link of the club, which then admits nobody; false if there is none. A second time changes nothing. Admins only '
  '(42501).';

-- Functions and views: invitations by mail -----------------------------------------------------------------

create function private.invitation_state(p_invitation private.mailed_invitations) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_invitation.accepted_at is not null then 'accepted'
      when p_invitation.withdrawn_at is not null then 'withdrawn'
      when p_invitation.outcome = 'dead' then 'failed'
      when p_invitation.expires_at <= now() then 'expired'
      when p_invitation.outcome = 'sent' then 'sent'
      else 'waiting'
    end
  $$;
comment on function private.invitation_state(private.mailed_invitations) is
  'waiting (to be sent), sent, failed (given up), accepted, expired or withdrawn. The code admits while it is waiting or sent.';

create view private.shown_invitations with (security_invoker = true) as
  select m.id, m.address, p.username as invited_by, m.created_at, m.expires_at, private.invitation_state(m) as state,
    m.error
  from private.mailed_invitations as m left join public.profiles as p on p.id = m.invited_by;
comment on view private.shown_invitations is 'Invitations by mail as admins see them. invited_by: a username.';

create function private.can_invite_by_mail() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return (select s.sends_mail from private.settings as s);
  end
  $$;
comment on function private.can_invite_by_mail() is 'Whether the site sends mail. Only for admins (42501).';

create function public.can_invite_by_mail() returns boolean
  language sql stable set search_path = ''
  as $$ select private.can_invite_by_mail() $$;
comment on function public.can_invite_by_mail() is
  'Whether the site sends mail, so that addresses can be invited. Admins only (42501).';

create function private.is_mail_address(p_address text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(
      char_length(p_address) <= 254
        and p_address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@'
          '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'
        and strpos(p_address, '@') <= 65,
      false)
  $$;
comment on function private.is_mail_address(text) is
  'Whether a text in lower case is an address to which the site can send mail, as its sign-up takes them: ASCII, at most 254 '
  'characters, a host with a dot.';

create function private.judge_addresses(p_addresses text[]) returns table (
    place bigint, address text, address_hash bytea, answer text)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      -- Each hash is computed once.
      with h as materialized (
        select t.place, t.address,
          case when private.is_mail_address(t.address) then private.address_hash(t.address) end as address_hash
        from (
          select g.place, lower(btrim(g.given, E' \t\r\n')) as address
          from unnest(p_addresses) with ordinality as g (given, place)
        ) as t
      )
      select h.place, h.address, h.address_hash,
        case
          when h.address_hash is null then 'wrong'
          when row_number() over (partition by h.address_hash order by h.place) > 1 then 'again'
          when exists (
            select from private.account_addresses as a join private.account_emails as e on e.user_id = a.account_id
            -- An account has also had other addresses.
            where a.mailbox_hash = h.address_hash and private.address_hash(e.email) = h.address_hash
          ) then 'member'
          when exists (
            select from private.invited_addresses as i
            where i.address_hash = h.address_hash and i.invited_at > now() - interval '30 days'
          ) then 'recent'
          else 'invited'
        end
      from h
      order by h.place;
  end
  $$;
comment on function private.judge_addresses(text[]) is
  'What invite_addresses answers for each address, as it is to be stored, with the hash of its mailbox.';

create function private.invite_addresses(p_request uuid, p_addresses text[]) returns table (address text, answer text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_given constant text[] := coalesce(p_addresses, '{}');
    v_digest bytea;
    v_known private.invitation_requests;
    v_addresses text[];
    v_hashes bytea[];
    v_answers text[];
    v_count integer;
    v_first timestamptz;
  begin
    perform private.require_admin();
    if p_request is null or cardinality(v_given) > 200 then
      raise exception 'a request has an id, and 200 addresses at most' using errcode = '22023';
    end if;
    if cardinality(v_given) = 0 then
      return;
    end if;
    perform private.hold_gate();
    -- One call at a time: another admin's call may have the same addresses.
    perform pg_advisory_xact_lock(hashtextextended('private.invite_addresses', 0));
    v_digest := extensions.hmac(
      convert_to(array_to_json(v_given)::text, 'UTF8'), (select s.address_key from private.settings as s), 'sha256');
    select r.* into v_known from private.invitation_requests as r
      where r.admin_id = auth.uid() and r.request_id = p_request;
    if found then
      if v_known.digest <> v_digest then
        raise exception 'this request has been carried out before'
          using errcode = 'PT409', hint = 'it had other addresses';
      end if;
      return query
        select coalesce(g.given, ''), v_known.answers[g.place]
        from unnest(v_given) with ordinality as g (given, place) order by g.place;
      return;
    end if;
    if not (select s.sends_mail from private.settings as s) then
      raise exception 'the site sends no mail' using errcode = 'IN001', hint = 'make a link of the club';
    end if;
    select
        array_agg(j.address order by j.place), array_agg(j.address_hash order by j.place), array_agg(j.answer order by j.place)
      into v_addresses, v_hashes, v_answers
      from private.judge_addresses(v_given) as j;
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
      insert into private.mailed_invitations (address, code, invited_by, created_at, expires_at)
        select a.address, private.new_code(), auth.uid(),
          v_first + (row_number() over (order by a.place desc) - 1) * interval '1 millisecond', now() + interval '30 days'
        from unnest(v_addresses, v_answers) with ordinality as a (address, answer, place)
        where a.answer = 'invited';
      perform private.audit('invite_addresses', 'invitation', null, null, jsonb_build_object('count', v_count));
    end if;
    insert into private.invitation_requests (admin_id, request_id, digest, answers)
      values (auth.uid(), p_request, v_digest, v_answers);
    return query
      select coalesce(g.given, ''), v_answers[g.place]
      from unnest(v_given) with ordinality as g (given, place) order by g.place;
  end
  $$;
comment on function private.invite_addresses(uuid, text[]) is
  'Invites those addresses that have no account and were not invited in the last 30 days; the function deliver sends the '
  'mails. The same request again is answered as the first one, and does nothing. Only for admins (42501).';

create function public.invite_addresses(request uuid, addresses text[]) returns table (address text, answer text)
  language sql set search_path = ''
  as $$ select a.* from private.invite_addresses(invite_addresses.request, invite_addresses.addresses) as a $$;
comment on function public.invite_addresses(uuid, text[]) is
  'Invites up to 200 addresses by mail, and says of each, in the order given: invited, member (has an account), recent '
  '(invited in the last 30 days, unless that mail was given up), again (a second time in this list) or wrong (no address). '
  'Spellings of one mailbox are the same address. The same request with the same addresses is answered as the first time; '
  'PT409 with others. Admins only (42501); IN001 where the site sends no mail; 22023 for more than 200; PT429 after 600 '
  'invited in a day.';

create function private.mailed_invitations(p_search text, p_state text, p_before timestamptz)
  returns setof private.shown_invitations
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_search constant text := lower(btrim(coalesce(p_search, '')));
  begin
    perform private.require_admin();
    if p_state not in ('waiting', 'sent', 'failed', 'accepted', 'expired', 'withdrawn') then
      raise exception 'unknown state' using errcode = '22023';
    end if;
    return query
      select i.* from private.shown_invitations as i
      where strpos(i.address, v_search) > 0
        and (p_state is null or i.state = p_state)
        and (p_before is null or i.created_at < p_before)
      order by i.created_at desc
      limit 50;
  end
  $$;
comment on function private.mailed_invitations(text, text, timestamptz) is
  'A page of the invitations by mail. Only for admins (42501).';

create function public.mailed_invitations(
    search text default null, state text default null, before timestamptz default null)
  returns setof private.shown_invitations
  language sql stable set search_path = ''
  as $$
    select i.*
    from private.mailed_invitations(mailed_invitations.search, mailed_invitations.state, mailed_invitations.before) as i
  $$;
comment on function public.mailed_invitations(text, text, timestamptz) is
  'Invitations by mail, newest first, 50 at a time: with the created_at of the last one as before, the next page. search: a '
  'part of the address. state: waiting (not sent yet), sent, failed (given up, with the error), accepted, expired or '
  'withdrawn; 22023 for any other. invited_by: a username, null if that account is deleted. Admins only (42501).';

create function private.withdraw_invitations(p_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_count integer;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    -- In one order, as two admins may withdraw the same ones.
    perform from private.mailed_invitations as m
      where m.id = any (p_ids) and private.invitation_state(m) in ('waiting', 'sent')
      order by m.id for update;
    -- No mail has gone out.
    delete from private.invited_addresses as i using private.mailed_invitations as m
      where m.id = any (p_ids) and private.invitation_state(m) = 'waiting' and m.attempts = 0
        and i.address_hash = private.address_hash(m.address);
    update private.mailed_invitations as m set
        withdrawn_at = now(),
        outcome = coalesce(m.outcome, 'dropped'),
        ended_at = coalesce(m.ended_at, now())
      where m.id = any (p_ids) and private.invitation_state(m) in ('waiting', 'sent');
    get diagnostics v_count = row_count;
    if v_count > 0 then
      perform private.audit('withdraw_invitations', 'invitation', null, null, jsonb_build_object('count', v_count));
    end if;
    return v_count;
  end
  $$;
comment on function private.withdraw_invitations(uuid[]) is
  'Withdraws those invitations by mail that are waiting or sent. Only for admins (42501).';

create function public.withdraw_invitations(ids uuid[]) returns integer
  language sql set search_path = ''
  as $$ select private.withdraw_invitations(withdraw_invitations.ids) $$;
comment on function public.withdraw_invitations(uuid[]) is
  'Withdraws invitations by mail that are waiting or sent, and returns how many: their codes admit no more, and what was not '
  'sent is not sent. An address to which no mail has gone out can be invited again at once, another one 30 days after it was. '
  'Admins only (42501).';

-- Functions: sending ---------------------------------------------------------------------------------------

create function private.take_invitations(p_size integer) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
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
          'club', private.club_name(), 'inviter', v_inviter.username, 'inviter_id', v_inviter.id,
          'expires_at', v_row.expires_at, 'time_zone', private.club_zone());
      end if;
    end loop;
    return v_taken;
  end
  $$;
comment on function private.take_invitations(integer) is
  'Takes up to 100 invitations by mail that are due. One without a result is due again after two minutes, twice as long '
  'after each further attempt. After eight failures it is dead. What has expired, or whose address has an account by now, is '
  'dropped.';

create function public.take_invitations(size integer default 50) returns jsonb
  language sql set search_path = ''
  as $$ select private.take_invitations(take_invitations.size) $$;
comment on function public.take_invitations(integer) is
  'For the function deliver, where it can send mails: invitations that are due, now taken by it. inviter and inviter_id are '
  'null if the inviter is an admin no longer, or suspended.';

create function private.give_up_invitation(p_id uuid, p_now timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.mailed_invitations as m set outcome = 'dead', ended_at = p_now where m.id = p_id;
    delete from private.invited_addresses as i using private.mailed_invitations as m
      where m.id = p_id and i.address_hash = private.address_hash(m.address);
  end
  $$;
comment on function private.give_up_invitation(uuid, timestamptz) is
  'The mail of an invitation will not arrive: its address may be invited again.';

create function private.end_invitations(p_results jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_now constant timestamptz := clock_timestamp();
    v_result record;
    v_failures integer;
  begin
    perform private.hold_gate();
    for v_result in
      select r.id, r.attempt, r.outcome, left(r.error, 500) as error, coalesce(r.retry_seconds, 0) as retry_seconds
      from jsonb_to_recordset(p_results) as r (id uuid, attempt integer, outcome text, error text, retry_seconds integer)
      order by r.id
    loop
      if v_result.outcome = 'sent' then
        update private.mailed_invitations as m set outcome = 'sent', ended_at = v_now, error = null
          where m.id = v_result.id and m.outcome is distinct from 'sent';
        -- Another sender may have given it up since.
        insert into private.invited_addresses as i (address_hash, invited_at)
          select private.address_hash(m.address), m.created_at from private.mailed_invitations as m
          where m.id = v_result.id
          on conflict on constraint invited_addresses_pkey do nothing;
      else
        -- Another sender may have taken it since.
        update private.mailed_invitations as m set
            error = v_result.error,
            failures = m.failures + 1,
            due_at = greatest(m.due_at, v_now + least(v_result.retry_seconds, 86400) * interval '1 second')
          where m.id = v_result.id and m.outcome is null and m.attempts = v_result.attempt
          returning m.failures into v_failures;
        if found and (v_result.outcome = 'refused' or v_failures >= 8) then
          perform private.give_up_invitation(v_result.id, v_now);
        end if;
      end if;
    end loop;
  end
  $$;
comment on function private.end_invitations(jsonb) is
  'Records what became of invitations by mail: sent, failed (tried again) or refused (dead at once).';

create function public.end_invitations(results jsonb) returns void
  language sql set search_path = ''
  as $$ select private.end_invitations(end_invitations.results) $$;
comment on function public.end_invitations(jsonb) is
  'For the function deliver: what became of the invitations that it took.';

-- Functions: joining ---------------------------------------------------------------------------------------

create function private.admits(p_code text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
        select from private.invitations as i join public.profiles as p on p.id = i.member_id
        where i.code = p_code and i.expires_at > now() and i.taken < i.places and not p.is_suspended
      )
      or exists (
        select from private.club_links as l
        where l.code = p_code and l.ended_at is null and l.expires_at > now() and l.taken < l.places
      )
      or exists (
        select from private.mailed_invitations as m
        where m.code = p_code and private.invitation_state(m) in ('waiting', 'sent')
      );
  end
  $$;
comment on function private.admits(text) is
  'Whether the code of a member''s invitation, of a link of the club or of an invitation by mail still counts.';

create or replace function private.may_join(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    case (select s.joining from public.site_settings as s)
      when 'closed' then
        return 'closed';
      when 'invitation' then
        if coalesce(p_code, '') = '' then
          return 'needed';
        end if;
        return case when private.admits(p_code) then 'yes' else 'ended' end;
      else
        return 'yes';
    end case;
  end
  $function$;
comment on function public.may_join(text) is
  'Whether one may register, with the code of an invitation or without: yes; closed, when the club takes nobody; needed, '
  'when it takes new members by invitation; ended, when the invitation is unknown, expired, replaced, ended, withdrawn or '
  'used up, or its member is suspended.';

create or replace function private.tg_auth_users__require_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_code constant text := nullif(new.raw_user_meta_data ->> 'invitation', '');
    v_answer text := private.may_join(v_code);
    v_waits constant boolean := new.email is not null and new.email_confirmed_at is null;
    v_mailed uuid;
  begin
    if v_answer = 'yes' and v_code is not null then
      -- Before the row of an invitation: the deletion of an account may have the gate and wait for that row.
      perform private.hold_gate();
      -- Of two sign-ups for the last place the second one waits here, and finds it taken. Links of the club and
      -- invitations by mail are counted wherever they are used, those of members where the club asks for them.
      update private.club_links as l set taken = l.taken + 1
        where l.code = v_code and l.ended_at is null and l.taken < l.places and l.expires_at > now();
      if not found then
        -- One that waits for its confirmation, perhaps under a misspelled address, gives its place to the next one.
        update private.mailed_invitations as m set
            taken_by = case when v_waits then new.id end,
            accepted_at = case when not v_waits then now() end
          where m.code = v_code and private.invitation_state(m) in ('waiting', 'sent')
          returning m.id into v_mailed;
        if v_mailed is not null and v_waits then
          insert into private.invited_accounts (account_id, invitation_id) values (new.id, v_mailed);
        elsif v_mailed is null and exists (select from public.site_settings as s where s.joining = 'invitation') then
          update private.invitations as i set taken = i.taken + 1
            where i.code = v_code and i.taken < i.places and i.expires_at > now();
          if not found then
            v_answer := 'ended';
          end if;
        end if;
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
  $function$;
comment on function private.tg_auth_users__require_invitation() is
  'Refuses a new account that the club''s setting does not admit (23U11 to 23U13), and takes a place of the invitation, of '
  'whichever kind. An account that waits for its confirmation is already admitted, unless a later '
  'sign-up has used the code of the same invitation by mail.';

create function private.tg_auth_users__accept_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_invitation_id constant uuid := (select a.invitation_id from private.invited_accounts as a where a.account_id = new.id);
  begin
    if v_invitation_id is null then
      return null;
    end if;
    perform private.hold_gate();
    update private.mailed_invitations as m set accepted_at = now(), taken_by = null
      where m.id = v_invitation_id and m.taken_by = new.id;
    if not found and exists (select from public.site_settings as s where s.joining = 'invitation') then
      raise exception 'The invitation has ended' using errcode = '23U13';
    end if;
    delete from private.invited_accounts as a where a.account_id = new.id;
    return null;
  end
  $$;
comment on function private.tg_auth_users__accept_invitation() is
  'Uses an invitation by mail up when the account that was opened with it is confirmed. Where an invitation is needed, one '
  'that has given its place to a later sign-up is refused (23U13).';
create trigger _250_accept_invitation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.tg_auth_users__accept_invitation();

-- Functions: the sender is called, and what is over is deleted -----------------------------------------------

create or replace function private.call_deliver()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_url text;
    v_key text;
  begin
    if not exists (select from private.deliveries as d where d.outcome is null and d.due_at <= v_now)
      and not exists (select from private.outbox as o where o.sent_at is null and o.due_at <= v_now)
      and not exists (select from private.mail_states as m where m.digest_at <= v_now)
      and not exists (
        select from private.mailed_invitations as i, private.settings as s
        where i.outcome is null and i.due_at <= v_now and s.sends_mail
      )
    then
      return false;
    end if;
    if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
      or to_regclass('vault.decrypted_secrets') is null
    then
      return false;
    end if;
    execute $call$
      select
        (select s.decrypted_secret from vault.decrypted_secrets as s where s.name = 'project_url'),
        (select s.decrypted_secret from vault.decrypted_secrets as s where s.name = 'secret_key')
    $call$ into v_url, v_key;
    if v_url is null or v_key is null then
      return false;
    end if;
    execute $call$
      select net.http_post(
        url := $1, headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', $2::text),
        timeout_milliseconds := 60000)
    $call$ using v_url || '/functions/v1/deliver', v_key;
    return true;
  end
  $function$;

create function private.tend_invitations() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_now constant timestamptz := now();
    v_some integer;
    v_all integer := 0;
  begin
    -- The mail says that the address is deleted within 30 days, and the job may come a day late.
    delete from private.mailed_invitations as m
      where least(
        m.expires_at, coalesce(m.accepted_at, m.withdrawn_at, case when m.outcome = 'dead' then m.ended_at end)
      ) < v_now - interval '29 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.club_links as l where least(l.ended_at, l.expires_at) < v_now - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    -- As calls of invite_addresses do.
    perform pg_advisory_xact_lock(hashtextextended('private.invite_addresses', 0));
    delete from private.invited_addresses as i where i.invited_at <= v_now - interval '30 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.invitation_requests as r where r.created_at <= v_now - interval '30 days';
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;
comment on function private.tend_invitations() is
  'Deletes invitations by mail 29 days after their end, links of the club 90 days after theirs, and after 30 days the hashes '
  'of invited addresses and the answers to requests. Returns how many.';

create or replace function private.delete_expired_marks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_some integer;
    v_all integer := 0;
  begin
    delete from private.rate_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.left_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.declined_connections as d where d.declined_at <= v_now - interval '30 days';
    get diagnostics v_some = row_count;
    return v_all + v_some + private.tend_invitations();
  end
  $function$;
comment on function private.delete_expired_marks() is
  'Deletes counters whose window is over, which is 31 days at most, declined requests that may be repeated, and what is over '
  'of the club''s invitations; returns how many.';

create or replace function private.leave_marks(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ghost constant uuid := gen_random_uuid();
  begin
    delete from private.left_counters as c where c.window_start <= now() - interval '31 days';
    delete from private.declined_connections as d where d.declined_at <= now() - interval '30 days';

    -- One that still counts stays if the account has not proved that the address is its own.
    delete from private.mailed_invitations as m using auth.users as u
      where u.id = p_user_id and m.address = lower(u.email)
        and (private.invitation_state(m) not in ('waiting', 'sent') or private.is_proved_address(p_user_id));

    update private.account_addresses as a set account_id = v_ghost where a.account_id = p_user_id;
    update private.suspended_accounts as s set account_id = v_ghost where s.account_id = p_user_id;
    update private.answer_viewers as v set user_id = v_ghost where v.user_id = p_user_id;
    update private.username_keys as k set user_id = v_ghost, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = p_user_id;
    update private.referral_parties as k set referrer_id = v_ghost where k.referrer_id = p_user_id;
    update private.referral_parties as k set referred_id = v_ghost where k.referred_id = p_user_id;
    update private.declined_connections as d set user_id = v_ghost where d.user_id = p_user_id;
    update private.declined_connections as d set connected_user_id = v_ghost where d.connected_user_id = p_user_id;
    update private.reports as r set former_account_id = v_ghost where r.reporter_id = p_user_id;
    update private.report_cases as c set former_account_id = v_ghost where c.author_id = p_user_id;
    update private.linked_admins as k set account_id = v_ghost where k.account_id = p_user_id;
    insert into private.left_suspensions (account_id, suspensions)
      select v_ghost, count(*) from private.audit_log as l
      where l.subject_id = p_user_id and l.action = 'suspend' having count(*) > 0;
    insert into private.left_counters (account_id, bucket, window_start, used)
      select v_ghost, c.bucket, c.window_start, c.used
      from private.rate_counters as c
      where c.user_id = p_user_id and c.window_start > now() - interval '31 days';
    insert into private.left_debts (account_id, points)
      select v_ghost, greatest(p.points, -2147483648) from public.profiles as p where p.id = p_user_id and p.points < 0;
    insert into private.left_entries (game_id, account_id)
      select e.game_id, v_ghost
      from public.game_entries as e join public.games as g on g.id = e.game_id
      where e.user_id = p_user_id and g.status <> 'completed';
  end
  $function$;
comment on function private.leave_marks(uuid) is
  'Keeps the restrictions that apply to the next account of the address, under an id that belongs to no account, and deletes '
  'the invitations that were mailed to the address.';

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
            'accepted_at', m.accepted_at) order by m.created_at),
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

revoke all on private.club_links, private.mailed_invitations, private.invited_accounts, private.invited_addresses, private.invitation_requests,
  private.shown_links, private.shown_invitations from anon, authenticated, service_role;
revoke all on function
  private.new_code(),
  private.club_links(),
  public.club_links(),
  private.make_club_link(uuid, text, integer, integer),
  public.make_club_link(uuid, text, integer, integer),
  private.end_club_link(uuid),
  public.end_club_link(uuid),
  private.invitation_state(private.mailed_invitations),
  private.can_invite_by_mail(),
  public.can_invite_by_mail(),
  private.is_mail_address(text),
  private.judge_addresses(text[]),
  private.invite_addresses(uuid, text[]),
  public.invite_addresses(uuid, text[]),
  private.mailed_invitations(text, text, timestamptz),
  public.mailed_invitations(text, text, timestamptz),
  private.withdraw_invitations(uuid[]),
  public.withdraw_invitations(uuid[]),
  private.take_invitations(integer),
  public.take_invitations(integer),
  private.give_up_invitation(uuid, timestamptz),
  private.end_invitations(jsonb),
  public.end_invitations(jsonb),
  private.admits(text),
  private.tend_invitations(),
  private.tg_auth_users__accept_invitation()
  from public, anon, authenticated, service_role;
grant execute on function
  private.club_links(),
  public.club_links(),
  private.make_club_link(uuid, text, integer, integer),
  public.make_club_link(uuid, text, integer, integer),
  private.end_club_link(uuid),
  public.end_club_link(uuid),
  private.can_invite_by_mail(),
  public.can_invite_by_mail(),
  private.invite_addresses(uuid, text[]),
  public.invite_addresses(uuid, text[]),
  private.mailed_invitations(text, text, timestamptz),
  public.mailed_invitations(text, text, timestamptz),
  private.withdraw_invitations(uuid[]),
  public.withdraw_invitations(uuid[])
  to authenticated;
grant execute on function
  private.take_invitations(integer),
  public.take_invitations(integer),
  private.end_invitations(jsonb),
  public.end_invitations(jsonb)
  to service_role;
