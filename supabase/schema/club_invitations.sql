-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.club_links (
  id uuid not null,
  note text not null,
  code text not null,
  places integer not null,
  taken integer not null default 0,
  made_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint club_links_pkey PRIMARY KEY (id),
  constraint club_links_code_once UNIQUE (code),
  constraint club_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint club_links_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ended_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ended_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint club_links_note_length CHECK (char_length(note) <= 80),
  constraint club_links_note_plain CHECK (private.is_plain_text(note)),
  constraint club_links_note_visible CHECK (private.has_text(note)),
  constraint club_links_places_range CHECK (places >= 1 AND places <= 1000),
  constraint club_links_taken_range CHECK (taken >= 0 AND taken <= places)
);
comment on table private.club_links is 'Links by which the club invites, made by admins. Deleted 90 days after their end or expiry.';
comment on column private.club_links.id is 'Chosen by the browser, so that a request that is sent again makes no second link.';
comment on column private.club_links.note is 'What the link is for, in the words of the admin.';
comment on column private.club_links.taken is 'Accounts with the code, without those that wait for their confirmation.';

CREATE INDEX club_links_made_by ON private.club_links USING btree (made_by);
CREATE INDEX club_links_newest ON private.club_links USING btree (created_at DESC, id);

alter table private.club_links enable row level security;

