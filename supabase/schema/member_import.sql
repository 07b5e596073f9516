-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.import_members(p_request uuid, p_members jsonb)
 RETURNS TABLE(address text, answer text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.import_members(p_request uuid, p_members jsonb) is 'Invites members of another list as private.invite does. Only for admins (42501).';

grant execute on function private.import_members(p_request uuid, p_members jsonb) to authenticated;

create function private.imported_day(p_text text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.imported_day(p_text text) is 'A day as 2024-05-31, from the year 1900 to today in the club''s time zone; otherwise null.';

create function private.invite(p_request uuid, p_action text, p_given text, p_rows jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.invite(p_request uuid, p_action text, p_given text, p_rows jsonb) is 'Invites those addresses that have no account and were not invited in the last 30 days; the function deliver sends the mails. Returns the answers in the order of the rows. The same request again is answered as the first one, and does nothing. The caller has checked the right.';

create function private.invited_name(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select m.proposed_name from private.mailed_invitations as m
      where m.code = p_code and private.invitation_state(m) in ('waiting', 'sent')
        and not exists (select from public.site_settings as s where s.joining = 'closed')
    );
  end
  $function$;
comment on function private.invited_name(p_code text) is 'The username that was imported with an invitation by mail, while its code counts; otherwise null.';

grant execute on function private.invited_name(p_code text) to anon, authenticated, service_role;

create function private.read_members(p_members jsonb)
 RETURNS TABLE(place bigint, address text, proposed_name text, joined_on date, points integer, refusal text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.read_members(p_members jsonb) is 'The values of import_members as they are stored. refusal: wrong_joined or wrong_points, otherwise null. A name that cannot be a username is left out.';

create function private.tg_auth_users__bring_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_auth_users__bring_in() is 'Gives the account that has just accepted an invitation by mail the points and the day of joining that were imported with it, if its address is the invited mailbox. Once for each invitation. Not if it was withdrawn after the sign-up. After the profile is created.';

create function public.import_members(request uuid, members jsonb)
 RETURNS TABLE(address text, answer text)
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select a.* from private.import_members(import_members.request, import_members.members) as a $function$;
comment on function public.import_members(request uuid, members jsonb) is 'Invites up to 200 members of a list that the club has elsewhere, each by mail: an array of objects with address, and optionally name (the username to propose; left out if it cannot be one), joined (a day as 2024-05-31, 1900 to today) and points (an integer from 0 to 1,000,000). The account that accepts with the invited address gets the points, once, and the day. Says of each, in the order given: what invite_addresses says, or wrong_joined or wrong_points, and then that one is not invited. The same request with the same members is answered as the first time; PT409 with others. Admins only (42501); IN001 where the site sends no mail; 22023 for more than 200 or no array; PT429 after 600 invited in a day, together with invite_addresses.';

grant execute on function public.import_members(request uuid, members jsonb) to authenticated;

create function public.invited_name(invitation text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.invited_name(invited_name.invitation) $function$;
comment on function public.invited_name(invitation text) is 'The username that the page to register proposes to the holder of an invitation by mail, from the list that was imported; null if there is none, or the code does not count. Somebody else may have the name.';

grant execute on function public.invited_name(invitation text) to anon, authenticated, service_role;
