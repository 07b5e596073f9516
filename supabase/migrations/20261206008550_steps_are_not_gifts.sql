-- What first steps earn stays with the member: with any number of accounts, nobody gathers it in one of them.

create or replace function private.tg_point_gifts__move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_balance bigint;
    v_spent bigint;
    v_kept bigint;
    v_from_username text;
    v_to_username text;
  begin
    -- In the order of the ids, as everywhere: simultaneous gifts in both directions must not deadlock.
    perform from public.profiles as p
      where p.id in (new.from_user_id, new.to_user_id)
      order by p.id
      for no key update;
    if exists (
      select from public.profiles as p where p.id in (new.from_user_id, new.to_user_id) and p.is_suspended
    ) then
      raise exception 'suspended members cannot give or receive points' using errcode = '42501';
    end if;
    select p.points, p.points_spent, p.username into v_balance, v_spent, v_from_username
      from public.profiles as p where p.id = new.from_user_id;
    if v_balance < new.points then
      raise exception 'not enough points to gift'
        using errcode = 'GF001',
              detail = format('balance %s, gift %s', v_balance, new.points),
              hint = 'gift at most the balance';
    end if;
    -- By their keys: a look-up each. What rewards have cost was theirs first.
    v_kept := greatest(0, (
      select coalesce(sum(l.points_change), 0) from public.points_log as l
      where l.source_key in (
        'first_step:' || new.from_user_id || ':photo',
        'first_step:' || new.from_user_id || ':hello',
        'first_step:' || new.from_user_id || ':game')
    ) - v_spent);
    if v_balance - v_kept < new.points then
      raise exception 'points of first steps cannot be gifted'
        using errcode = 'GF002',
              detail = format('balance %s, of first steps %s, gift %s', v_balance, v_kept, new.points),
              hint = 'gift at most the balance without the points of first steps';
    end if;
    select p.username into v_to_username from public.profiles as p where p.id = new.to_user_id;
    perform private.credit(new.from_user_id, 'gift_sent', -new.points, 'Gift to ' || v_to_username,
      'gift_sent:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_to_username));
    perform private.credit(new.to_user_id, 'gift_received', new.points, 'Gift from ' || v_from_username,
      'gift_received:' || new.id, new.from_user_id, jsonb_build_object('gift_id', new.id, 'username', v_from_username));
    return null;
  end
  $function$;
comment on function private.tg_point_gifts__move() is
  'Moves the points of a gift in the same transaction, if the balance covers them (GF001) without what first steps have '
  'earned (GF002).';
