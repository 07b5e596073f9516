-- A member's record names no case to leave out, and the comparison with none left out all of them: each member seemed to have
-- no warnings and no decided reports.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.report_record(p_user_id uuid, p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select jsonb_build_object(
        'since', p.created_at,
        'posts', (select c.post_count from private.post_counts as c where c.user_id = p.id),
        'is_admin', p.is_admin,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspension_of(p.id) as s),
        'suspensions', (
          select count(*) from private.audit_log as l where l.subject_id = any (v_lives) and l.action = 'suspend'
        ) + (
          select coalesce(sum(s.suspensions), 0) from private.left_suspensions as s where s.account_id = any (v_lives)
        ),
        'warnings', k.warnings,
        'last_warning', k.last_warning,
        'decided', k.decided,
        'upheld', k.upheld)
      from public.profiles as p
        cross join lateral (
          select
            count(*) filter (where c.decision = 'warn') as warnings,
            max(c.decided_at) filter (where c.decision = 'warn') as last_warning,
            count(*) as decided,
            count(*) filter (where c.decision <> 'dismiss') as upheld
          from private.report_cases as c
          where (c.author_id = any (v_lives) or c.former_account_id = any (v_lives))
            and c.decision <> 'gone' and c.id is distinct from p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $$;
