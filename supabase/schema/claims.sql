-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create view public.prize_claims with (security_invoker=true) as
 SELECT a.id,
    a.user_id,
    u.username,
    u.avatar_url,
    a.item_id,
    i.title AS item_title,
    i.description AS item_description,
    i.type AS item_type,
    i.image_url AS item_image_url,
    i.package_id,
    p.name AS package_name,
    a.awarded_at,
    a.status,
    a.claim_deadline,
    a.claimed_at,
    a.shipping_method,
    a.shipping_details,
    a.shipping_address_id,
    a.tracking_number,
    COALESCE(a.fulfillment_status, 'pending'::text) AS fulfillment_status,
    a.fulfillment_date,
    a.fulfillment_notes,
    n.admin_notes,
    a.updated_at,
    private.username_key(concat_ws(' '::text, u.username, i.title, a.tracking_number)) AS search_text,
    a.carrier,
    a.points_paid
   FROM public.prize_awards a
     LEFT JOIN public.profiles u ON u.id = a.user_id
     JOIN public.prize_items i ON i.id = a.item_id
     JOIN public.prize_packages p ON p.id = i.package_id
     LEFT JOIN public.prize_award_notes n ON n.award_id = a.id
  WHERE ( SELECT private.is_admin() AS is_admin);
comment on view public.prize_claims is 'Every award with winner, prize and notes, for admins; empty for members. search_text: username, title of the prize and tracking number in lower case. fulfillment_status is pending if none is set yet. The winner is null if deleted.';

grant select on public.prize_claims to authenticated, service_role;

create function private.purge_delivered_addresses()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_days constant integer := (select s.address_retention_days from private.settings as s);
    v_purged integer;
  begin
    if v_days is null then
      return 0;
    end if;
    update public.prize_awards as a set shipping_details = null, shipping_address_id = null
      where a.shipping_details is not null and a.fulfilled_at <= now() - make_interval(days => v_days);
    get diagnostics v_purged = row_count;
    return v_purged;
  end
  $function$;
comment on function private.purge_delivered_addresses() is 'Deletes the address in awards that were delivered or closed longer ago than the setting says; returns how many.';

grant execute on function private.purge_delivered_addresses() to service_role;

create function private.set_address_retention(p_days integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    update private.settings as s set address_retention_days = p_days
      where s.address_retention_days is distinct from p_days;
  end
  $function$;
comment on function private.set_address_retention(p_days integer) is 'Days from delivery to the deletion of the address, 0 to 3650; null keeps addresses permanently. For the database owner.';

create function private.tg_prize_award_notes__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id uuid;
    v_title text;
  begin
    if tg_op = 'UPDATE' and new.admin_notes = old.admin_notes then
      return null;
    end if;
    -- Notes that are deleted with their award, or with the member, are not a change by an admin.
    select a.user_id, i.title into v_user_id, v_title
      from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.id = case tg_op when 'DELETE' then old.award_id else new.award_id end;
    if found and v_user_id is not null then
      perform private.audit_member('edit_claim', v_user_id, jsonb_build_object(
        'award_id', case tg_op when 'DELETE' then old.award_id else new.award_id end,
        'prize', v_title,
        'changed', jsonb_build_array('admin_notes')));
    end if;
    return null;
  end
  $function$;
comment on function private.tg_prize_award_notes__audit() is 'Records that admins'' notes changed, not what they say.';

create function private.tg_prize_awards__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_award constant public.prize_awards := case tg_op when 'DELETE' then old else new end;
    v_what constant jsonb := jsonb_build_object('award_id', v_award.id, 'prize', v_award.promised_title);
    v_plain constant text[] := array['status', 'claim_deadline', 'fulfillment_status', 'carrier', 'tracking_number'];
    v_details jsonb;
  begin
    if tg_op <> 'UPDATE' then
      perform private.audit_member(
        case tg_op when 'INSERT' then 'assign_prize' else 'remove_prize' end, v_award.user_id, v_what);
      -- The entry has the title that the winner read, and outlives the award.
      if tg_op = 'DELETE' and v_award.user_id is distinct from auth.uid() then
        perform private.notify('prize_removed', v_award.user_id, l.id, l.id, null)
          from private.audit_log as l
          where l.subject_id = v_award.user_id and l.created_at = now() and l.action = 'remove_prize'
            and l.details ->> 'award_id' = v_award.id::text;
      end if;
      return null;
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), v_plain, private.columns_but(to_jsonb(new),
      v_plain || array['user_id', 'item_id', 'awarded_at', 'claimed_at', 'fulfilled_at', 'fulfillment_date', 'admin_notes']));
    -- A claim is the winner's own action, also if the winner is an admin.
    if v_details is null or (new.status = 'claimed' and old.status <> 'claimed') then
      return null;
    end if;
    -- Admins' notes are stored first, so that one save is one entry.
    update private.audit_log as a
      set details = a.details || v_details || jsonb_build_object(
        'changed', coalesce(v_details -> 'changed', '[]') || coalesce(a.details -> 'changed', '[]'))
      where a.created_at = now() and a.action = 'edit_claim' and a.actor_id = auth.uid()
        and a.details ->> 'award_id' = new.id::text;
    if not found then
      perform private.audit_member('edit_claim', new.user_id, v_what || v_details);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__audit() is 'Records prizes assigned and withdrawn, by their titles when they were awarded, and what an admin changed about the delivery: status, carrier and tracking number, of notes only that they changed. Notifies the winner of a withdrawn prize.';

