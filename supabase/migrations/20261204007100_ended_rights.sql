-- The audit trail names the admin who acted, even if the right ended before the act was done. Admins cannot suspend
-- themselves.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.ended_admins (
  user_id uuid primary key,
  ended_at timestamptz not null,
  constraint ended_admins_dates_bounds check (
    ended_at >= '2000-01-01 00:00:00+00' and ended_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.ended_admins is
  'Admins who were demoted, suspended or deleted, for a day. What they had begun before is in the audit trail.';
comment on column private.ended_admins.ended_at is 'The last time that the right ended.';

alter table private.ended_admins enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_profiles__note_ended_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.ended_admins as e where e.ended_at < now() - interval '1 day';
    insert into private.ended_admins as e (user_id, ended_at) values (old.id, clock_timestamp())
      on conflict (user_id) do update set ended_at = excluded.ended_at;
    return null;
  end
  $$;
comment on function private.tg_profiles__note_ended_admin() is
  'Remembers whose rights as an admin ended. After update or delete.';

create or replace function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb default '{}')
  returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_actor constant uuid := auth.uid();
  begin
    -- A right is checked when a statement begins, and may end before it writes its entry. No request of the API takes
    -- a minute.
    if private.is_api_request() and not private.is_admin() and not exists (
      select from private.ended_admins as e where e.user_id = v_actor and e.ended_at > now() - interval '1 minute'
    ) then
      return;
    end if;
    insert into private.audit_log (action, actor_id, actor_name, subject_kind, subject_id, subject_label, details)
      values (
        p_action,
        v_actor,
        (select p.username from public.profiles as p where p.id = v_actor),
        p_kind,
        p_id,
        p_label,
        coalesce(p_details, '{}')
      );
  end
  $$;
comment on function private.audit(text, text, uuid, text, jsonb) is
  'Adds one entry by the caller; nothing if a member acts for themselves. In the minute after the end of an admin''s '
  'rights, what they do to their own posts, comments and files is recorded too.';

create function private.tg_profiles__no_own_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    raise exception 'admins cannot change their own rights or suspension'
      using errcode = '42501', hint = 'ask another admin';
  end
  $$;
comment on function private.tg_profiles__no_own_suspension() is
  'Admins cannot suspend themselves, not even by a function: the end of the suspension would restore the right without an '
  'entry in the audit trail.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.ended_admins from anon, authenticated, service_role;
revoke execute on function
  private.tg_profiles__note_ended_admin(),
  private.tg_profiles__no_own_suspension()
  from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _305_no_own_suspension
  before update of is_suspended on public.profiles
  for each row when (new.is_suspended and not old.is_suspended and new.id = auth.uid())
  execute function private.tg_profiles__no_own_suspension();
create trigger _490_note_ended_admin_on_delete
  after delete on public.profiles
  for each row when (old.is_admin and not old.is_suspended)
  execute function private.tg_profiles__note_ended_admin();
create trigger _490_note_ended_admin_on_update
  after update of is_admin, is_suspended on public.profiles
  for each row when (old.is_admin and not old.is_suspended and (not new.is_admin or new.is_suspended))
  execute function private.tg_profiles__note_ended_admin();
