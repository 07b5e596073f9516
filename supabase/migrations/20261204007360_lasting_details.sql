-- The audit trail keeps what was done to a deleted member: how many points, which prize, which place. Their name and all
-- texts about them still go with the account. Otherwise an admin could give points to an account, have it pass them on,
-- and delete it, and nothing would say how many there were.

-- Functions ------------------------------------------------------------------------------------------------

create function private.lasting_details(p_details jsonb) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
  begin
    return coalesce((
      select jsonb_object_agg(
        d.key, case when d.key in ('before', 'after') then jsonb_build_object('ends_at', d.value -> 'ends_at') else d.value end)
      from jsonb_each(p_details) as d
      where d.key in (
          'award_id', 'badge', 'claim_deadline', 'days', 'decision', 'game', 'hides', 'kind', 'package', 'place', 'points',
          'prize')
        or (d.key in ('before', 'after') and d.value ? 'ends_at')
    ), '{}');
  end
  $$;
comment on function private.lasting_details(jsonb) is
  'Of the details of an entry about a member what outlasts the account: amounts, prizes, badges, games, places, decisions '
  'and ends of suspensions. Never a name, a reason or another text about the member.';

create or replace function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- No account outlives its profile. If the account was deleted first, nothing is left to delete.
      delete from auth.users as u where u.id = old.id;
      update private.audit_log as a set subject_label = null, details = private.lasting_details(a.details)
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
comment on function private.tg_profiles__audit() is
  'Records deletions and changes of rights and suspension by any actor; with a profile, deletes its account, and in the '
  'audit trail its name and the texts about it.';

-- Comments -------------------------------------------------------------------------------------------------

comment on table private.audit_log is
  'Who did what to whom or what, with the names at the time; those of a deleted member, and texts about them, are removed. '
  'No API role can write here. Entries without an actor are the operator''s.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.lasting_details(jsonb) from public, anon, authenticated, service_role;
