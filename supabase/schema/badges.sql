-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.badges (
  id uuid not null default gen_random_uuid(),
  name text collate private.reading_order not null,
  description text not null,
  icon text not null default '🏆'::text,
  color text not null default '#2e7d4f'::text,
  is_custom boolean not null default true,
  created_by uuid default auth.uid(),
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint badges_pkey PRIMARY KEY (id),
  constraint badges_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint badges_color_hex CHECK (color ~ '^#[0-9A-Fa-f]{6}$'::text),
  constraint badges_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint badges_description_length CHECK (char_length(description) <= 200),
  constraint badges_description_plain CHECK (private.has_text(description) AND private.is_plain_text(description, true)),
  constraint badges_icon_short CHECK (char_length(icon) >= 1 AND char_length(icon) <= 8 AND icon !~ '[[:ascii:]]'::text AND private.has_text(icon)),
  constraint badges_name_length CHECK (char_length(name) <= 50),
  constraint badges_name_plain CHECK (private.has_text(name) AND private.is_plain_text(name)),
  constraint badges_request_elsewhere CHECK (request_id IS NULL)
);
comment on table public.badges is 'Badges that can be awarded. is_custom is false for badges that came with the club.';
comment on column public.badges.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX badges_created_by ON public.badges USING btree (created_by);
CREATE INDEX badges_name ON public.badges USING btree (name);

CREATE UNIQUE INDEX badges_name_once ON public.badges USING btree (lower((NORMALIZE(btrim(name), NFKC) COLLATE "und-x-icu")));

alter table public.badges enable row level security;

grant select, delete on public.badges to authenticated;
grant select, insert, update, delete on public.badges to service_role;
grant insert (name, description, icon, color, is_custom, created_by, request_id) on public.badges to authenticated;
grant update (name, description, icon, color, is_custom, updated_at) on public.badges to authenticated;

create policy delete_admin on public.badges
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.badges is 'Admins delete badges, with their awards.';
create policy insert_admin on public.badges
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.badges is 'Admins create badges.';
create policy select_member on public.badges
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.badges is 'Members see all badges.';
create policy update_admin on public.badges
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.badges is 'Admins correct badges.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.badges FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.badges FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE ON public.badges FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _110_stamp BEFORE INSERT OR UPDATE ON public.badges FOR EACH ROW EXECUTE FUNCTION private.tg_badges__stamp();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.badges FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.badges FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('badge', 'badge', 'name', 'name,icon,color', 'created_by');
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.badges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table_gone();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.badges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.badges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

create table public.user_badges (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  badge_id uuid not null,
  awarded_by uuid default auth.uid(),
  awarded_at timestamp with time zone not null default now(),
  request_id uuid,
  constraint user_badges_pkey PRIMARY KEY (id),
  constraint user_badges_once UNIQUE (user_id, badge_id),
  constraint user_badges_awarded_by_fkey FOREIGN KEY (awarded_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint user_badges_badge_id_fkey FOREIGN KEY (badge_id) REFERENCES public.badges(id) ON DELETE CASCADE,
  constraint user_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint user_badges_dates_bounds CHECK (awarded_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND awarded_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint user_badges_request_elsewhere CHECK (request_id IS NULL)
);
comment on table public.user_badges is 'Who holds which badge, once each.';
comment on column public.user_badges.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX user_badges_awarded_by ON public.user_badges USING btree (awarded_by);
CREATE INDEX user_badges_badge_id ON public.user_badges USING btree (badge_id, awarded_at DESC);

alter table public.user_badges enable row level security;

grant select, delete on public.user_badges to authenticated;
grant select, insert, delete on public.user_badges to service_role;
grant insert (user_id, badge_id, awarded_by, request_id) on public.user_badges to authenticated;

create policy delete_admin on public.user_badges
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.user_badges is 'Admins withdraw badges.';
create policy insert_admin on public.user_badges
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.user_badges is 'Admins award badges.';
create policy select_member on public.user_badges
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.user_badges is 'Members see one another''s badges.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.user_badges FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.user_badges FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp BEFORE INSERT ON public.user_badges FOR EACH ROW EXECUTE FUNCTION private.tg_user_badges__stamp();
CREATE TRIGGER _300_require_both BEFORE INSERT ON public.user_badges FOR EACH ROW EXECUTE FUNCTION private.tg_user_badges__require_both();
CREATE TRIGGER _500_count_delete AFTER DELETE ON public.user_badges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.tg_user_badges__count();
CREATE TRIGGER _500_count_insert AFTER INSERT ON public.user_badges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.tg_user_badges__count();
CREATE TRIGGER _510_post_award AFTER INSERT ON public.user_badges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg_user_badges__post_award();
CREATE TRIGGER _510_unpost_award AFTER DELETE ON public.user_badges REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.tg_user_badges__unpost_award();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE ON public.user_badges FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_user_badges__audit();
CREATE TRIGGER _700_notify AFTER INSERT ON public.user_badges FOR EACH ROW EXECUTE FUNCTION private.tg_user_badges__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.user_badges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.user_badges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'badges');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.user_badges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'badges');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.user_badges REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'badges');

create function private.tg_badges__stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.color := lower(new.color);
    if private.is_direct_statement() then
      new.is_custom := case tg_op when 'INSERT' then true else old.is_custom end;
      new.created_by := case tg_op when 'INSERT' then auth.uid() else old.created_by end;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_badges__stamp() is 'A badge created in the console is a custom one, by that admin. Its colour is stored in lower case.';

create function private.tg_user_badges__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_badge constant public.user_badges := case tg_op when 'DELETE' then old else new end;
  begin
    perform private.audit_member(
      case tg_op when 'DELETE' then 'remove_badge' else 'award_badge' end,
      v_badge.user_id,
      jsonb_build_object('badge', (select b.name from public.badges as b where b.id = v_badge.badge_id)));
    return null;
  end
  $function$;
comment on function private.tg_user_badges__audit() is 'Records badges awarded and withdrawn.';

create function private.tg_user_badges__count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform from public.profiles as p
      where p.id in (select c.user_id from changed as c)
      order by p.id
      for no key update;
    update public.profiles as p set badge_count = p.badge_count + v_step * s.badges
      from (select c.user_id, count(*) as badges from changed as c group by c.user_id) as s
      where p.id = s.user_id;
    return null;
  end
  $function$;
comment on function private.tg_user_badges__count() is 'Keeps profiles.badge_count.';

create function private.tg_user_badges__require_both()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not exists (select from public.badges as b where b.id = new.badge_id) then
      raise exception 'Badge not found' using errcode = 'BD001';
    end if;
    if not exists (select from public.profiles as p where p.id = new.user_id) then
      raise exception 'member not found' using errcode = 'BD002';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_user_badges__require_both() is 'An award names an existing badge (BD001) and an existing member (BD002).';

create function private.tg_user_badges__stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      new.awarded_by := auth.uid();
      new.awarded_at := now();
    end if;
    return new;
  end
  $function$;
comment on function private.tg_user_badges__stamp() is 'An award is by the admin who sends it, now.';
