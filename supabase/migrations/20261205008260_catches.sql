-- Catches: what a member had on the bank, and when. There is no column for a place, and there never will be one.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.catches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  grams integer not null,
  caught_on date not null,
  variety text not null,
  visibility text not null default 'connections',
  words text not null default '',
  photo_path text,
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint catches_grams_range check (grams between 1 and 500000),
  constraint catches_dates_bounds check (
    caught_on >= '1900-01-01' and caught_on < '2200-01-01'
    and created_at >= '2000-01-01Z' and created_at < '2200-01-01Z'
    and updated_at >= '2000-01-01Z' and updated_at < '2200-01-01Z'),
  constraint catches_variety_known check (variety in ('common', 'mirror', 'leather', 'ghost', 'grass', 'other')),
  constraint catches_visibility_known check (visibility in ('me', 'connections', 'members')),
  constraint catches_words_length check (char_length(words) <= 1000),
  constraint catches_words_plain check (private.is_plain_text(words, true)),
  constraint catches_photo_own check (
    char_length(photo_path) <= 200 and photo_path ~ ('^' || user_id || '/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$')),
  constraint catches_request_elsewhere check (request_id is null)
);
comment on table public.catches is 'Members'' journals: weight, day and variety of what they caught. Never where.';
comment on column public.catches.caught_on is 'The day as the angler saw it, without a zone.';
comment on column public.catches.visibility is
  'Who else sees the catch: nobody (me), the angler''s connections, or all members. What is not for the angler alone is '
  'also seen by admins and moderators.';
comment on column public.catches.photo_path is 'Name of the photo''s file in the private bucket catch-photos.';
comment on column public.catches.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- The sums of a journal: without them its page would cost more with every catch.
create table private.catch_months (
  user_id uuid not null references public.profiles on delete cascade,
  visibility text not null,
  month date not null,
  catch_count integer not null,
  grams bigint not null,
  heaviest integer not null,
  primary key (user_id, visibility, month),
  constraint catch_months_dates_bounds check (month >= '1900-01-01' and month < '2200-01-01'),
  constraint catch_months_count_range check (catch_count > 0)
);
comment on table private.catch_months is
  'Number, weight and heaviest of a member''s catches in each month, by visibility. Kept by triggers.';
comment on column private.catch_months.month is 'The first day of the month.';

-- Indexes --------------------------------------------------------------------------------------------------

create index catches_journal on public.catches (user_id, visibility, caught_on, created_at, id) include (grams, variety);
create index catches_heaviest on public.catches (user_id, variety, visibility, grams desc, caught_on, created_at, id);
create unique index catches_photo on public.catches (photo_path) where photo_path is not null;

-- Row-level security ---------------------------------------------------------------------------------------

create function private.my_connections() returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader constant uuid := auth.uid();
  begin
    return array(
      select c.connected_user_id from public.member_connections as c
        where c.user_id = v_reader and c.status = 'accepted'
      union all
      select c.user_id from public.member_connections as c
        where c.connected_user_id = v_reader and c.status = 'accepted');
  end
  $$;
comment on function private.my_connections() is 'The members to whom the caller is connected.';

alter table public.catches enable row level security;
alter table private.catch_months enable row level security;

create policy select_shared on public.catches
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (visibility = 'members' and (select private.is_member()))
    or (visibility = 'connections'
      and (user_id in (select unnest((select private.my_connections()))) or (select private.is_team())))
  );
comment on policy select_shared on public.catches is
  'Anglers see their own catches; their connections and the team what is not for the angler alone; members what is for '
  'members.';
create policy select_not_blocked on public.catches as restrictive
  for select to authenticated
  using (not (user_id in (select unnest((select private.blocked_with_me())))));
comment on policy select_not_blocked on public.catches is
  'Members do not see catches of those whom they have blocked, or who have blocked them.';
create policy select_not_suspended on public.catches as restrictive
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
      and not (select private.is_suspended()))
    or (select private.is_team())
  );
comment on policy select_not_suspended on public.catches is
  'Suspended members see only their own catches, which nobody else sees but admins and moderators.';
create policy insert_own on public.catches
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_member()));
comment on policy insert_own on public.catches is 'Members log their own catches.';
create policy insert_not_suspended on public.catches as restrictive
  for insert to authenticated
  with check (not (select private.is_suspended()));
comment on policy insert_not_suspended on public.catches is 'Suspended members log nothing.';
create policy update_own on public.catches
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
comment on policy update_own on public.catches is 'Anglers correct their own catches; nobody else does.';
create policy update_not_suspended on public.catches as restrictive
  for update to authenticated
  using (not (select private.is_suspended()));
comment on policy update_not_suspended on public.catches is 'Suspended members change nothing.';
create policy delete_own_or_team on public.catches
  for delete to authenticated
  using (
    user_id = (select auth.uid())
    or (visibility <> 'me' and (
      (select private.is_admin())
      or ((select private.is_moderator()) and not exists (
        select from public.profiles as p where p.id = user_id and (p.is_admin or p.is_moderator)))))
  );
