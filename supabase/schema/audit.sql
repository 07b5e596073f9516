-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.audit_log (
  id uuid not null default gen_random_uuid(),
  action text not null,
  actor_id uuid,
  subject_id uuid,
  actor_name text,
  subject_kind text not null default 'member'::text,
  subject_label text,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  search_text text not null default private.audit_words(actor_name, subject_label, details),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_known CHECK (action = ANY (ARRAY['grant_admin'::text, 'revoke_admin'::text, 'grant_moderator'::text, 'revoke_moderator'::text, 'suspend'::text, 'edit_suspension'::text, 'unsuspend'::text, 'rename_user'::text, 'edit_profile'::text, 'set_password'::text, 'delete_user'::text, 'give_points'::text, 'create_badge'::text, 'edit_badge'::text, 'delete_badge'::text, 'award_badge'::text, 'remove_badge'::text, 'create_package'::text, 'edit_package'::text, 'delete_package'::text, 'add_item'::text, 'edit_item'::text, 'delete_item'::text, 'assign_prize'::text, 'remove_prize'::text, 'edit_claim'::text, 'create_game'::text, 'edit_game'::text, 'set_answer'::text, 'activate_game'::text, 'complete_game'::text, 'cancel_game'::text, 'delete_game'::text, 'choose_place'::text, 'remove_photo'::text, 'view_answer'::text, 'create_card'::text, 'edit_card'::text, 'delete_card'::text, 'create_video'::text, 'edit_video'::text, 'delete_video'::text, 'create_post'::text, 'edit_post'::text, 'delete_post'::text, 'edit_comment'::text, 'delete_comment'::text, 'delete_file'::text, 'edit_site_settings'::text, 'edit_referral_settings'::text, 'edit_landing'::text, 'retry_delivery'::text, 'export_list'::text, 'decide_report'::text, 'reopen_report'::text, 'add_note'::text, 'delete_note'::text, 'answer_suspension'::text, 'decide_appeal'::text, 'make_club_link'::text, 'end_club_link'::text, 'invite_addresses'::text, 'withdraw_invitations'::text, 'import_members'::text, 'delete_catch'::text, 'edit_levels'::text, 'verify_record'::text, 'decline_record'::text, 'undo_record'::text, 'schedule_announcement'::text, 'edit_announcement'::text, 'publish_announcement'::text, 'cancel_announcement'::text])),
  constraint audit_log_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint audit_log_details_object CHECK (jsonb_typeof(details) = 'object'::text),
  constraint audit_log_subject_kind_known CHECK (subject_kind = ANY (ARRAY['member'::text, 'badge'::text, 'package'::text, 'item'::text, 'game'::text, 'card'::text, 'video'::text, 'site_settings'::text, 'referral_settings'::text, 'landing'::text, 'list'::text, 'invitation'::text, 'announcement'::text]))
);
comment on table private.audit_log is 'Who did what to whom or what, with the names at the time; those of a deleted member, and texts about them, are removed. No API role can write here. Entries without an actor are the operator''s.';
comment on column private.audit_log.details is 'before and after of plain fields, changed with the names of the fields whose text is not repeated here, and the subject of the action. Never notes, addresses or answers.';
comment on column private.audit_log.search_text is 'What the entry is found by: see private.audit_words.';

CREATE INDEX audit_log_action ON private.audit_log USING btree (action, created_at DESC);
CREATE INDEX audit_log_actor ON private.audit_log USING btree (actor_id, created_at DESC);
CREATE INDEX audit_log_newest ON private.audit_log USING btree (created_at DESC, id);
CREATE INDEX audit_log_subject ON private.audit_log USING btree (subject_id, created_at DESC);

alter table private.audit_log enable row level security;

grant select on private.audit_log to authenticated, service_role;

create policy select_admin on private.audit_log
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy select_admin on private.audit_log is 'Admins read what admins did.';

create view public.audit_log with (security_invoker=true) as
 SELECT id,
    created_at AS at,
    actor_id,
    actor_name,
    action,
    subject_kind,
    subject_id,
    subject_label,
    details,
    search_text
   FROM private.audit_log a
  WHERE ( SELECT private.is_admin() AS is_admin);
comment on view public.audit_log is 'The audit trail, for admins; empty for members. Read it with order=at.desc,id. search_text: names of actor and subject and the texts of the details, in lower case; search it with like.';

grant select on public.audit_log to authenticated, service_role;

create function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb DEFAULT '{}'::jsonb)
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
      'reopen_report', 'add_note', 'delete_note', 'decide_appeal', 'verify_record', 'decline_record'];
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
comment on function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb) is 'Adds one entry by the caller; nothing if a member acts for themselves. Of moderators only what they do for the club. In the minute after the end of an admin''s or moderator''s rights, what they do to their own posts, comments and files is recorded too.';

create function private.audit_changes(p_old jsonb, p_new jsonb, p_plain text[], p_quiet text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.audit_changes(p_old jsonb, p_new jsonb, p_plain text[], p_quiet text[]) is 'The differences: before and after of the plain columns, only the names of the quiet ones; null if there are none.';

create function private.audit_member(p_action text, p_user_id uuid, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.audit(
      p_action, 'member', p_user_id, (select p.username from public.profiles as p where p.id = p_user_id), p_details);
  end
  $function$;
comment on function private.audit_member(p_action text, p_user_id uuid, p_details jsonb) is 'Adds one entry about a member, with their current name.';

create function private.columns_but(p_row jsonb, p_columns text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select coalesce(array_agg(k.name order by k.place), '{}')
    from jsonb_object_keys(p_row - p_columns - array['id', 'request_id', 'created_at', 'updated_at'])
      with ordinality as k (name, place)
  $function$;
comment on function private.columns_but(p_row jsonb, p_columns text[]) is 'All columns of a row except the given ones, its key and its timestamps; columns that are added later are included.';

create function private.note_export(p_list text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    if p_list is null or p_list not in ('users', 'claims', 'audit', 'posts') then
      raise exception 'unknown list' using errcode = '22023';
    end if;
    perform private.audit('export_list', 'list', null, p_list);
  end
  $function$;
comment on function private.note_export(p_list text) is 'Records that the caller exports a list with personal data; admins only.';

grant execute on function private.note_export(p_list text) to authenticated;

create function private.tg__audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_kind constant text := tg_argv[0];
    v_noun constant text := tg_argv[1];
    v_label constant text := tg_argv[2];
    v_plain constant text[] := string_to_array(tg_argv[3], ',');
    v_left_out constant text[] := string_to_array(tg_argv[4], ',');
    v_row jsonb;
    v_details jsonb;
  begin
    if tg_op = 'UPDATE' then
      v_row := to_jsonb(new);
      v_details := private.audit_changes(
        to_jsonb(old), v_row, v_plain, private.columns_but(v_row, v_plain || v_left_out));
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
  $function$;
comment on function private.tg__audit_row() is 'Records what an admin created, changed or deleted. Arguments: kind, noun of the action, label column, plain columns, derived columns, verb of an insert (create). Of all other columns only the name is recorded. After insert, update or delete, if the statement is direct.';

create function public.note_export(list text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.note_export(note_export.list) $function$;
comment on function public.note_export(list text) is 'Records in the audit trail that an admin exports the list of users, claims or posts, or, as audit, the trail; the console calls it before it loads the rows. Admins only (42501); 22023 for any other list.';

grant execute on function public.note_export(list text) to authenticated;
