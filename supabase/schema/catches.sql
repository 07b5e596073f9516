-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.catch_months (
  user_id uuid not null,
  visibility text not null,
  month date not null,
  catch_count integer not null,
  grams bigint not null,
  heaviest integer not null,
  constraint catch_months_pkey PRIMARY KEY (user_id, visibility, month),
  constraint catch_months_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint catch_months_count_range CHECK (catch_count > 0),
  constraint catch_months_dates_bounds CHECK (month >= '1900-01-01'::date AND month < '2200-01-01'::date)
);
comment on table private.catch_months is 'Number, weight and heaviest of a member''s catches in each month, by visibility. Kept by triggers.';
comment on column private.catch_months.month is 'The first day of the month.';

alter table private.catch_months enable row level security;

create table public.catches (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  grams integer not null,
  caught_on date not null,
  variety text not null,
  visibility text not null default 'connections'::text,
  words text not null default ''::text,
  photo_path text,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint catches_pkey PRIMARY KEY (id),
  constraint catches_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint catches_dates_bounds CHECK (caught_on >= '1900-01-01'::date AND caught_on < '2200-01-01'::date AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint catches_grams_range CHECK (grams >= 1 AND grams <= 500000),
  constraint catches_photo_own CHECK (char_length(photo_path) <= 200 AND photo_path ~ (('^'::text || user_id) || '/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'::text)),
  constraint catches_request_elsewhere CHECK (request_id IS NULL),
  constraint catches_variety_known CHECK (variety = ANY (ARRAY['common'::text, 'mirror'::text, 'leather'::text, 'ghost'::text, 'grass'::text, 'other'::text])),
  constraint catches_visibility_known CHECK (visibility = ANY (ARRAY['me'::text, 'connections'::text, 'members'::text])),
  constraint catches_words_length CHECK (char_length(words) <= 1000),
  constraint catches_words_plain CHECK (private.is_plain_text(words, true))
);
comment on table public.catches is 'Members'' journals: weight, day and variety of what they caught. Never where.';
comment on column public.catches.caught_on is 'The day as the angler saw it, without a zone.';
comment on column public.catches.visibility is 'Who else sees the catch: nobody (me), the angler''s connections, or all members. What is not for the angler alone is also seen by admins and moderators. All who see the catch can read it.';
comment on column public.catches.photo_path is 'Name of the photo''s file in the private bucket catch-photos.';
comment on column public.catches.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX catches_heaviest ON public.catches USING btree (user_id, variety, visibility, grams DESC, caught_on, created_at, id);
CREATE INDEX catches_journal ON public.catches USING btree (user_id, visibility, caught_on, created_at, id) INCLUDE (grams, variety);

CREATE UNIQUE INDEX catches_photo ON public.catches USING btree (photo_path) WHERE (photo_path IS NOT NULL);

alter table public.catches enable row level security;

grant select, delete on public.catches to authenticated;
grant select, insert, update, delete on public.catches to service_role;
grant insert (grams, caught_on, variety, visibility, words, photo_path, request_id) on public.catches to authenticated;
grant update (grams, caught_on, variety, visibility, words, photo_path) on public.catches to authenticated;

create policy delete_not_suspended on public.catches as restrictive
  for delete to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy delete_not_suspended on public.catches is 'Suspended members remove nothing.';
create policy delete_own_or_team on public.catches
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR visibility <> 'me'::text AND (( SELECT private.is_admin() AS is_admin) OR ( SELECT private.is_moderator() AS is_moderator) AND NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = catches.user_id AND (p.is_admin OR p.is_moderator)))));
comment on policy delete_own_or_team on public.catches is 'Anglers remove their own catches, admins any that others see, moderators those of members.';
create policy insert_not_suspended on public.catches as restrictive
  for insert to authenticated
  with check (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy insert_not_suspended on public.catches is 'Suspended members log nothing.';
create policy insert_own on public.catches
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_member() AS is_member));
comment on policy insert_own on public.catches is 'Members log their own catches.';
create policy select_not_blocked on public.catches as restrictive
  for select to authenticated
  using (NOT (user_id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest)));
comment on policy select_not_blocked on public.catches is 'Members do not see catches of those whom they have blocked, or who have blocked them.';
create policy select_not_suspended on public.catches as restrictive
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = catches.user_id AND p.is_suspended)) AND NOT ( SELECT private.is_suspended() AS is_suspended) OR ( SELECT private.is_team() AS is_team));
comment on policy select_not_suspended on public.catches is 'Suspended members see only their own catches, which nobody else sees but admins and moderators.';
create policy select_shared on public.catches
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR visibility = 'members'::text AND ( SELECT private.is_member() AS is_member) OR visibility = 'connections'::text AND ((user_id IN ( SELECT unnest(( SELECT private.my_connections() AS my_connections)) AS unnest)) OR ( SELECT private.is_team() AS is_team)));
comment on policy select_shared on public.catches is 'Anglers see their own catches; their connections and the team what is not for the angler alone; members what is for members.';
create policy update_not_suspended on public.catches as restrictive
  for update to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy update_not_suspended on public.catches is 'Suspended members change nothing.';