comment on policy delete_own_or_team on public.catches is
  'Anglers remove their own catches, admins any that others see, moderators those of members.';
create policy delete_not_suspended on public.catches as restrictive
  for delete to authenticated
  using (not (select private.is_suspended()));
comment on policy delete_not_suspended on public.catches is 'Suspended members remove nothing.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_catches__in_turn() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('catches:' || new.user_id, 0));
    return new;
  end
  $$;
comment on function private.tg_catches__in_turn() is
  'One angler''s catches are logged one after the other, so that two devices do not both tell of a personal best that only '
  'one of them is.';

create function private.tg_catches__check() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- The latest day anywhere: in the zones 14 hours ahead it begins first.
    if (tg_op = 'INSERT' or new.caught_on <> old.caught_on)
      and new.caught_on > ((now() at time zone 'UTC') + interval '14 hours')::date
    then
      raise exception 'the day is in the future' using errcode = 'CT001', hint = 'choose today or an earlier day';
    end if;
    if not private.is_plain_text(new.words, true) then
      raise exception 'the words contain characters that cannot be shown'
        using errcode = 'CT002', hint = 'remove control characters and overrides of the writing direction';
    end if;
    return new;
  end
  $$;
comment on function private.tg_catches__check() is
  'Refuses a day that has begun nowhere (CT001) and words with characters that cannot be shown (CT002).';

create function private.tg_catches__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      perform private.check_rate('catch-10m', 20, interval '10 minutes');
      perform private.check_rate('catch-day', 50, interval '1 day');
    end if;
    return new;
  end
  $$;
comment on function private.tg_catches__limit() is '20 catches in 10 minutes, 50 in a day (PT429).';

create function private.tg_catches__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('delete_catch', old.user_id);
    return null;
  end
  $$;
comment on function private.tg_catches__audit() is
  'Records that a catch of another member was deleted, without its contents.';

create function private.sum_catch_months(p_keys jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id uuid;
  begin
    -- In one order. A change of the same journal that is not committed yet is waited for, so that the sums contain it.
    for v_user_id in
      select distinct k.user_id from jsonb_to_recordset(p_keys) as k (user_id uuid) order by k.user_id
    loop
      perform pg_advisory_xact_lock(hashtextextended('catches:' || v_user_id, 0));
    end loop;
    delete from private.catch_months as m
      using jsonb_to_recordset(p_keys) as k (user_id uuid, visibility text, month date)
      where m.user_id = k.user_id and m.visibility = k.visibility and m.month = k.month;
    insert into private.catch_months (user_id, visibility, month, catch_count, grams, heaviest)
      select k.user_id, k.visibility, k.month, count(*), sum(c.grams), max(c.grams)
      from jsonb_to_recordset(p_keys) as k (user_id uuid, visibility text, month date)
        join public.catches as c on c.user_id = k.user_id and c.visibility = k.visibility
          and c.caught_on >= k.month and c.caught_on < (k.month + interval '1 month')::date
      group by k.user_id, k.visibility, k.month;
  end
  $$;
comment on function private.sum_catch_months(jsonb) is
  'Counts months of journals again: a list of objects with user_id, visibility and month, each once.';

create function private.tg_catches__sum() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_keys jsonb;
  begin
    execute format(
      $sum$
        select jsonb_agg(k)
        from (
          select r.user_id, r.visibility, date_trunc('month', r.caught_on::timestamp)::date as month
          from (%s) as r group by 1, 2, 3
        ) as k
      $sum$,
      case tg_op
        when 'INSERT' then 'select user_id, visibility, caught_on, grams from new_rows'
        when 'DELETE' then 'select user_id, visibility, caught_on, grams from old_rows'
        else '(select user_id, visibility, caught_on, grams from old_rows)
          union all (select user_id, visibility, caught_on, grams from new_rows)'
      end) into v_keys;
    if v_keys is not null then
      perform private.sum_catch_months(v_keys);
    end if;
    return null;
  end
  $$;
comment on function private.tg_catches__sum() is 'Keeps private.catch_months.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate before insert or update or delete on public.catches
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request before insert on public.catches
  for each row execute function private.tg__file_request();
create trigger _030_in_turn before insert on public.catches
  for each row execute function private.tg_catches__in_turn();
create trigger _100_stamp_created_at before insert or update of created_at on public.catches
  for each row execute function private.tg__stamp_created_at();
create trigger _300_freeze before update on public.catches
  for each row execute function private.tg__freeze_columns('id', 'user_id');
create trigger _305_check before insert or update of caught_on, words on public.catches
  for each row execute function private.tg_catches__check();
create trigger _310_limit before insert on public.catches
  for each row execute function private.tg_catches__limit();
create trigger _320_limit_edits before update on public.catches
  for each row execute function private.tg__limit_edits('catch-5m');
create trigger _320_limit_moderators before delete on public.catches
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg__limit_moderators();
create trigger _400_stamp_updated_at before insert or update on public.catches
  for each row execute function private.tg__stamp_updated_at();
create trigger _500_sum_delete after delete on public.catches
  referencing old table as old_rows for each statement execute function private.tg_catches__sum();
create trigger _500_sum_insert after insert on public.catches
  referencing new table as new_rows for each statement execute function private.tg_catches__sum();
create trigger _500_sum_update after update on public.catches
  referencing old table as old_rows new table as new_rows for each statement execute function private.tg_catches__sum();
create trigger _600_audit after delete on public.catches
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg_catches__audit();
-- The angler's own devices. Others load a journal when they open it.
select private.announce_to_members('public.catches', '{user_id}', 'catches');

comment on function private.note_members(uuid[], text) is
  'Notes for members that a part of their own data has changed: points, badges, referrals, prizes, connections, profile, '
  'standing, notifications or catches.';
comment on function private.tg__limit_moderators() is
  'A moderator deletes 60 posts, comments and catches of others in an hour (PT429), also with one request.';

-- Actions --------------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'grant_moderator', 'revoke_moderator', 'suspend', 'edit_suspension', 'unsuspend',
  'rename_user', 'edit_profile', 'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge',
  'delete_badge', 'award_badge', 'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item',
  'edit_item', 'delete_item', 'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer',
  'activate_game', 'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer',
  'create_card', 'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post',
  'delete_post', 'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings',
  'edit_landing', 'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note',
  'answer_suspension', 'decide_appeal', 'make_club_link', 'end_club_link', 'invite_addresses', 'withdraw_invitations',
  'import_members', 'delete_catch'
));

