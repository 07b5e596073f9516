-- Suspensions with a reason that the member reads, and an end.

-- Columns --------------------------------------------------------------------------------------------------

alter table private.suspended_accounts
  add column reason text not null default '',
  add column ends_at timestamptz,
  add constraint suspended_accounts_reason_plain
    check (private.is_plain_text(reason, true) and char_length(reason) <= 500),
  drop constraint suspended_accounts_dates_bounds,
  add constraint suspended_accounts_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and ends_at >= '2000-01-01 00:00:00+00' and ends_at < '2200-01-01 00:00:00+00'
  );
comment on column private.suspended_accounts.reason is 'For the member to read; empty if none was given.';
comment on column private.suspended_accounts.ends_at is 'When a job lifts the suspension; null until an admin does.';

create index suspended_accounts_ends on private.suspended_accounts (ends_at) where ends_at is not null;

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'suspend', 'edit_suspension', 'unsuspend', 'rename_user', 'edit_profile',
  'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge', 'delete_badge', 'award_badge',
  'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item',
  'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer', 'activate_game',
  'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'view_answer', 'create_card', 'edit_card',
  'delete_card', 'create_video', 'edit_video', 'delete_video', 'edit_post', 'delete_post', 'edit_comment',
  'delete_comment', 'edit_site_settings', 'edit_referral_settings', 'edit_landing', 'retry_delivery', 'export_list'
));

-- Functions ------------------------------------------------------------------------------------------------

create function private.suspension_details(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((
      select jsonb_build_object('after', jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at))
      from private.suspended_accounts as s
      where s.account_id = p_user_id and s.reason <> ''
    ), '{}');
  end
  $$;
comment on function private.suspension_details(uuid) is 'Reason and end of a suspension, for the audit trail; empty without a reason.';

create or replace function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- No account outlives its profile. If the account was deleted first, nothing is left to delete.
      delete from auth.users as u where u.id = old.id;
      update private.audit_log as a set subject_label = null, details = '{}'
        where a.subject_id = old.id and a.subject_kind = 'member';
      update private.audit_log as a set actor_name = null where a.actor_id = old.id;
      if auth.uid() is distinct from old.id then
        perform private.audit('delete_user', 'member', old.id, null);
      end if;
      return null;
    end if;
    if new.is_admin <> old.is_admin then
      perform private.audit(
        case when new.is_admin then 'grant_admin' else 'revoke_admin' end, 'member', new.id, new.username);
    end if;
    if new.is_suspended and not old.is_suspended then
      perform private.audit('suspend', 'member', new.id, new.username, private.suspension_details(new.id));
    elsif old.is_suspended and not new.is_suspended then
      perform private.audit('unsuspend', 'member', new.id, new.username);
    end if;
    return null;
  end
  $$;

create or replace function private.tg_profiles__keep_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    -- An upsert of an existing profile fires this trigger too; the existing row decides, not the address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return new;
    end if;
    v_lives := private.lives_of(new.id, true);
    if exists (select from private.suspended_accounts as s where s.account_id = any (v_lives)) then
      new.is_suspended := true;
      -- The suspension that lasts longest.
      insert into private.suspended_accounts (account_id, reason, ends_at)
        select new.id, s.reason, s.ends_at from private.suspended_accounts as s
        where s.account_id = any (v_lives) order by s.ends_at desc nulls first limit 1
        on conflict do nothing;
    end if;
    return new;
  end
  $$;

create function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
    v_old jsonb;
    v_new constant jsonb := jsonb_build_object('reason', v_reason, 'ends_at', p_ends_at);
  begin
    perform private.require_admin();
    if not private.has_text(v_reason) then
      raise exception 'a suspension needs a reason' using errcode = '22023';
    end if;
    if p_ends_at <= now() or p_ends_at > now() + interval '366 days' then
      raise exception 'a suspension ends within 366 days, or when it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_old
      from private.suspended_accounts as s where s.account_id = p_user_id for update;
    insert into private.suspended_accounts as s (account_id, reason, ends_at)
      values (p_user_id, v_reason, p_ends_at)
      on conflict (account_id) do update set reason = excluded.reason, ends_at = excluded.ends_at;
    update public.profiles as p set is_suspended = true where p.id = p_user_id and not p.is_suspended;
    if not found and v_old is distinct from v_new then
      perform private.audit_member('edit_suspension', p_user_id, jsonb_build_object('before', v_old, 'after', v_new));
    end if;
  end
  $$;
