-- What the club team knows of a member, in one answer for the member's panel in the console, and notes of the team about
-- members, which the members never read.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.team_notes (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  author_id uuid,
  content text not null,
  request_id uuid,
  created_at timestamptz not null default now(),
  constraint team_notes_pkey primary key (id),
  constraint team_notes_member_id_fkey foreign key (member_id) references public.profiles (id) on delete cascade,
  constraint team_notes_author_id_fkey foreign key (author_id) references public.profiles (id) on delete set null,
  constraint team_notes_dates_bounds check (created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'),
  constraint team_notes_request_elsewhere check (request_id is null),
  constraint team_notes_content_length check (char_length(content) <= 1000),
  constraint team_notes_content_plain check (private.is_plain_text(content, true)),
  constraint team_notes_content_present check (private.has_text(content))
);
comment on table private.team_notes is
  'Notes of the club team about members. The members never read them; each note goes with the account that it is about.';
comment on column private.team_notes.author_id is 'The admin who wrote the note; null when that account is deleted.';
comment on column private.team_notes.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- Indexes --------------------------------------------------------------------------------------------------

create index team_notes_member on private.team_notes (member_id, created_at desc);
create index team_notes_author on private.team_notes (author_id);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.team_notes enable row level security;

-- Audit trail ----------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'suspend', 'edit_suspension', 'unsuspend', 'rename_user', 'edit_profile',
  'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge', 'delete_badge', 'award_badge',
  'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item',
  'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer', 'activate_game',
  'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer', 'create_card',
  'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post', 'delete_post',
  'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings', 'edit_landing',
  'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note'
));

-- Functions ------------------------------------------------------------------------------------------------

create function private.require_other_member(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'admins have no record of themselves' using errcode = 'MR001';
    end if;
    if p_user_id is null or not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $$;
comment on function private.require_other_member(uuid) is
  'Raises 42501 unless the caller is an admin, MR001 for an account of the caller''s own, PT404 for an unknown one.';

create function private.notes_about(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', n.id, 'content', n.content, 'author', a.username, 'at', n.created_at)
        order by n.created_at desc, n.id), '[]')
      from private.team_notes as n left join public.profiles as a on a.id = n.author_id
      where n.member_id = p_user_id
    );
  end
  $$;
comment on function private.notes_about(uuid) is 'The notes of the team about a member, newest first.';

create function private.points_record(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'count', (select count(*) from public.points_log as l where l.user_id = p_user_id),
      'newest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', l.id, 'kind', l.kind, 'reason', l.reason, 'points', l.points_change, 'at', l.created_at)
          order by l.created_at desc, l.id), '[]')
        from (
          select * from public.points_log as x where x.user_id = p_user_id order by x.created_at desc, x.id limit 3
        ) as l
      ),
      'weeks', (
        select jsonb_agg(coalesce(s.points, 0) order by w.week)
        from generate_series(0, 11) as w (week)
          left join (
            select 11 - floor(extract(epoch from now() - x.created_at) / 604800)::int as week, sum(x.points_change) as points
            from public.points_log as x
            where x.user_id = p_user_id and x.created_at > now() - interval '84 days' and x.created_at <= now()
            group by 1
          ) as s on s.week = w.week
      )
    );
  end
  $$;
comment on function private.points_record(uuid) is
  'A member''s points: how many entries, the newest three, and the sums of the last 12 weeks of seven days, oldest first.';

create function private.report_summary(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
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
      'sent', (select count(*) from private.reports as r where r.reporter_id = p_user_id)
    );
  end
  $$;
comment on function private.report_summary(uuid) is
  'Reports about a member: the record that a case shows, how many cases, the newest three, and how many reports the '
  'member has sent. Null for an admin who is linked to one of the cases.';