-- Moderators may do this one too.
create or replace function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_actor constant uuid := auth.uid();
    -- All that moderators do for the club. Their other acts are a member's own.
    v_moderating constant text[] := array[
      'suspend', 'edit_suspension', 'unsuspend', 'delete_post', 'delete_comment', 'delete_catch', 'decide_report',
      'reopen_report', 'add_note', 'delete_note', 'decide_appeal'];
  begin
    -- A right is checked when a statement begins, and may end before it writes its entry. No request of the API takes
    -- a minute.
    if private.is_api_request()
      and not private.is_admin()
      and not (p_action = any (v_moderating) and private.is_moderator())
      and not exists (
        select from private.ended_admins as e where e.user_id = v_actor and e.ended_at > now() - interval '1 minute'
      )
    then
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
  $function$;

-- Own data -------------------------------------------------------------------------------------------------

create or replace function private.my_content(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'posts', (
        select coalesce(jsonb_agg(to_jsonb(n) - array['user_id', 'request_id'] order by n.created_at), '[]')
        from public.newsfeed_posts as n where n.user_id = p_user_id
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['user_id', 'request_id'] order by c.created_at), '[]')
        from public.newsfeed_comments as c where c.user_id = p_user_id
      ),
      'reactions', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at), '[]')
        from public.newsfeed_reactions as r where r.user_id = p_user_id
      ),
      'game_entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('game', g.title) order by e.created_at), '[]')
        from public.game_entries as e join public.games as g on g.id = e.game_id
        where e.user_id = p_user_id
      ),
      'catches', (
        select coalesce(
          jsonb_agg(to_jsonb(c) - array['user_id', 'request_id'] order by c.caught_on, c.created_at, c.id), '[]')
        from public.catches as c where c.user_id = p_user_id
      ),
      'files', (
        select coalesce(
          jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at)
            order by o.created_at),
          '[]')
        from storage.objects as o
        where o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos', 'catch-photos')
          and o.name like p_user_id || '/%'
      )
    );
  end
  $function$;
comment on function public.my_data() is
  'Everything stored about the caller as one object: account, profile, posts, comments, reactions, game_entries, catches, '
  'files, points, gifts, badges, referrals, connections, blocked, prizes, addresses, admins_did, notifications, muted, '
  'notification_settings, to_be_sent, push_devices. Ten times an hour (429).';

-- Grants ---------------------------------------------------------------------------------------------------

grant select, delete on public.catches to authenticated;
grant insert (grams, caught_on, variety, visibility, words, photo_path, request_id) on public.catches to authenticated;
grant update (grams, caught_on, variety, visibility, words, photo_path) on public.catches to authenticated;
grant select, insert, update, delete on public.catches to service_role;

revoke execute on function
  private.my_connections(),
  private.tg_catches__in_turn(),
  private.tg_catches__check(),
  private.tg_catches__limit(),
  private.tg_catches__audit(),
  private.sum_catch_months(jsonb),
  private.tg_catches__sum()
  from public, anon, authenticated, service_role;
grant execute on function private.my_connections() to authenticated, service_role;