create table private.invitation_requests (
  admin_id uuid not null,
  request_id uuid not null,
  digest bytea not null,
  answers text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint invitation_requests_pkey PRIMARY KEY (admin_id, request_id),
  constraint invitation_requests_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint invitation_requests_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.invitation_requests is 'What invite_addresses and import_members have answered, without the addresses, so that the same request is answered in the same way. Deleted after 30 days.';
comment on column private.invitation_requests.digest is 'A keyed hash of what was given, as it was given.';

alter table private.invitation_requests enable row level security;

create table private.invited_accounts (
  account_id uuid not null,
  code text not null,
  constraint invited_accounts_pkey PRIMARY KEY (account_id)
);
comment on table private.invited_accounts is 'Accounts that wait for their confirmation, with the code of an invitation of any kind that counted when they signed up. Their place is taken when they are confirmed.';

alter table private.invited_accounts enable row level security;

create table private.invited_addresses (
  address_hash bytea not null,
  invited_at timestamp with time zone not null default now(),
  constraint invited_addresses_pkey PRIMARY KEY (address_hash),
  constraint invited_addresses_dates_bounds CHECK (invited_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND invited_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.invited_addresses is 'Mailboxes that were invited in the last 30 days, as keyed hashes: nobody is sent a second invitation in that time, also when the first one was withdrawn or its row is deleted. Without those whose mail was given up.';

CREATE INDEX invited_addresses_invited ON private.invited_addresses USING btree (invited_at);

alter table private.invited_addresses enable row level security;

create table private.mailed_invitations (
  id uuid not null default gen_random_uuid(),
  address text not null,
  code text not null,
  invited_by uuid,
  attempts integer not null default 0,
  failures integer not null default 0,
  due_at timestamp with time zone not null default now(),
  outcome text,
  error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  proposed_name text,
  joined_on date,
  points integer,
  given_at timestamp with time zone,
  constraint mailed_invitations_pkey PRIMARY KEY (id),
  constraint mailed_invitations_code_once UNIQUE (code),
  constraint mailed_invitations_created_once UNIQUE (created_at),
  constraint mailed_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint mailed_invitations_address_length CHECK (char_length(address) <= 254),
  constraint mailed_invitations_dates_bounds CHECK (due_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND due_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ended_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ended_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND accepted_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND accepted_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND withdrawn_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND withdrawn_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint mailed_invitations_ended_with_outcome CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  constraint mailed_invitations_error_length CHECK (char_length(error) <= 500),
  constraint mailed_invitations_given_when_accepted CHECK (given_at IS NULL OR accepted_at IS NOT NULL),
  constraint mailed_invitations_import_dates_bounds CHECK (joined_on >= '1900-01-01'::date AND joined_on < '2200-01-01'::date AND given_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND given_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint mailed_invitations_name_valid CHECK (private.is_username(proposed_name)),
  constraint mailed_invitations_outcome_known CHECK (outcome = ANY (ARRAY['sent'::text, 'dropped'::text, 'dead'::text])),
  constraint mailed_invitations_points_range CHECK (points >= 1 AND points <= 1000000)
);
comment on table private.mailed_invitations is 'Invitations by mail, each with a code for one sign-up, and the queue of the function deliver. outcome: sent, dropped (withdrawn, expired or not needed before it was sent) or dead (given up); null before. Deleted within 30 days of their end.';
comment on column private.mailed_invitations.address is 'As it was spelled, in lower case.';
comment on column private.mailed_invitations.failures is 'Attempts that were reported as failed. The others were sent, or their sender has gone.';
comment on column private.mailed_invitations.due_at is 'The next attempt. While a mail is being sent: when another sender may take it, because the first one has gone.';
comment on column private.mailed_invitations.created_at is 'A millisecond or more apart, so that the list has an order in which it is read page by page.';
comment on column private.mailed_invitations.ended_at is 'When the mail was sent, dropped or given up.';
comment on column private.mailed_invitations.accepted_at is 'When an account that was opened with the code was confirmed, or the address was found to have an account before the mail was sent.';
comment on column private.mailed_invitations.proposed_name is 'Of an imported member: the username that the page to register proposes.';
comment on column private.mailed_invitations.joined_on is 'Of an imported member: the day when they joined elsewhere.';
comment on column private.mailed_invitations.points is 'Of an imported member: the points that they bring.';
comment on column private.mailed_invitations.given_at is 'When the account of the invited address was given the points and the day. Never, if another address has accepted.';

CREATE INDEX mailed_invitations_accepted ON private.mailed_invitations USING btree (accepted_at) WHERE (accepted_at IS NOT NULL);
CREATE INDEX mailed_invitations_address ON private.mailed_invitations USING btree (address);
CREATE INDEX mailed_invitations_due ON private.mailed_invitations USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX mailed_invitations_invited_by ON private.mailed_invitations USING btree (invited_by);

alter table private.mailed_invitations enable row level security;

create view private.shown_invitations with (security_invoker=true) as
 SELECT m.id,
    m.address,
    p.username AS invited_by,
    m.created_at,
    m.expires_at,
    private.invitation_state(m.*) AS state,
    m.error,
    m.proposed_name,
    m.joined_on,
    m.points,
    m.given_at
   FROM private.mailed_invitations m
     LEFT JOIN public.profiles p ON p.id = m.invited_by;
comment on view private.shown_invitations is 'Invitations by mail as admins see them. invited_by: a username.';

create view private.shown_links with (security_invoker=true) as
 SELECT l.id,
    l.note,
    l.code,
    l.places,
    l.taken,
    p.username AS made_by,
    l.created_at,
    l.expires_at,
    l.ended_at
   FROM private.club_links l
     LEFT JOIN public.profiles p ON p.id = l.made_by;
comment on view private.shown_links is 'Links of the club as admins see them. made_by: a username.';

create function private.admits(p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.admits(p_code text) is 'Whether the code of a member''s invitation, of a link of the club or of an invitation by mail still counts.';

create function private.can_invite_by_mail()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    return (select s.sends_mail from private.settings as s);
  end
  $function$;
comment on function private.can_invite_by_mail() is 'Whether the site sends mail. Only for admins (42501).';

grant execute on function private.can_invite_by_mail() to authenticated;

create function private.club_links()
 RETURNS SETOF private.shown_links
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    return query select l.* from private.shown_links as l order by l.created_at desc, l.id limit 200;
  end
  $function$;
comment on function private.club_links() is 'The newest 200 links of the club. Only for admins (42501).';

grant execute on function private.club_links() to authenticated;

create function private.end_club_link(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.end_club_link(p_id uuid) is 'Ends a link of the club; false if there is none. Only for admins (42501).';

grant execute on function private.end_club_link(p_id uuid) to authenticated;

create function private.end_invitations(p_results jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.end_invitations(p_results jsonb) is 'Records what became of invitations by mail: sent, failed (tried again) or refused (dead at once).';

grant execute on function private.end_invitations(p_results jsonb) to service_role;

create function private.give_up_invitation(p_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    update private.mailed_invitations as m set outcome = 'dead', ended_at = p_now where m.id = p_id;
    delete from private.invited_addresses as i using private.mailed_invitations as m
      where m.id = p_id and i.address_hash = private.address_hash(m.address);
  end
  $function$;
comment on function private.give_up_invitation(p_id uuid, p_now timestamp with time zone) is 'The mail of an invitation will not arrive: its address may be invited again.';

create function private.invitation_state(p_invitation private.mailed_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select case
      when p_invitation.accepted_at is not null then 'accepted'
      when p_invitation.withdrawn_at is not null then 'withdrawn'
      when p_invitation.outcome = 'dead' then 'failed'
      when p_invitation.expires_at <= now() then 'expired'
      when p_invitation.outcome = 'sent' then 'sent'
      else 'waiting'
    end
  $function$;
comment on function private.invitation_state(p_invitation private.mailed_invitations) is 'waiting (to be sent), sent, failed (given up), accepted, expired or withdrawn. The code admits while it is waiting or sent.';

create function private.invite_addresses(p_request uuid, p_addresses text[])
 RETURNS TABLE(address text, answer text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.invite_addresses(p_request uuid, p_addresses text[]) is 'Invites addresses as private.invite does. Only for admins (42501).';

grant execute on function private.invite_addresses(p_request uuid, p_addresses text[]) to authenticated;

create function private.is_mail_address(p_address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select coalesce(
      char_length(p_address) <= 254
        and p_address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@'
          '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'
        and strpos(p_address, '@') <= 65,
      false)
  $function$;
comment on function private.is_mail_address(p_address text) is 'Whether a text in lower case is an address to which the site can send mail, as its sign-up takes them: ASCII, at most 254 characters, a host with a dot.';

create function private.judge_addresses(p_addresses text[])
 RETURNS TABLE(place bigint, address text, address_hash bytea, answer text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.judge_addresses(p_addresses text[]) is 'What invite_addresses answers for each address, as it is to be stored, with the hash of its mailbox.';

create function private.mailed_invitations(p_search text, p_state text, p_before timestamp with time zone)
 RETURNS SETOF private.shown_invitations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.mailed_invitations(p_search text, p_state text, p_before timestamp with time zone) is 'A page of the invitations by mail. Only for admins (42501).';

grant execute on function private.mailed_invitations(p_search text, p_state text, p_before timestamp with time zone) to authenticated;

create function private.make_club_link(p_id uuid, p_note text, p_places integer, p_days integer)
 RETURNS SETOF private.shown_links
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.make_club_link(p_id uuid, p_note text, p_places integer, p_days integer) is 'Makes a link of the club. If the caller has made one with this ID, nothing changes. Only for admins (42501).';

grant execute on function private.make_club_link(p_id uuid, p_note text, p_places integer, p_days integer) to authenticated;

create function private.new_code()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select translate(encode(extensions.gen_random_bytes(15), 'base64'), '+/', '-_') $function$;
comment on function private.new_code() is 'A code of 120 random bits, as it stands in a link.';

create function private.take_invitations(p_size integer)
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
comment on function private.take_invitations(p_size integer) is 'Takes up to 100 invitations by mail that are due. One without a result is due again after two minutes, twice as long after each further attempt. After eight failures it is dead. What has expired, or whose address has an account by now, is dropped.';

grant execute on function private.take_invitations(p_size integer) to service_role;

create function private.tend_invitations()
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
  $function$;
comment on function private.tend_invitations() is 'Deletes invitations by mail 29 days after their end, links of the club 90 days after theirs, and after 30 days the hashes of invited addresses and the answers to requests. Returns how many.';

create function private.tg_auth_users__accept_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_code constant text := (select a.code from private.invited_accounts as a where a.account_id = new.id);
    -- Whoever signs up once more with the address, and with another code, takes nothing from the holder of the mailbox. An
    -- account that had no address was anonymous, and counted then.
    v_own constant boolean := old.email is not null and private.accept_own_invitation(new.email);
  begin
    if v_code is null then
      return null;
    end if;
    if not private.take_place(v_code, true) and not v_own
      and not exists (select from public.site_settings as s where s.joining = 'open')
    then
      raise exception 'The invitation has ended' using errcode = '23U13';
    end if;
    delete from private.invited_accounts as a where a.account_id = new.id;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__accept_invitation() is 'Takes the place of an account that has waited, when it is confirmed, and uses up the invitation by mail of its mailbox. Unless the club is open, the account is refused if its invitation has no place left, or was replaced, ended or withdrawn, or its member is suspended or has left (23U13), except if its mailbox was invited.';

create function private.withdraw_invitations(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_count integer;
    v_only uuid;
    v_domains jsonb;
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
    with withdrawn as (
      update private.mailed_invitations as m set
          withdrawn_at = now(),
          outcome = coalesce(m.outcome, 'dropped'),
          ended_at = coalesce(m.ended_at, now())
        where m.id = any (p_ids) and private.invitation_state(m) in ('waiting', 'sent')
        returning m.id, split_part(m.address, '@', 2) collate "C" as domain
    ), domains as (
      select w.domain, count(*) as addresses from withdrawn as w group by 1 order by 2 desc, 1 limit 20
    )
    select
        (select count(*) from withdrawn),
        (select w.id from withdrawn as w limit 1),
        (select jsonb_agg(d.domain order by d.addresses desc, d.domain) from domains as d)
      into v_count, v_only, v_domains;
    if v_count > 0 then
      -- Without what stands before the @: the address is deleted when the mail says.
      perform private.audit(
        'withdraw_invitations', 'invitation', case when v_count = 1 then v_only end, null,
        jsonb_build_object('count', v_count, 'domains', v_domains));
    end if;
    return v_count;
  end
  $function$;
comment on function private.withdraw_invitations(p_ids uuid[]) is 'Withdraws those invitations by mail that are waiting or sent. The audit trail has their number and the domains of their addresses, the most frequent 20. Only for admins (42501).';

grant execute on function private.withdraw_invitations(p_ids uuid[]) to authenticated;

create function public.can_invite_by_mail()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.can_invite_by_mail() $function$;
comment on function public.can_invite_by_mail() is 'Whether the site sends mail, so that addresses can be invited. Admins only (42501).';

grant execute on function public.can_invite_by_mail() to authenticated;

create function public.club_links()
 RETURNS SETOF private.shown_links
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select l.* from private.club_links() as l $function$;
comment on function public.club_links() is 'The links by which the club invites, newest first, 200 at most: what for (note), code, places and how many are taken, the username of the admin who made it (made_by, null if that account is deleted), when it expires, and when an admin has ended it. Admins only (42501).';

grant execute on function public.club_links() to authenticated;

create function public.end_club_link(id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.end_club_link(end_club_link.id) $function$;
comment on function public.end_club_link(id uuid) is 'Ends a link of the club, which then admits nobody; false if there is none. A second time changes nothing. Admins only (42501).';

grant execute on function public.end_club_link(id uuid) to authenticated;

create function public.end_invitations(results jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.end_invitations(end_invitations.results) $function$;
comment on function public.end_invitations(results jsonb) is 'For the function deliver: what became of the invitations that it took.';

grant execute on function public.end_invitations(results jsonb) to service_role;

create function public.invite_addresses(request uuid, addresses text[])
 RETURNS TABLE(address text, answer text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select a.* from private.invite_addresses(invite_addresses.request, invite_addresses.addresses) as a $function$;
comment on function public.invite_addresses(request uuid, addresses text[]) is 'Invites up to 200 addresses by mail, and says of each, in the order given: invited, member (has an account), recent (invited in the last 30 days, unless that mail was given up), again (a second time in this list) or wrong (no address). Spellings of one mailbox are the same address. The same request with the same addresses is answered as the first time; PT409 with others. Admins only (42501); IN001 where the site sends no mail; 22023 for more than 200; PT429 after 600 invited in a day.';

grant execute on function public.invite_addresses(request uuid, addresses text[]) to authenticated;

create function public.mailed_invitations(search text DEFAULT NULL::text, state text DEFAULT NULL::text, before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF private.shown_invitations
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select i.*
    from private.mailed_invitations(mailed_invitations.search, mailed_invitations.state, mailed_invitations.before) as i
  $function$;
comment on function public.mailed_invitations(search text, state text, before timestamp with time zone) is 'Invitations by mail, newest first, 50 at a time: with the created_at of the last one as before, the next page. search: a part of the address. state: waiting (not sent yet), sent, failed (given up, with the error), accepted, expired or withdrawn; 22023 for any other. invited_by: a username, null if that account is deleted. Of an imported member: proposed_name, joined_on, points, and given_at, when the invited address got the last two. Admins only (42501).';

grant execute on function public.mailed_invitations(search text, state text, before timestamp with time zone) to authenticated;

create function public.make_club_link(id uuid, note text, places integer, days integer)
 RETURNS SETOF private.shown_links
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select l.*
    from private.make_club_link(make_club_link.id, make_club_link.note, make_club_link.places, make_club_link.days) as l
  $function$;
comment on function public.make_club_link(id uuid, note text, places integer, days integer) is 'Makes a link by which the club invites, and returns it as club_links does. note: 1 to 80 characters; places: 1 to 1,000; days until it expires: 1 to 365; otherwise 23514, or 23502 without one of them. The same ID again returns the link that stands; 23505 if another admin has made it. PT429 after 50 in a day. Admins only (42501).';

grant execute on function public.make_club_link(id uuid, note text, places integer, days integer) to authenticated;

create function public.take_invitations(size integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.take_invitations(take_invitations.size) $function$;
comment on function public.take_invitations(size integer) is 'For the function deliver, where it can send mails: invitations that are due, now taken by it. inviter and inviter_id are null if the inviter is an admin no longer, or suspended; inviter_id also for an imported member. is_imported: whether points or a day are kept for the address.';

grant execute on function public.take_invitations(size integer) to service_role;

create function public.withdraw_invitations(ids uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.withdraw_invitations(withdraw_invitations.ids) $function$;
comment on function public.withdraw_invitations(ids uuid[]) is 'Withdraws invitations by mail that are waiting or sent, and returns how many: their codes admit no more, and what was not sent is not sent. An address to which no mail has gone out can be invited again at once, another one 30 days after it was. Admins only (42501).';

grant execute on function public.withdraw_invitations(ids uuid[]) to authenticated;
