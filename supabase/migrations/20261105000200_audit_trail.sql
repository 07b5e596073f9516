-- The audit trail: which admin did what, to whom or what, and when. Fed by triggers and by the functions that admins
-- call, read by admins, written by no request and changed by nobody. What members do for themselves is no admin's act
-- and is not here; what a definer function or a cascade does in consequence of an act is not told again.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.audit_log
  add column actor_name text,
  add column subject_kind text not null default 'member',
  add column subject_label text,
  add column details jsonb not null default '{}';
update private.audit_log as a set
  actor_name = (select p.username from public.profiles as p where p.id = a.actor_id),
  subject_label = (select p.username from public.profiles as p where p.id = a.subject_id);
alter table private.audit_log
  add constraint audit_log_action_known check (action in (
    'grant_admin', 'revoke_admin', 'suspend', 'unsuspend', 'rename_user', 'edit_profile', 'set_password', 'delete_user',
    'give_points',
    'create_badge', 'edit_badge', 'delete_badge', 'award_badge', 'remove_badge',
    'create_package', 'edit_package', 'delete_package', 'add_item', 'delete_item', 'assign_prize', 'remove_prize',
    'edit_claim',
    'create_game', 'edit_game', 'set_answer', 'activate_game', 'complete_game', 'cancel_game', 'delete_game',
    'choose_place',
    'create_card', 'edit_card', 'delete_card',
    'create_video', 'edit_video', 'delete_video',
    'edit_post', 'delete_post', 'edit_comment', 'delete_comment',
    'edit_site_settings', 'edit_referral_settings', 'edit_landing'
  )),
  add constraint audit_log_subject_kind_known check (subject_kind in (
    'member', 'badge', 'package', 'item', 'game', 'card', 'video', 'site_settings', 'referral_settings', 'landing'
  )),
  add constraint audit_log_details_object check (jsonb_typeof(details) = 'object');
comment on table private.audit_log is
  'Who did what to whom or what, with the names as they were; those of a deleted member are taken out again. No API role '
  'writes here. Without an actor it was the operator.';
comment on column private.audit_log.details is
  'before and after of plain fields, changed with the names of the fields whose text is not repeated here, and what the '
  'act was about. Never notes, addresses or answers.';

-- Indexes --------------------------------------------------------------------------------------------------

create index audit_log_newest on private.audit_log (created_at desc, id);
create index audit_log_action on private.audit_log (action, created_at desc);
create index audit_log_actor on private.audit_log (actor_id, created_at desc);
create index audit_log_subject on private.audit_log (subject_id, created_at desc);

-- Row-level security ---------------------------------------------------------------------------------------

create policy select_admin on private.audit_log
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on private.audit_log is 'Admins read what admins did.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.audit_log with (security_invoker = true) as
  select
    a.id,
    a.created_at as at,
    a.actor_id,
    a.actor_name,
    a.action,
    a.subject_kind,
    a.subject_id,
    a.subject_label,
    a.details,
    private.username_key(concat_ws(' ', a.actor_name, a.subject_label)) as search_text
  from private.audit_log as a
  where (select private.is_admin());
comment on view public.audit_log is
  'The audit trail, for admins; empty for members. Read it with order=at.desc,id. search_text: names of actor and subject '
  'in lower case.';

-- Grants: select, and nothing else for anybody -------------------------------------------------------------

revoke all on private.audit_log, public.audit_log from anon, authenticated, service_role;
grant select on private.audit_log, public.audit_log to authenticated, service_role;

-- Functions: writing an entry ------------------------------------------------------------------------------

create function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb default '{}')
  returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_actor constant uuid := auth.uid();
  begin
    if private.is_api_request() and not private.is_admin() then
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
  'Adds one entry by the caller; nothing when a member acts for themselves.';