create function private.tg_prize_awards__claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_type text;
  begin
    if old.user_id is distinct from auth.uid() then
      raise exception 'only the winner claims a prize' using errcode = '42501';
    end if;
    if old.status = 'claimed' then
      raise exception 'This prize has already been claimed.' using errcode = 'CL001';
    end if;
    if old.claim_deadline <= now() then
      raise exception 'Claim deadline has expired' using errcode = 'CL002';
    end if;
    if new.terms_accepted is not true then
      raise exception 'You must accept the terms and conditions' using errcode = 'CL003';
    end if;
    select i.type into v_type from public.prize_items as i where i.id = old.item_id;
    if v_type = 'physical' then
      if new.shipping_method is null then
        raise exception 'A shipping method is required.' using errcode = 'CL004';
      end if;
      new.shipping_details := (
        select jsonb_build_object(
          'full_name', a.full_name,
          'email', a.email,
          'phone_number', a.phone_number,
          'address_line1', a.address_line1,
          'address_line2', a.address_line2,
          'city', a.city,
          'state', a.state,
          'postal_code', a.postal_code,
          'country', a.country
        )
        from public.shipping_addresses as a
        where a.id = new.shipping_address_id and a.user_id = old.user_id
      );
      if new.shipping_details is null then
        raise exception 'A shipping address is required.' using errcode = 'CL005';
      end if;
    else
      new.shipping_method := null;
      new.shipping_address_id := null;
      new.shipping_details := null;
    end if;
    new.claimed_at := now();
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__claim() is 'By the winner, once (CL001), before the deadline by the database''s clock (CL002), with the terms accepted (CL003), and for physical items with a method (CL004) and an address of their own (CL005), which is copied.';

create function private.tg_prize_awards__close_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from public.prize_items as i where i.id = new.item_id and i.type = 'points') then
      new.fulfillment_status := 'closed';
      new.fulfilled_at := coalesce(new.claimed_at, now());
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__close_points() is 'The claim itself credits points, so nothing remains to be done about them.';

create function private.tg_prize_awards__credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_title text;
    v_points integer;
  begin
    select i.title, i.points_value into v_title, v_points
      from public.prize_items as i where i.id = new.item_id and i.type = 'points';
    if v_points > 0 then
      perform private.credit(new.user_id, 'prize', v_points, 'Prize: ' || v_title, 'prize:' || new.id, new.user_id,
        jsonb_build_object('award_id', new.id, 'item_title', v_title));
    end if;
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__credit() is 'Credits a points item when it is claimed, once.';

