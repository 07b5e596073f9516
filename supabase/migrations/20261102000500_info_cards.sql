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
  constraint info_cards_dates_order check (end_date > start_date)
);

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
comment on policy insert_admin on public.info_cards is 'Admins make cards.';

create policy update_admin on public.info_cards
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.info_cards is 'Admins switch cards on and off.';

create policy delete_admin on public.info_cards
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.info_cards is 'Admins delete cards.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.info_cards from anon, authenticated, service_role;
grant select on public.info_cards to anon;
grant select, insert, update, delete on public.info_cards to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_info_cards__tidy() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.description := coalesce(new.description, '');
    new.image_url := nullif(btrim(new.image_url), '');
    new.cta_text := nullif(btrim(new.cta_text), '');
    new.cta_url := nullif(btrim(new.cta_url), '');
    return new;
  end
  $$;
comment on function private.tg_info_cards__tidy() is 'Blank links and texts are none.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.info_cards
  for each row execute function private.tg__stamp_created_at();
create trigger _200_tidy
  before insert or update on public.info_cards
  for each row execute function private.tg_info_cards__tidy();

revoke execute on function private.tg_info_cards__tidy() from public, anon, authenticated, service_role;

comment on table public.info_cards is 'Shown while is_active and between the dates, newest first.';

alter publication supabase_realtime add table public.info_cards;