create function private.audit_member(p_action text, p_user_id uuid, p_details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit(
      p_action, 'member', p_user_id, (select p.username from public.profiles as p where p.id = p_user_id), p_details);
  end
  $$;
comment on function private.audit_member(text, uuid, jsonb) is 'Adds one entry about a member, with their name as it is now.';

create function private.audit_changes(p_old jsonb, p_new jsonb, p_plain text[], p_quiet text[]) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_before jsonb;
    v_after jsonb;
    v_changed jsonb;
  begin
    select jsonb_object_agg(k.name, p_old -> k.name), jsonb_object_agg(k.name, p_new -> k.name)
      into v_before, v_after
      from unnest(p_plain) as k (name)
      where p_old -> k.name is distinct from p_new -> k.name;
    select jsonb_agg(k.name) into v_changed
      from unnest(p_quiet) as k (name)
      where p_old -> k.name is distinct from p_new -> k.name;
    if v_before is null and v_changed is null then
      return null;
    end if;
    return case when v_before is null then '{}'::jsonb else jsonb_build_object('before', v_before, 'after', v_after) end
      || case when v_changed is null then '{}'::jsonb else jsonb_build_object('changed', v_changed) end;
  end
  $$;
comment on function private.audit_changes(jsonb, jsonb, text[], text[]) is
  'What differs: before and after of the plain columns, the names only of the quiet ones; null when nothing does.';

-- Triggers: whatever has a label and columns ---------------------------------------------------------------

create function private.tg__audit_row() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_kind constant text := tg_argv[0];
    v_noun constant text := tg_argv[1];
    v_label constant text := tg_argv[2];
    v_plain constant text[] := string_to_array(tg_argv[3], ',');
    v_quiet constant text[] := string_to_array(tg_argv[4], ',');
    v_row jsonb;
    v_details jsonb;
  begin
    if tg_op = 'UPDATE' then
      v_row := to_jsonb(new);
      v_details := private.audit_changes(to_jsonb(old), v_row, v_plain, v_quiet);
      if v_details is null then
        return null;
      end if;
    else
      v_row := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
      select coalesce(jsonb_object_agg(k.name, v_row -> k.name), '{}') into v_details
        from unnest(v_plain) as k (name)
        where v_row -> k.name <> 'null';
    end if;
    perform private.audit(
      case tg_op when 'INSERT' then coalesce(tg_argv[5], 'create') when 'UPDATE' then 'edit' else 'delete' end
        || '_' || v_noun,
      v_kind, (v_row ->> 'id')::uuid, v_row ->> v_label, v_details);
    return null;
  end
  $$;
comment on function private.tg__audit_row() is
  'Records what an admin made, changed or deleted. Arguments: kind, noun of the action, column of the label, plain columns, '
  'quiet columns, verb of an insert (create). After insert, update or delete, when the statement is direct.';

create trigger _600_audit
  after insert or update or delete on public.badges
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('badge', 'badge', 'name', 'name,icon,color', 'description');
create trigger _600_audit
  after insert or update or delete on public.prize_packages
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('package', 'package', 'name', 'name,is_active', 'description');
create trigger _600_audit
  after insert or delete on public.prize_items
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('item', 'item', 'title', 'type,quantity,points_value', '', 'add');
create trigger _600_audit
  after insert or update or delete on public.info_cards
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'card', 'card', 'title', 'title,placement,is_active,start_date,end_date', 'description,image_url,cta_text,cta_url');
create trigger _600_audit
  after insert or update or delete on public.live_videos
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'video', 'video', 'title', 'title,provider,video_id,scheduled_for,is_active', 'description');
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('site_settings', 'site_settings', '', 'currency_symbol', '');
create trigger _600_audit
  after update on public.referral_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('referral_settings', 'referral_settings', '', 'points_per_referral', '');
create trigger _600_audit
  after update on public.landing_content
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('landing', 'landing', 'section', 'title', 'description,image_url');

-- Triggers: members ----------------------------------------------------------------------------------------

create or replace function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- An account without a profile cannot exist. When the account went first there is nothing left to delete.
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
    if new.is_suspended <> old.is_suspended then
      perform private.audit(
        case when new.is_suspended then 'suspend' else 'unsuspend' end, 'member', new.id, new.username);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__audit() is
  'Records deletion, rights and suspension, whoever decided them; a deleted profile takes its account and its name in the '
  'trail along.';

create function private.tg_profiles__audit_edit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_details jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), array['username'], '{}');
  begin
    if v_details is not null then
      perform private.audit('rename_user', 'member', new.id, new.username, v_details);
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), '{}',
      array['bio', 'avatar_url', 'fishing_photos', 'weight_value', 'weight_unit', 'fishing_area']);
    if v_details is not null then
      perform private.audit('edit_profile', 'member', new.id, new.username, v_details);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__audit_edit() is 'Records what an admin changed in another member''s profile.';

