-- The audit trail: which admin did what, to whom or what, and when. Triggers and the functions that admins call write
-- it, and admins read it; no request can write or change it. It does not contain what members do for themselves, nor
-- what definer functions and cascades do as a consequence of an action.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.audit_log (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  actor_id uuid,
  subject_id uuid,
  actor_name text,
  subject_kind text not null default 'member',
  subject_label text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint audit_log_action_known check (action in (
    'grant_admin', 'revoke_admin', 'suspend', 'unsuspend', 'rename_user', 'edit_profile', 'set_password', 'delete_user',
    'give_points',
    'create_badge', 'edit_badge', 'delete_badge', 'award_badge', 'remove_badge',
    'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item', 'assign_prize',
    'remove_prize',
    'edit_claim',
    'create_game', 'edit_game', 'set_answer', 'activate_game', 'complete_game', 'cancel_game', 'delete_game',
    'choose_place', 'view_answer',
    'create_card', 'edit_card', 'delete_card',
    'create_video', 'edit_video', 'delete_video',
    'edit_post', 'delete_post', 'edit_comment', 'delete_comment',
    'edit_site_settings', 'edit_referral_settings', 'edit_landing',
    'retry_delivery', 'export_list'
  )),
  constraint audit_log_subject_kind_known check (subject_kind in (
    'member', 'badge', 'package', 'item', 'game', 'card', 'video', 'site_settings', 'referral_settings', 'landing', 'list'
  )),
  constraint audit_log_details_object check (jsonb_typeof(details) = 'object'),
  constraint audit_log_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.audit_log is
  'Who did what to whom or what, with the names at the time; those of a deleted member are removed. No API role can '
  'write here. Entries without an actor are the operator''s.';
comment on column private.audit_log.details is
  'before and after of plain fields, changed with the names of the fields whose text is not repeated here, and the '
  'subject of the action. Never notes, addresses or answers.';

-- Indexes --------------------------------------------------------------------------------------------------

create index audit_log_newest on private.audit_log (created_at desc, id);
create index audit_log_action on private.audit_log (action, created_at desc);
create index audit_log_actor on private.audit_log (actor_id, created_at desc);
create index audit_log_subject on private.audit_log (subject_id, created_at desc);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.audit_log enable row level security;

create policy select_admin on private.audit_log
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on private.audit_log is 'Admins read what admins did.';

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
  'Adds one entry by the caller; nothing if a member acts for themselves.';

create function private.audit_member(p_action text, p_user_id uuid, p_details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit(
      p_action, 'member', p_user_id, (select p.username from public.profiles as p where p.id = p_user_id), p_details);
  end
  $$;
comment on function private.audit_member(text, uuid, jsonb) is
  'Adds one entry about a member, with their current name.';

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
  'The differences: before and after of the plain columns, only the names of the quiet ones; null if there are none.';

create function private.columns_but(p_row jsonb, p_columns text[]) returns text[]
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(array_agg(k.name order by k.place), '{}')
    from jsonb_object_keys(p_row - p_columns - array['id', 'request_id', 'created_at', 'updated_at'])
      with ordinality as k (name, place)
  $$;
comment on function private.columns_but(jsonb, text[]) is
  'All columns of a row except the given ones, its key and its timestamps; columns that are added later are included.';

-- Functions: any table with a label ------------------------------------------------------------------------

create function private.tg__audit_row() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg__audit_row() is
  'Records what an admin created, changed or deleted. Arguments: kind, noun of the action, label column, plain '
  'columns, derived columns, verb of an insert (create). Of all other columns only the name is recorded. After '
  'insert, update or delete, if the statement is direct.';

-- Functions: exports ---------------------------------------------------------------------------------------

create function private.note_export(p_list text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_list is null or p_list not in ('users', 'claims') then
      raise exception 'unknown list' using errcode = '22023';
    end if;
    perform private.audit('export_list', 'list', null, p_list);
  end
  $$;
comment on function private.note_export(text) is
  'Records that the caller exports a list with personal data; admins only.';

create function public.note_export(list text) returns void
  language sql set search_path = ''
  as $$ select private.note_export(note_export.list) $$;
comment on function public.note_export(text) is
  'Records in the audit trail that an admin exports the list of users or claims; the console calls it before it loads '
  'the rows. Admins only (42501); 22023 for any other list.';

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

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.audit_log, public.audit_log from anon, authenticated, service_role;
grant select on private.audit_log, public.audit_log to authenticated, service_role;

revoke execute on function
  private.audit(text, text, uuid, text, jsonb),
  private.audit_member(text, uuid, jsonb),
  private.audit_changes(jsonb, jsonb, text[], text[]),
  private.columns_but(jsonb, text[]),
  private.tg__audit_row(),
  private.note_export(text),
  public.note_export(text)
  from public, anon, authenticated, service_role;
grant execute on function private.note_export(text), public.note_export(text) to authenticated;