create function private.tg_prize_awards__file_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.admin_notes is not null then
      if private.is_api_request() and not private.is_admin() then
        raise exception 'only admins write these notes' using errcode = '42501';
      end if;
      if private.has_text(new.admin_notes) then
        insert into public.prize_award_notes as n (award_id, admin_notes) values (new.id, new.admin_notes)
          on conflict (award_id) do update set admin_notes = excluded.admin_notes, updated_at = now();
      else
        delete from public.prize_award_notes as n where n.award_id = new.id;
      end if;
      new.admin_notes := null;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__file_notes() is 'Moves admin_notes to prize_award_notes; an empty text deletes the note, null leaves it unchanged.';

create function private.tg_prize_awards__forget_carrier()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.carrier := null;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__forget_carrier() is 'Deletes the carrier with the winner, like the tracking number.';

create function private.tg_prize_awards__fulfilled_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if new.fulfillment_status in ('delivered', 'closed') then
      new.fulfilled_at := case
        when not private.is_api_request() then coalesce(new.fulfilled_at, now())
        when tg_op = 'UPDATE' then coalesce(old.fulfilled_at, now())
        else now()
      end;
    else
      new.fulfilled_at := null;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__fulfilled_at() is 'The first time at which the prize was delivered or closed; owners and the service role may back-date it.';

create function private.tg_prize_awards__fulfillment_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if new.fulfillment_status is distinct from old.fulfillment_status then
      new.fulfillment_date := case new.fulfillment_status when 'shipped' then now() end;
    else
      new.fulfillment_date := old.fulfillment_date;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__fulfillment_date() is 'Set to now when the parcel is shipped, cleared by any other status.';

create function private.tg_prize_awards__guard()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_changed text[];
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    select array_agg(n.key) into v_changed
      from jsonb_each(to_jsonb(new)) as n
      where n.value is distinct from to_jsonb(old) -> n.key;
    -- A repeated claim that changes nothing is still a claim.
    if new.status = 'claimed' and old.status = 'claimed' and not private.is_admin() then
      raise exception 'This prize has already been claimed.' using errcode = 'CL001';
    end if;
    if v_changed && array['id', 'user_id', 'item_id', 'awarded_at', 'claimed_at'] then
      raise exception 'this column of an award cannot be changed' using errcode = '42501';
    end if;
    if new.status = 'claimed' and old.status <> 'claimed' then
      if not v_changed <@ array['status', 'shipping_method', 'shipping_details', 'shipping_address_id', 'terms_accepted']
      then
        raise exception 'a claim can change the claim fields only' using errcode = '42501';
      end if;
      return new;
    end if;
    if not private.is_admin() then
      raise exception 'winners can only claim' using errcode = '42501';
    end if;
    if v_changed && array['shipping_method', 'shipping_details', 'shipping_address_id', 'terms_accepted'] then
      raise exception 'how a prize is shipped is the winner''s choice' using errcode = '42501';
    end if;
    if old.status = 'claimed' and new.status <> 'claimed' then
      raise exception 'a claim is final' using errcode = 'CL006';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__guard() is 'Winners change the five claim fields, once; admins change everything about the delivery and nothing about the claim.';

create function private.tg_prize_awards__send_after_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and new.status <> 'claimed' and coalesce(new.fulfillment_status, 'pending') <> 'pending'
    then
      raise exception 'This prize has not been claimed yet, so it stays pending.' using errcode = 'CL007';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__send_after_claim() is 'Nothing is sent before the winner has claimed it (CL007).';

create function private.tg_prize_awards__ship_things()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not exists (select from public.prize_items as i where i.id = new.item_id and i.type = 'physical') then
      raise exception 'Only a physical prize can be shipped.' using errcode = 'CL008', hint = 'Set it to delivered or closed.';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__ship_things() is 'Points and digital prizes are not shipped (CL008).';

create function public.purge_delivered_addresses()
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.purge_delivered_addresses() $function$;
comment on function public.purge_delivered_addresses() is 'Deletes addresses of prizes that were delivered or closed long enough ago; returns how many. The job bankside-addresses does so once a day.';

grant execute on function public.purge_delivered_addresses() to service_role;