create trigger _600_audit_edit
  after update of username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area on public.profiles
  for each row when (private.is_direct_statement() and new.id is distinct from auth.uid())
  execute function private.tg_profiles__audit_edit();

create function private.tg_points_log__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('give_points', new.user_id,
      jsonb_build_object('points', new.points_change, 'reason', new.reason));
    return null;
  end
  $$;
comment on function private.tg_points_log__audit() is 'Records points given or taken by hand.';

create trigger _600_audit
  after insert on public.points_log
  for each row when (private.is_direct_statement())
  execute function private.tg_points_log__audit();

create function private.tg_user_badges__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_badge constant public.user_badges := case tg_op when 'DELETE' then old else new end;
  begin
    perform private.audit_member(
      case tg_op when 'DELETE' then 'remove_badge' else 'award_badge' end,
      v_badge.user_id,
      jsonb_build_object('badge', (select b.name from public.badges as b where b.id = v_badge.badge_id)));
    return null;
  end
  $$;
comment on function private.tg_user_badges__audit() is 'Records badges awarded and taken back.';

create trigger _600_audit
  after insert or delete on public.user_badges
  for each row when (private.is_direct_statement())
  execute function private.tg_user_badges__audit();

create function private.tg_newsfeed__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      perform private.audit_member('delete_' || tg_argv[0], old.user_id);
    elsif new.content is distinct from old.content then
      perform private.audit_member('edit_' || tg_argv[0], old.user_id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_newsfeed__audit() is
  'Records that an admin changed or removed what another member wrote; not the words. Argument: post or comment.';

create trigger _600_audit
  after update of content or delete on public.newsfeed_posts
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg_newsfeed__audit('post');
create trigger _600_audit
  after update of content or delete on public.newsfeed_comments
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg_newsfeed__audit('comment');

create or replace function private.set_member_password(p_user_id uuid, p_password text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'one''s own password is changed on the profile page' using errcode = '42501';
    end if;
    if coalesce(octet_length(p_password), 0) < 6 then
      raise exception 'Password must be at least 6 characters long' using errcode = '22023';
    end if;
    -- bcrypt reads 72 bytes; a longer one would be cut without a word.
    if octet_length(p_password) > 72 then
      raise exception 'Password cannot be longer than 72 characters' using errcode = '22023';
    end if;
    update auth.users as u
      set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10)), updated_at = now()
      where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    delete from auth.sessions as s where s.user_id = p_user_id;
    perform private.audit_member('set_password', p_user_id);
  end
  $$;

-- Triggers: prizes and claims ------------------------------------------------------------------------------

create function private.tg_prize_awards__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_award constant public.prize_awards := case tg_op when 'DELETE' then old else new end;
    v_what constant jsonb := (
      select jsonb_build_object('award_id', v_award.id, 'prize', i.title)
      from public.prize_items as i where i.id = v_award.item_id
    );
    v_details jsonb;
  begin
    if tg_op <> 'UPDATE' then
      perform private.audit_member(
        case tg_op when 'INSERT' then 'assign_prize' else 'remove_prize' end, v_award.user_id, v_what);
      return null;
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new),
      array['status', 'claim_deadline', 'fulfillment_status', 'tracking_number'], array['fulfillment_notes', 'notes']);
    -- A claim is the winner's own act, an admin's too.
    if v_details is null or (new.status = 'claimed' and old.status <> 'claimed') then
      return null;
    end if;
    -- The notes of admins are filed first: one save is one entry.
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
  $$;
comment on function private.tg_prize_awards__audit() is
  'Records prizes assigned and removed, and what an admin changed about the sending: status and tracking number, of notes '
  'only that they changed.';

create trigger _600_audit
  after insert or update or delete on public.prize_awards
  for each row when (private.is_direct_statement())
  execute function private.tg_prize_awards__audit();

create function private.tg_prize_award_notes__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id uuid;
    v_title text;
  begin
    if tg_op = 'UPDATE' and new.admin_notes = old.admin_notes then
      return null;
    end if;
    -- Notes that go with their award are not there to be found.
    select a.user_id, i.title into v_user_id, v_title
      from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.id = case tg_op when 'DELETE' then old.award_id else new.award_id end;
    if found then
      perform private.audit_member('edit_claim', v_user_id, jsonb_build_object(
        'award_id', case tg_op when 'DELETE' then old.award_id else new.award_id end,
        'prize', v_title,
        'changed', jsonb_build_array('admin_notes')));
    end if;
    return null;
  end
  $$;