create policy update_own on public.catches
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
comment on policy update_own on public.catches is 'Anglers correct their own catches; nobody else does.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.catches FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _030_in_turn BEFORE INSERT ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg_catches__in_turn();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'user_id');
CREATE TRIGGER _305_check BEFORE INSERT OR UPDATE OF caught_on, words ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg_catches__check();
CREATE TRIGGER _310_limit BEFORE INSERT ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg_catches__limit();
CREATE TRIGGER _320_limit_edits BEFORE UPDATE ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg__limit_edits('catch-5m');
CREATE TRIGGER _320_limit_moderators BEFORE DELETE ON public.catches FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg__limit_moderators();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.catches FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _490_require_photo_on_insert AFTER INSERT ON public.catches FOR EACH ROW WHEN (new.photo_path IS NOT NULL) EXECUTE FUNCTION private.tg_catches__require_photo();
CREATE TRIGGER _490_require_photo_on_update AFTER UPDATE OF photo_path ON public.catches FOR EACH ROW WHEN (new.photo_path IS NOT NULL AND new.photo_path IS DISTINCT FROM old.photo_path) EXECUTE FUNCTION private.tg_catches__require_photo();
CREATE TRIGGER _500_sum_delete AFTER DELETE ON public.catches REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__sum();
CREATE TRIGGER _500_sum_insert AFTER INSERT ON public.catches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__sum();
CREATE TRIGGER _500_sum_update AFTER UPDATE ON public.catches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__sum();
CREATE TRIGGER _510_unname_photo_on_delete AFTER DELETE ON public.catches FOR EACH ROW WHEN (old.photo_path IS NOT NULL) EXECUTE FUNCTION private.tg_catches__unname_photo();
CREATE TRIGGER _510_unname_photo_on_update AFTER UPDATE OF photo_path ON public.catches FOR EACH ROW WHEN (old.photo_path IS NOT NULL AND new.photo_path IS DISTINCT FROM old.photo_path) EXECUTE FUNCTION private.tg_catches__unname_photo();
CREATE TRIGGER _520_show_best_delete AFTER DELETE ON public.catches REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__show_best();
CREATE TRIGGER _520_show_best_insert AFTER INSERT ON public.catches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__show_best();
CREATE TRIGGER _520_show_best_update AFTER UPDATE ON public.catches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_catches__show_best();
CREATE TRIGGER _530_end_record AFTER UPDATE OF grams, caught_on, variety, photo_path, visibility ON public.catches FOR EACH ROW WHEN (old.grams IS DISTINCT FROM new.grams OR old.caught_on IS DISTINCT FROM new.caught_on OR old.variety IS DISTINCT FROM new.variety OR old.photo_path IS DISTINCT FROM new.photo_path OR old.visibility IS DISTINCT FROM new.visibility) EXECUTE FUNCTION private.tg_catches__end_record();
CREATE TRIGGER _600_audit AFTER DELETE ON public.catches FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg_catches__audit();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.catches REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'catches');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.catches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'catches');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.catches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'catches');

create function private.my_connections()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.my_connections() is 'The members to whom the caller is connected.';

grant execute on function private.my_connections() to authenticated, service_role;

create function private.sum_catch_months(p_keys jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.sum_catch_months(p_keys jsonb) is 'Counts months of journals again: a list of objects with user_id, visibility and month, each once.';

create function private.tg_catches__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.audit_member('delete_catch', old.user_id);
    return null;
  end
  $function$;
comment on function private.tg_catches__audit() is 'Records that a catch of another member was deleted, without its contents.';

create function private.tg_catches__check()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_catches__check() is 'Refuses a day that has begun nowhere (CT001) and words with characters that cannot be shown (CT002).';

create function private.tg_catches__in_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('catches:' || new.user_id, 0));
    return new;
  end
  $function$;
comment on function private.tg_catches__in_turn() is 'One angler''s catches are logged one after the other, so that two devices do not both tell of a personal best that only one of them is.';

create function private.tg_catches__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      perform private.check_rate('catch-10m', 20, interval '10 minutes');
      perform private.check_rate('catch-day', 50, interval '1 day');
    end if;
    return new;
  end
  $function$;
comment on function private.tg_catches__limit() is '20 catches in 10 minutes, 50 in a day (PT429).';

create function private.tg_catches__sum()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_catches__sum() is 'Keeps private.catch_months.';
