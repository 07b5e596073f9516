-- Safe retries for what admins create in the console: the same draft sent twice is one game, one info card, one video,
-- and one award of a badge.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.games
  add column request_id uuid,
  add constraint games_request_elsewhere check (request_id is null);
comment on column public.games.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

alter table public.info_cards
  add column request_id uuid,
  add constraint info_cards_request_elsewhere check (request_id is null);
comment on column public.info_cards.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

alter table public.live_videos
  add column request_id uuid,
  add constraint live_videos_request_elsewhere check (request_id is null);
comment on column public.live_videos.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

alter table public.user_badges
  add column request_id uuid,
  add constraint user_badges_request_elsewhere check (request_id is null);
comment on column public.user_badges.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _020_file_request
  before insert on public.games
  for each row execute function private.tg__file_request();
create trigger _020_file_request
  before insert on public.info_cards
  for each row execute function private.tg__file_request();
create trigger _020_file_request
  before insert on public.live_videos
  for each row execute function private.tg__file_request();
create trigger _020_file_request
  before insert on public.user_badges
  for each row execute function private.tg__file_request();

-- Grants ---------------------------------------------------------------------------------------------------

grant insert (request_id) on public.games, public.info_cards, public.live_videos, public.user_badges to authenticated;