comment on function private.tg_prize_award_notes__audit() is 'Records that admins'' notes changed, not what they say.';

create trigger _600_audit
  after insert or update or delete on public.prize_award_notes
  for each row when (private.is_api_request())
  execute function private.tg_prize_award_notes__audit();

create or replace function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz)
  returns setof public.prize_awards
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_problem text;
  begin
    perform private.require_admin();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'member not found' using errcode = 'P0001';
    end if;
    v_problem := private.assign_package(p_package_id, p_user_id, p_claim_deadline);
    if v_problem is not null then
      raise exception '%', case
          when v_problem = 'not found' then 'Package not found'
          when v_problem = 'inactive' then 'This prize package is not active.'
          when v_problem = 'empty' then 'This prize package has no items.'
          else format('There is none left of "%s".', substr(v_problem, length('out of stock: ') + 1))
        end
        using errcode = 'P0001';
    end if;
    perform private.audit_member('assign_prize', p_user_id, jsonb_build_object(
      'package', (select p.name from public.prize_packages as p where p.id = p_package_id),
      'claim_deadline', p_claim_deadline));
    return query
      select a.* from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.user_id = p_user_id and i.package_id = p_package_id and a.awarded_at = now();
  end
  $$;

-- Triggers: games ------------------------------------------------------------------------------------------

create function private.tg_games__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_game constant public.games := case tg_op when 'DELETE' then old else new end;
    v_details jsonb;
  begin
    if tg_op <> 'UPDATE' then
      perform private.audit(
        case tg_op when 'INSERT' then 'create_game' else 'delete_game' end, 'game', v_game.id, v_game.title,
        jsonb_build_object('type', v_game.type, 'status', v_game.status));
      return null;
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new),
      array['title', 'start_date', 'end_date', 'points_awarded', 'first_place_points', 'second_place_points',
        'third_place_points'],
      array['description', 'image_url', 'prize_package_id']);
    if v_details is not null then
      perform private.audit('edit_game', 'game', new.id, new.title, v_details);
    end if;
    -- That there is another answer, never which.
    if new.metadata -> 'commitment' is distinct from old.metadata -> 'commitment' then
      perform private.audit('set_answer', 'game', new.id, new.title);
    end if;
    if new.status <> old.status then
      perform private.audit(
        case new.status when 'active' then 'activate_game' when 'completed' then 'complete_game' else 'cancel_game' end,
        'game', new.id, new.title,
        case new.status when 'completed' then jsonb_strip_nulls(jsonb_build_object(
          'winners', (select count(*) from public.game_entries as e where e.game_id = new.id and e.is_winner),
          'prize', new.metadata -> 'prize')) end);
    end if;
    return null;
  end
  $$;
comment on function private.tg_games__audit() is 'Records what admins do with games; of an answer only that it was set.';

create trigger _600_audit
  after insert or update or delete on public.games
  for each row when (private.is_direct_statement())
  execute function private.tg_games__audit();

create function private.tg_game_entries__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('choose_place', new.user_id, jsonb_build_object(
      'game', (select g.title from public.games as g where g.id = new.game_id), 'place', new.winner_place));
    return null;
  end
  $$;
comment on function private.tg_game_entries__audit() is 'Records whom an admin gave which place, or took it from.';

create trigger _600_audit
  after update of winner_place on public.game_entries
  for each row when (private.is_direct_statement() and new.winner_place is distinct from old.winner_place)
  execute function private.tg_game_entries__audit();

revoke execute on function
  private.audit(text, text, uuid, text, jsonb),
  private.audit_member(text, uuid, jsonb),
  private.audit_changes(jsonb, jsonb, text[], text[]),
  private.tg__audit_row(),
  private.tg_profiles__audit_edit(),
  private.tg_points_log__audit(),
  private.tg_user_badges__audit(),
  private.tg_newsfeed__audit(),
  private.tg_prize_awards__audit(),
  private.tg_prize_award_notes__audit(),
  private.tg_games__audit(),
  private.tg_game_entries__audit()
  from public, anon, authenticated, service_role;
