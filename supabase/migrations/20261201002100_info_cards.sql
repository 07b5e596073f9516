-- Info cards: the carousel on the landing page, the newsfeed and the games page.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.info_cards (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  image_url text,
  cta_text text,
  cta_url text,
  placement text not null default 'home',
  start_date timestamptz not null,
  end_date timestamptz not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint info_cards_title_visible check (private.has_text(title)),
  constraint info_cards_title_length check (char_length(title) <= 100),
  constraint info_cards_title_plain check (private.is_plain_text(title)),
  constraint info_cards_description_length check (char_length(description) <= 500),
  constraint info_cards_description_plain check (private.is_plain_text(description, true)),
  constraint info_cards_image_link check (private.is_web_link(image_url) and char_length(image_url) <= 2048),
  constraint info_cards_cta_text_length check (char_length(cta_text) <= 50 and private.is_plain_text(cta_text)),
  constraint info_cards_cta_link check (private.is_web_link(cta_url) and char_length(cta_url) <= 2048),
  constraint info_cards_placement_known check (placement in ('newsfeed', 'games', 'home')),
  constraint info_cards_dates_finite check (isfinite(start_date) and isfinite(end_date)),
  constraint info_cards_dates_order check (end_date > start_date),
  constraint info_cards_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and end_date >= '2000-01-01 00:00:00+00' and end_date < '2200-01-01 00:00:00+00'
    and start_date >= '2000-01-01 00:00:00+00' and start_date < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.info_cards is 'Shown while is_active and between the dates, newest first.';

-- Indexes --------------------------------------------------------------------------------------------------

create index info_cards_shown on public.info_cards (placement, created_at desc) where is_active;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.info_cards enable row level security;

create policy select_shown on public.info_cards
  for select to anon
  using (is_active and start_date <= now() and end_date >= now());
comment on policy select_shown on public.info_cards is 'Guests see what is shown now.';

create policy select_shown_or_admin on public.info_cards
  for select to authenticated
  using ((is_active and start_date <= now() and end_date >= now()) or (select private.is_admin()));
comment on policy select_shown_or_admin on public.info_cards is 'Members see what is shown now, admins all cards.';

create policy insert_admin on public.info_cards
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.info_cards is 'Admins create cards.';

create policy update_admin on public.info_cards
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.info_cards is 'Admins switch cards on and off.';

create policy delete_admin on public.info_cards
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.info_cards is 'Admins delete cards.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.next_card_change() returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.next_card_change() is
  'Milliseconds until an active card next begins or ends; null if that is more than 10 minutes away, so that nobody '
  'learns more about a future card than that something will change soon.';

create function public.next_card_change() returns integer
  language sql stable set search_path = ''
  as $$ select private.next_card_change() $$;
comment on function public.next_card_change() is
  'Milliseconds until an info card begins or ends, within the next 10 minutes; otherwise null.';

create function private.tg_info_cards__note_soon() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (
      select from new_rows as r cross join lateral (values (r.start_date), (r.end_date)) as m (at)
      where r.is_active and m.at >= now() and m.at <= now() + interval '10 minutes'
    ) then
      insert into private.live_pending (topic, kind) values ('cards', 'soon');
    end if;
    return null;
  end
  $$;
comment on function private.tg_info_cards__note_soon() is
  'Announces, without an ID, that a card begins or ends within 10 minutes: open pages then ask next_card_change again.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.info_cards
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.info_cards
  for each row execute function private.tg__stamp_created_at();
create trigger _190_picture_address
  before insert or update of image_url on public.info_cards
  for each row execute function private.tg__picture_address();
create trigger _200_tidy
  before insert or update on public.info_cards
  for each row execute function private.tg__tidy();
create trigger _400_stamp_updated_at
  before insert or update on public.info_cards
  for each row execute function private.tg__stamp_updated_at();
create trigger _490_require_files
  after insert or update of image_url on public.info_cards
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url');
create trigger _500_unname_files
  after update of image_url or delete on public.info_cards
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url');
create trigger _600_audit
  after insert or update or delete on public.info_cards
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'card', 'card', 'title', 'title,placement,is_active,start_date,end_date', '');

create trigger _920_note_soon_insert
  after insert on public.info_cards
  referencing new table as new_rows
  for each statement execute function private.tg_info_cards__note_soon();
create trigger _920_note_soon_update
  after update on public.info_cards
  referencing new table as new_rows
  for each statement execute function private.tg_info_cards__note_soon();

select private.announce('public.info_cards', 'cards', 'is_active and start_date <= now() and end_date >= now()');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.info_cards from anon, authenticated, service_role;
grant select on public.info_cards to anon;
grant select, delete on public.info_cards to authenticated;
grant
  insert (title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active),
  update (title, description, image_url, cta_text, cta_url, placement, start_date, end_date, is_active, updated_at)
  on public.info_cards to authenticated;
grant select, insert, update, delete on public.info_cards to service_role;

revoke execute on function
  private.tg_info_cards__note_soon(),
  private.next_card_change(),
  public.next_card_change()
  from public, anon, authenticated, service_role;
grant execute on function private.next_card_change(), public.next_card_change() to anon, authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.info_cards;