comment on function private.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed, or changes reason and end of the suspension. Admins only.';

create function private.end_suspensions() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_id uuid;
    v_ended integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    for v_id in
      select s.account_id from private.suspended_accounts as s
      where s.ends_at <= now() order by s.account_id for update skip locked
    loop
      update public.profiles as p set is_suspended = false where p.id = v_id and p.is_suspended;
      -- Of a deleted account there is no profile whose trigger would do it.
      delete from private.suspended_accounts as s where s.account_id = v_id;
      v_ended := v_ended + 1;
    end loop;
    return v_ended;
  end
  $$;
comment on function private.end_suspensions() is 'Lifts the suspensions whose end has come; returns how many.';

create function private.suspended_until(p_user_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      return null;
    end if;
    return (select s.ends_at from private.suspended_accounts as s where s.account_id = p_user_id);
  end
  $$;
comment on function private.suspended_until(uuid) is 'The end of a member''s suspension, for admins; null if it has none.';

create function private.my_suspension() returns table (reason text, since timestamptz, ends_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select s.reason, s.created_at, s.ends_at from private.suspended_accounts as s
      where s.account_id = auth.uid() and private.is_suspended();
  end
  $$;
comment on function private.my_suspension() is 'The caller''s suspension; no row if there is none.';

create function public.suspend_member(user_id uuid, reason text, ends_at timestamptz default null) returns void
  language sql set search_path = ''
  as $$ select private.suspend_member(suspend_member.user_id, suspend_member.reason, suspend_member.ends_at) $$;
comment on function public.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed with a reason that the member reads, until a moment within 366 days or until it is '
  'lifted; for a suspended member, changes both. Admins only (42501); 22023 without a reason or for another end; PT404.';

create function public.my_suspension() returns table (reason text, since timestamptz, ends_at timestamptz)
  language sql stable set search_path = ''
  as $$ select s.* from private.my_suspension() as s $$;
comment on function public.my_suspension() is
  'Why and since when the caller is suspended, and when that ends; no row for a member who is not.';

create or replace view public.user_profiles_with_email with (security_invoker = true) as
  select p.id, p.username, e.email as auth_email, p.is_admin, p.is_suspended, p.created_at, p.avatar_url, p.points,
    p.updated_at, private.username_key(concat_ws(' ', p.username, e.email)) as search_text,
    case when p.is_suspended then private.suspended_until(p.id) end as suspended_until
  from public.profiles as p
    left join private.account_emails as e on e.user_id = p.id
  where (select private.is_admin());
comment on view public.user_profiles_with_email is
  'Every account with its address, for admins; empty for members. search_text: username and address in lower case. '
  'suspended_until: the end of a suspension that has one.';

create or replace function private.my_data() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
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
        'profile', (select to_jsonb(p) from public.profiles as p where p.id = v_user_id),
        'suspension', (select to_jsonb(s) from private.my_suspension() as s)
      )
      || private.my_content(v_user_id)
      || private.my_dealings(v_user_id)
      || private.my_notification_data(v_user_id);
  end
  $$;

create or replace function private.schedule_jobs() returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      raise notice 'pg_cron is not enabled: nothing is deleted by itself. Enable it, then run select '
        'private.schedule_jobs();';
      return false;
    end if;
    execute $cron$
      select cron.schedule('bankside-addresses', '17 3 * * *', 'select private.purge_delivered_addresses()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-marks', '27 3 * * *', 'select private.delete_expired_marks()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reminders', '* * * * *', 'select private.remind()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-suspensions', '* * * * *', 'select private.end_suspensions()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-deliver', '15 seconds', 'select private.call_deliver()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-tend-deliveries', '47 3 * * *', 'select private.tend_deliveries()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.suspension_details(uuid),
  private.suspend_member(uuid, text, timestamptz),
  private.end_suspensions(),
  private.suspended_until(uuid),
  private.my_suspension(),
  public.suspend_member(uuid, text, timestamptz),
  public.my_suspension()
  from public, anon, authenticated, service_role;
grant execute on function
  private.suspend_member(uuid, text, timestamptz),
  private.my_suspension(),
  public.suspend_member(uuid, text, timestamptz),
  public.my_suspension()
  to authenticated;
grant execute on function private.suspended_until(uuid) to authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

select private.schedule_jobs();