create function private.member_record(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_other_member(p_user_id);
    return (
      select jsonb_build_object(
        'rank', case when p.points > 0 and not p.is_suspended then (
          select count(*) + 1 from public.profiles as o where not o.is_suspended and o.points > p.points) end,
        'posts', coalesce((select c.post_count from private.post_counts as c where c.user_id = p.id), 0),
        'entries', (select count(*) from public.game_entries as e where e.user_id = p.id),
        'last_seen_at', (
          select greatest(u.last_sign_in_at, (select max(s.updated_at) from auth.sessions as s where s.user_id = u.id))
          from auth.users as u where u.id = p.id
        ),
        'invited_by', (
          select r.username from public.referrals as f join public.profiles as r on r.id = f.referrer_id
          where f.referred_user_id = p.id
        ),
        'friends', (
          select count(*) from public.referrals as f where f.referrer_id = p.id and f.status = 'completed'
        ),
        'suspension', (select to_jsonb(s) from private.suspension_of(p.id) as s where p.is_suspended),
        'notes', private.notes_about(p.id),
        'points', private.points_record(p.id),
        'reports', private.report_summary(p.id),
        'badges', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', b.id, 'name', b.name, 'icon', b.icon, 'color', b.color, 'at', u.awarded_at)
            order by u.awarded_at desc, b.id), '[]')
          from public.user_badges as u join public.badges as b on b.id = u.badge_id
          where u.user_id = p.id
        ),
        'prizes', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', a.id, 'title', a.title, 'status', a.status, 'stage', a.fulfillment_status, 'at', a.awarded_at)
            order by a.awarded_at desc, a.id), '[]')
          from (
            select x.id, i.title, x.status, x.fulfillment_status, x.awarded_at
            from public.prize_awards as x join public.prize_items as i on i.id = x.item_id
            where x.user_id = p.id order by x.awarded_at desc, x.id limit 5
          ) as a
        )
      )
      from public.profiles as p where p.id = p_user_id
    );
  end
  $$;
comment on function private.member_record(uuid) is 'What the club team knows of a member. Not of the caller or an account of the same person.';

create function private.add_team_note(p_member_id uuid, p_content text, p_request_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_content constant text := btrim(coalesce(p_content, ''), E' \t\r\n');
    v_id uuid := (
      select r.row_id from private.requests as r
      where r.owner_id = auth.uid() and r.request_id = p_request_id and r.relation = 'team_notes'
    );
  begin
    perform private.require_other_member(p_member_id);
    if v_id is not null then
      return v_id;
    end if;
    if not private.has_text(v_content) then
      raise exception 'a note needs a text' using errcode = '22023';
    end if;
    perform private.hold_gate();
    insert into private.team_notes (member_id, author_id, content, request_id)
      values (p_member_id, auth.uid(), v_content, p_request_id)
      returning id into v_id;
    perform private.audit_member('add_note', p_member_id);
    return v_id;
  end
  $$;
comment on function private.add_team_note(uuid, text, uuid) is
  'Adds a note of the team about a member; the answer is its ID, also for a repeated request. Admins only.';

create function private.delete_team_note(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_member_id uuid := (select n.member_id from private.team_notes as n where n.id = p_id);
  begin
    perform private.require_admin();
    if v_member_id is null then
      return;
    end if;
    perform private.require_other_member(v_member_id);
    perform private.hold_gate();
    delete from private.team_notes as n where n.id = p_id;
    if found then
      perform private.audit_member('delete_note', v_member_id);
    end if;
  end
  $$;
comment on function private.delete_team_note(uuid) is 'Deletes a note of the team; one that is gone stays gone. Admins only.';

create function public.member_record(user_id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.member_record(member_record.user_id) $$;
comment on function public.member_record(uuid) is
  'What the club team knows of a member: rank, counts, last seen, who brought them, suspension, notes of the team, points, '
  'reports (null for an admin who is linked to one of them), badges, and the newest five prizes. Admins only (42501); MR001 '
  'for an account of the caller''s own; PT404.';

create function public.add_team_note(member_id uuid, content text, request_id uuid default null) returns uuid
  language sql set search_path = ''
  as $$ select private.add_team_note(add_team_note.member_id, add_team_note.content, add_team_note.request_id) $$;
comment on function public.add_team_note(uuid, text, uuid) is
  'Adds a note of the team about a member, who never reads it; the answer is its ID, also for a repeated request_id. Admins '
  'only (42501); 22023 without a text; MR001 for an account of the caller''s own; PT404; PT409 for a request_id that made '
  'something else.';

create function public.delete_team_note(id uuid) returns void
  language sql set search_path = ''
  as $$ select private.delete_team_note(delete_team_note.id) $$;
comment on function public.delete_team_note(uuid) is
  'Deletes a note of the team; one that is gone stays gone. Admins only (42501); MR001 for one about the caller.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _020_file_request before insert on private.team_notes
  for each row execute function private.tg__file_request();
create trigger _910_note_insert
  after insert on private.team_notes referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_delete
  after delete on private.team_notes referencing old table as old_rows
  for each statement execute function private.tg__note_table_gone();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.require_other_member(uuid),
  private.notes_about(uuid),
  private.points_record(uuid),
  private.report_summary(uuid),
  private.member_record(uuid),
  private.add_team_note(uuid, text, uuid),
  private.delete_team_note(uuid),
  public.member_record(uuid),
  public.add_team_note(uuid, text, uuid),
  public.delete_team_note(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.member_record(uuid),
  private.add_team_note(uuid, text, uuid),
  private.delete_team_note(uuid),
  public.member_record(uuid),
  public.add_team_note(uuid, text, uuid),
  public.delete_team_note(uuid)
  to authenticated;
