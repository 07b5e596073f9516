-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.info_cards (
  id uuid not null default gen_random_uuid(),
  title text collate private.reading_order not null,
  description text not null default ''::text,
  image_url text,
  cta_text text,
  cta_url text,
  placement text not null default 'home'::text,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request_id uuid,
  constraint info_cards_pkey PRIMARY KEY (id),
  constraint info_cards_cta_link CHECK (private.is_web_link(cta_url) AND char_length(cta_url) <= 2048),
  constraint info_cards_cta_text_length CHECK (char_length(cta_text) <= 50 AND private.is_plain_text(cta_text)),
  constraint info_cards_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND end_date >= '2000-01-01 00:00:00+00'::timestamp with time zone AND end_date < '2200-01-01 00:00:00+00'::timestamp with time zone AND start_date >= '2000-01-01 00:00:00+00'::timestamp with time zone AND start_date < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint info_cards_dates_finite CHECK (isfinite(start_date) AND isfinite(end_date)),
  constraint info_cards_dates_order CHECK (end_date > start_date),
  constraint info_cards_description_length CHECK (char_length(description) <= 500),
  constraint info_cards_description_plain CHECK (private.is_plain_text(description, true)),
  constraint info_cards_image_link CHECK (private.is_web_link(image_url) AND char_length(image_url) <= 2048),
  constraint info_cards_placement_known CHECK (placement = ANY (ARRAY['newsfeed'::text, 'games'::text, 'home'::text])),
  constraint info_cards_request_elsewhere CHECK (request_id IS NULL),
  constraint info_cards_title_length CHECK (char_length(title) <= 100),
  constraint info_cards_title_plain CHECK (private.is_plain_text(title)),
  constraint info_cards_title_visible CHECK (private.has_text(title))
);
comment on table public.info_cards is 'Shown while is_active and between the dates, newest first.';
comment on column public.info_cards.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX info_cards_shown ON public.info_cards USING btree (placement, created_at DESC) WHERE is_active;

alter table public.info_cards enable row level security;

grant select on public.info_cards to anon;
grant select, delete on public.info_cards to authenticated;
grant select, insert, update, delete on public.info_cards to service_role;
grant insert (title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active, request_id) on public.info_cards to authenticated;
grant update (title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active, updated_at) on public.info_cards to authenticated;

create policy delete_admin on public.info_cards
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.info_cards is 'Admins delete cards.';
create policy insert_admin on public.info_cards
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.info_cards is 'Admins create cards.';
create policy select_shown on public.info_cards
  for select to anon
  using (is_active AND start_date <= now() AND end_date >= now());
comment on policy select_shown on public.info_cards is 'Guests see what is shown now.';
create policy select_shown_or_admin on public.info_cards
  for select to authenticated
  using (is_active AND start_date <= now() AND end_date >= now() OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_shown_or_admin on public.info_cards is 'Members see what is shown now, admins all cards.';
create policy update_admin on public.info_cards
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.info_cards is 'Admins switch cards on and off.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.info_cards FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.info_cards FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.info_cards FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_picture_address BEFORE INSERT OR UPDATE OF image_url ON public.info_cards FOR EACH ROW EXECUTE FUNCTION private.tg__picture_address();
CREATE TRIGGER _200_tidy BEFORE INSERT OR UPDATE ON public.info_cards FOR EACH ROW EXECUTE FUNCTION private.tg__tidy();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.info_cards FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url ON public.info_cards FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url');
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF image_url ON public.info_cards FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url');
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.info_cards FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('card', 'card', 'title', 'title,placement,is_active,start_date,end_date', '');
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.info_cards REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('cards', 'is_active and start_date <= now() and end_date >= now()');
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.info_cards REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('cards', 'is_active and start_date <= now() and end_date >= now()');
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.info_cards REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('cards', 'is_active and start_date <= now() and end_date >= now()');
CREATE TRIGGER _920_note_soon_insert AFTER INSERT ON public.info_cards REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_info_cards__note_soon();
CREATE TRIGGER _920_note_soon_update AFTER UPDATE ON public.info_cards REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_info_cards__note_soon();

create function private.next_card_change()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select ceil(extract(epoch from min(m.at) - now()) * 1000)
      from (
        select c.start_date as at from public.info_cards as c where c.is_active
        union all
        select c.end_date from public.info_cards as c where c.is_active
      ) as m
      where m.at >= now() and m.at <= now() + interval '10 minutes'
    );
  end
  $function$;
comment on function private.next_card_change() is 'Milliseconds until an active card next begins or ends; null if that is more than 10 minutes away, so that callers learn of a future card only that something will change soon.';

grant execute on function private.next_card_change() to anon, authenticated, service_role;

create function private.tg_info_cards__note_soon()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (
      select from new_rows as r cross join lateral (values (r.start_date), (r.end_date)) as m (at)
      where r.is_active and m.at >= now() and m.at <= now() + interval '10 minutes'
    ) then
      insert into private.live_pending (topic, kind) values ('cards', 'soon');
    end if;
    return null;
  end
  $function$;
comment on function private.tg_info_cards__note_soon() is 'Announces, without an ID, that a card begins or ends within 10 minutes: open pages then ask next_card_change again.';

create function public.next_card_change()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.next_card_change() $function$;
comment on function public.next_card_change() is 'Milliseconds until an info card begins or ends, within the next 10 minutes; otherwise null.';

grant execute on function public.next_card_change() to anon, authenticated, service_role;
