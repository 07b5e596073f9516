-- An admin who was reported could look at the record of each member: the number of reports that one of them has sent was one
-- higher than before.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.report_summary(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_mine constant uuid[] := private.lives_of(auth.uid(), true);
    v_cases jsonb;
    v_own boolean;
  begin
    select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'decision', c.decision, 'at', c.created_at)
        order by c.created_at desc, c.id), '[]'),
      coalesce(bool_or(private.is_case_of(c, auth.uid())), false)
      into v_cases, v_own
      from private.report_cases as c
      where c.author_id = any (v_lives) or c.former_account_id = any (v_lives);
    if v_own then
      return null;
    end if;
    return private.report_record(p_user_id, null) || jsonb_build_object(
      'count', jsonb_array_length(v_cases),
      'newest', (select coalesce(jsonb_agg(k.value order by k.place), '[]')
        from jsonb_array_elements(v_cases) with ordinality as k (value, place) where k.place <= 3),
      -- Without those about the caller: the number would tell them who reported them.
      'sent', (
        select count(*)
        from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = p_user_id
          and (coalesce(c.author_id, c.former_account_id) = any (v_mine)) is not true
          and not exists (select from private.linked_admins as k where k.case_id = c.id and k.account_id = any (v_mine))
      )
    );
  end
  $$;
comment on function private.report_summary(uuid) is
  'Reports about a member: the record that a case shows, how many cases, the newest three, and how many reports the '
  'member has sent, without those about the caller. Null for an admin who is linked to one of the cases.';
