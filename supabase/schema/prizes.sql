-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.prize_award_notes (
  id uuid not null default gen_random_uuid(),
  award_id uuid not null,
  admin_notes text not null,
  updated_at timestamp with time zone not null default now(),
  constraint prize_award_notes_pkey PRIMARY KEY (id),
  constraint prize_award_notes_one_per_award UNIQUE (award_id),
  constraint prize_award_notes_award_id_fkey FOREIGN KEY (award_id) REFERENCES public.prize_awards(id) ON DELETE CASCADE,
  constraint prize_award_notes_dates_bounds CHECK (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint prize_award_notes_plain CHECK (private.is_plain_text(admin_notes, true) AND char_length(admin_notes) <= 2000)
);
comment on table public.prize_award_notes is 'admin_notes of an award, in a table of their own because column privileges cannot distinguish admins from members.';

alter table public.prize_award_notes enable row level security;

grant select on public.prize_award_notes to authenticated, service_role;

create policy select_admin on public.prize_award_notes
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy select_admin on public.prize_award_notes is 'Notes that admins write for one another.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.prize_award_notes FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.prize_award_notes FOR EACH ROW WHEN (private.is_api_request()) EXECUTE FUNCTION private.tg_prize_award_notes__audit();

create table public.prize_awards (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  item_id uuid not null,
  status text not null default 'assigned'::text,
  claim_deadline timestamp with time zone not null default (now() + '30 days'::interval),
  terms_accepted boolean not null default false,
  shipping_method text,
  shipping_details jsonb,
  shipping_address_id uuid,
  carrier text,
  tracking_number text,
  fulfillment_status text,
  fulfillment_date timestamp with time zone,
  fulfillment_notes text,
  admin_notes text,
  notes text,
  awarded_at timestamp with time zone not null default now(),
  claimed_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  promised_title text collate private.reading_order not null default ''::text,
  promised_description text not null default ''::text,
  promised_retail_value numeric(9,2),
  points_paid integer,
  redemption_id uuid,
  constraint prize_awards_pkey PRIMARY KEY (id),
  constraint prize_awards_item_id_fkey FOREIGN KEY (item_id) REFERENCES public.prize_items(id) ON DELETE RESTRICT,
  constraint prize_awards_shipping_address_id_fkey FOREIGN KEY (shipping_address_id) REFERENCES public.shipping_addresses(id) ON DELETE SET NULL,
  constraint prize_awards_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint prize_awards_admin_notes_elsewhere CHECK (admin_notes IS NULL),
  constraint prize_awards_carrier_plain CHECK (private.is_plain_text(carrier) AND char_length(carrier) <= 60),
  constraint prize_awards_claimed CHECK (status <> 'claimed'::text OR terms_accepted AND claimed_at IS NOT NULL),
  constraint prize_awards_dates_bounds CHECK (awarded_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND awarded_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND claim_deadline >= '2000-01-01 00:00:00+00'::timestamp with time zone AND claim_deadline < '2200-01-01 00:00:00+00'::timestamp with time zone AND claimed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND claimed_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND fulfilled_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND fulfilled_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND fulfillment_date >= '2000-01-01 00:00:00+00'::timestamp with time zone AND fulfillment_date < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint prize_awards_deadline_finite CHECK (isfinite(claim_deadline)),
  constraint prize_awards_details_size CHECK (octet_length(shipping_details::text) <= 4000),
  constraint prize_awards_fulfillment_known CHECK (fulfillment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'closed'::text])),
  constraint prize_awards_fulfillment_notes_plain CHECK (private.is_plain_text(fulfillment_notes, true) AND char_length(fulfillment_notes) <= 2000),
  constraint prize_awards_method_known CHECK (shipping_method = ANY (ARRAY['standard'::text, 'express'::text])),
  constraint prize_awards_notes_plain CHECK (private.is_plain_text(notes, true) AND char_length(notes) <= 2000),
  constraint prize_awards_paid_range CHECK (points_paid >= 0 AND points_paid <= 1000000),
  constraint prize_awards_paid_redemption CHECK ((points_paid IS NULL) = (redemption_id IS NULL)),
  constraint prize_awards_status_known CHECK (status = ANY (ARRAY['assigned'::text, 'pending'::text, 'claimed'::text])),
  constraint prize_awards_tracking_plain CHECK (private.is_plain_text(tracking_number) AND char_length(tracking_number) <= 100)
);
comment on table public.prize_awards is 'One item won by one member, from assignment to delivery.';
comment on column public.prize_awards.user_id is 'The winner; null if a member with claimed prizes was deleted. Address, tracking number and notes are deleted with the member.';
comment on column public.prize_awards.shipping_details is 'The address at the time of the claim.';
comment on column public.prize_awards.carrier is 'The carrier of the parcel, as the sender entered it. Deleted with the winner.';
comment on column public.prize_awards.admin_notes is 'Admins write it like any column; it is stored in prize_award_notes and always null here, because winners read this row.';
comment on column public.prize_awards.fulfilled_at is 'When the prize was delivered or closed; null before.';
comment on column public.prize_awards.promised_title is 'Title, description and retail value of the item when it was awarded. A later change of the item leaves them.';
comment on column public.prize_awards.points_paid is 'The points that the member gave for it; null for a prize that was won. The items of a package share its price.';
comment on column public.prize_awards.redemption_id is 'The same for all items of a package that were got together for points; null for a prize that was won.';

CREATE INDEX prize_awards_address ON public.prize_awards USING btree (shipping_address_id);
CREATE INDEX prize_awards_addressed ON public.prize_awards USING btree (fulfilled_at) WHERE ((shipping_details IS NOT NULL) AND (fulfilled_at IS NOT NULL));
CREATE INDEX prize_awards_item ON public.prize_awards USING btree (item_id, awarded_at DESC);
CREATE INDEX prize_awards_newest ON public.prize_awards USING btree (awarded_at DESC);
CREATE INDEX prize_awards_open ON public.prize_awards USING btree (claim_deadline) WHERE (status <> 'claimed'::text);
CREATE INDEX prize_awards_redemption ON public.prize_awards USING btree (redemption_id) WHERE (redemption_id IS NOT NULL);
CREATE INDEX prize_awards_to_send ON public.prize_awards USING btree (claimed_at, id) WHERE ((status = 'claimed'::text) AND (COALESCE(fulfillment_status, 'pending'::text) = ANY (ARRAY['pending'::text, 'processing'::text])));
CREATE INDEX prize_awards_user ON public.prize_awards USING btree (user_id, status, claim_deadline);

alter table public.prize_awards enable row level security;

grant select, delete on public.prize_awards to authenticated;
grant select, insert, update, delete on public.prize_awards to service_role;
grant insert (user_id, item_id, status, claim_deadline, notes) on public.prize_awards to authenticated;
grant update (status, claim_deadline, terms_accepted, shipping_method, shipping_details, shipping_address_id, carrier, tracking_number, fulfillment_status, fulfillment_date, fulfillment_notes, admin_notes, notes, updated_at) on public.prize_awards to authenticated;

create policy delete_admin on public.prize_awards
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin) AND status <> 'claimed'::text AND points_paid IS NULL);
comment on policy delete_admin on public.prize_awards is 'Admins withdraw awards that have not been claimed. One that was paid for is cancelled by cancel_reward.';
create policy insert_admin on public.prize_awards
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin) AND status = 'assigned'::text);
comment on policy insert_admin on public.prize_awards is 'Admins assign prizes.';
create policy select_own_or_admin on public.prize_awards
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_own_or_admin on public.prize_awards is 'Winners see their own awards, admins all.';
create policy update_own_or_admin on public.prize_awards
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin))
  with check (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy update_own_or_admin on public.prize_awards is 'Winners claim, admins send; a trigger decides which columns may change, and when.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.prize_awards FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _060_by_admins BEFORE INSERT ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__by_admins();
CREATE TRIGGER _300_guard BEFORE UPDATE ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__guard();
CREATE TRIGGER _300_lock_payer BEFORE DELETE ON public.prize_awards FOR EACH ROW WHEN (old.points_paid > 0 AND old.user_id IS NOT NULL) EXECUTE FUNCTION private.tg_prize_awards__lock_payer();
CREATE TRIGGER _305_bound_deadline BEFORE UPDATE OF claim_deadline ON public.prize_awards FOR EACH ROW WHEN (old.points_paid IS NOT NULL AND new.claim_deadline IS DISTINCT FROM old.claim_deadline) EXECUTE FUNCTION private.tg_prize_awards__bound_deadline();
CREATE TRIGGER _305_send_after_claim BEFORE UPDATE OF fulfillment_status ON public.prize_awards FOR EACH ROW WHEN (new.fulfillment_status IS DISTINCT FROM old.fulfillment_status) EXECUTE FUNCTION private.tg_prize_awards__send_after_claim();
CREATE TRIGGER _305_stay_sent BEFORE UPDATE OF fulfillment_status ON public.prize_awards FOR EACH ROW WHEN (old.points_paid IS NOT NULL AND (old.fulfillment_status = ANY (ARRAY['shipped'::text, 'delivered'::text, 'closed'::text])) AND (COALESCE(new.fulfillment_status, 'pending'::text) <> ALL (ARRAY['shipped'::text, 'delivered'::text, 'closed'::text]))) EXECUTE FUNCTION private.tg_prize_awards__stay_sent();
CREATE TRIGGER _306_ship_things BEFORE INSERT OR UPDATE OF fulfillment_status ON public.prize_awards FOR EACH ROW WHEN (new.fulfillment_status = 'shipped'::text) EXECUTE FUNCTION private.tg_prize_awards__ship_things();
CREATE TRIGGER _310_claim BEFORE UPDATE OF status ON public.prize_awards FOR EACH ROW WHEN (new.status = 'claimed'::text AND old.status <> 'claimed'::text) EXECUTE FUNCTION private.tg_prize_awards__claim();
CREATE TRIGGER _310_take_stock BEFORE INSERT ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__take_stock();
CREATE TRIGGER _315_close_points BEFORE UPDATE OF status ON public.prize_awards FOR EACH ROW WHEN (new.status = 'claimed'::text AND old.status <> 'claimed'::text) EXECUTE FUNCTION private.tg_prize_awards__close_points();
CREATE TRIGGER _315_keep_promise BEFORE INSERT ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__keep_promise();
CREATE TRIGGER _320_fulfillment_date BEFORE UPDATE OF fulfillment_status, fulfillment_date ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__fulfillment_date();
CREATE TRIGGER _325_fulfilled_at BEFORE INSERT OR UPDATE OF fulfillment_status, fulfilled_at ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__fulfilled_at();
CREATE TRIGGER _330_file_notes BEFORE UPDATE OF admin_notes ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__file_notes();
CREATE TRIGGER _350_require_parties BEFORE INSERT ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg__require_parties('user_id');
CREATE TRIGGER _360_forget_carrier BEFORE UPDATE OF user_id ON public.prize_awards FOR EACH ROW WHEN (new.user_id IS NULL AND new.carrier IS NOT NULL) EXECUTE FUNCTION private.tg_prize_awards__forget_carrier();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _490_refund AFTER DELETE ON public.prize_awards FOR EACH ROW WHEN (old.points_paid > 0 AND old.user_id IS NOT NULL AND (old.status <> 'claimed'::text OR (COALESCE(old.fulfillment_status, 'pending'::text) = ANY (ARRAY['pending'::text, 'processing'::text])))) EXECUTE FUNCTION private.tg_prize_awards__refund();
CREATE TRIGGER _500_credit AFTER UPDATE OF status ON public.prize_awards FOR EACH ROW WHEN (new.status = 'claimed'::text AND old.status <> 'claimed'::text) EXECUTE FUNCTION private.tg_prize_awards__credit();
CREATE TRIGGER _500_return_stock AFTER DELETE ON public.prize_awards FOR EACH ROW WHEN (old.status <> 'claimed'::text OR old.points_paid IS NOT NULL AND (COALESCE(old.fulfillment_status, 'pending'::text) = ANY (ARRAY['pending'::text, 'processing'::text]))) EXECUTE FUNCTION private.tg_prize_awards__return_stock();
CREATE TRIGGER _510_post_awards AFTER INSERT ON public.prize_awards REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg_prize_awards__post_awards();
CREATE TRIGGER _510_unpost_award AFTER DELETE ON public.prize_awards FOR EACH ROW WHEN (old.user_id IS NOT NULL) EXECUTE FUNCTION private.tg_prize_awards__unpost_award();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.prize_awards FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_prize_awards__audit();
CREATE TRIGGER _700_notify AFTER INSERT OR UPDATE OF status, claim_deadline, fulfillment_status ON public.prize_awards FOR EACH ROW EXECUTE FUNCTION private.tg_prize_awards__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.prize_awards REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.prize_awards REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'prizes');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.prize_awards REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'prizes');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.prize_awards REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'prizes');

create table public.prize_items (
  id uuid not null default gen_random_uuid(),
  package_id uuid not null,
  title text collate private.reading_order not null,
  description text not null default ''::text,
  type text not null default 'points'::text,
  points_value integer,
  quantity integer not null default 1,
  remaining_quantity integer not null default 0,
  image_url text,
  retail_value numeric(9,2),
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint prize_items_pkey PRIMARY KEY (id),
  constraint prize_items_package_id_fkey FOREIGN KEY (package_id) REFERENCES public.prize_packages(id) ON DELETE CASCADE,
  constraint prize_items_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint prize_items_description_length CHECK (char_length(description) <= 2000),
  constraint prize_items_description_plain CHECK (private.is_plain_text(description, true)),
  constraint prize_items_image_link CHECK (private.is_web_link(image_url) AND char_length(image_url) <= 2048),
  constraint prize_items_points_for_points_only CHECK (
CASE type
    WHEN 'points'::text THEN points_value IS NOT NULL
    ELSE points_value IS NULL
END),
  constraint prize_items_points_range CHECK (points_value >= 0 AND points_value <= 1000000),
  constraint prize_items_quantity_range CHECK (quantity >= 1 AND quantity <= 1000000),
  constraint prize_items_remaining_range CHECK (remaining_quantity >= 0 AND remaining_quantity <= quantity),
  constraint prize_items_request_elsewhere CHECK (request_id IS NULL),
  constraint prize_items_retail_value_of_things CHECK (type <> 'points'::text OR retail_value IS NULL),
  constraint prize_items_retail_value_range CHECK (retail_value >= 0.01 AND retail_value <= 1000000::numeric),
  constraint prize_items_title_length CHECK (char_length(title) <= 100),
  constraint prize_items_title_plain CHECK (private.is_plain_text(title)),
  constraint prize_items_title_visible CHECK (private.has_text(title)),
  constraint prize_items_type_known CHECK (type = ANY (ARRAY['points'::text, 'physical'::text, 'digital'::text]))
);
comment on table public.prize_items is 'One kind of prize in a package, with its stock.';
comment on column public.prize_items.retail_value is 'The price in a shop, in the currency of the site''s symbol; null if not given.';
comment on column public.prize_items.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX prize_items_package ON public.prize_items USING btree (package_id);

alter table public.prize_items enable row level security;

grant select, delete on public.prize_items to authenticated;
grant select, insert, delete on public.prize_items to service_role;
grant insert (package_id, title, description, type, points_value, quantity, image_url, retail_value, request_id) on public.prize_items to authenticated;
grant update (title, description, points_value, quantity, image_url, retail_value) on public.prize_items to authenticated;
grant update (title, description, points_value, quantity, image_url, retail_value) on public.prize_items to service_role;

create policy delete_admin on public.prize_items
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.prize_items is 'Admins delete items without awards.';
create policy insert_admin on public.prize_items
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.prize_items is 'Admins add items.';
create policy select_own_or_admin on public.prize_items
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin) OR (id IN ( SELECT a.item_id
   FROM public.prize_awards a
  WHERE a.user_id = (( SELECT auth.uid() AS uid)))));
comment on policy select_own_or_admin on public.prize_items is 'Members see the items that they were awarded, admins all.';
create policy update_admin on public.prize_items
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.prize_items is 'Admins correct items.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.prize_items FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_picture_address BEFORE INSERT OR UPDATE OF image_url ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg__picture_address();
CREATE TRIGGER _200_correct BEFORE UPDATE ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg_prize_items__correct();
CREATE TRIGGER _200_fill_stock BEFORE INSERT ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg_prize_items__fill_stock();
CREATE TRIGGER _300_keep_awarded BEFORE DELETE ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg_prizes__keep_awarded();
CREATE TRIGGER _310_fit_price BEFORE INSERT ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg_prize_items__fit_price();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at('remaining_quantity');
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url ON public.prize_items FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url');
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF image_url ON public.prize_items FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url');
CREATE TRIGGER _510_tell_change AFTER UPDATE ON public.prize_items FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description OR old.image_url IS DISTINCT FROM new.image_url OR old.points_value IS DISTINCT FROM new.points_value OR old.retail_value IS DISTINCT FROM new.retail_value) EXECUTE FUNCTION private.tg_prizes__tell_change();
CREATE TRIGGER _510_tell_more AFTER INSERT ON public.prize_items FOR EACH ROW EXECUTE FUNCTION private.tg_prizes__tell_change();
CREATE TRIGGER _520_tell_winners AFTER UPDATE ON public.prize_items FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description OR old.image_url IS DISTINCT FROM new.image_url OR old.retail_value IS DISTINCT FROM new.retail_value) EXECUTE FUNCTION private.tg_prize_items__tell_winners();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.prize_items FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('item', 'item', 'title', 'title,type,quantity,points_value,retail_value', 'remaining_quantity', 'add');
CREATE TRIGGER _700_notify AFTER UPDATE OF remaining_quantity ON public.prize_items FOR EACH ROW WHEN (new.remaining_quantity <= GREATEST(1, new.quantity / 10) AND old.remaining_quantity > GREATEST(1, old.quantity / 10)) EXECUTE FUNCTION private.tg_prize_items__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.prize_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.prize_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_package('package_id');
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.prize_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.prize_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_package('package_id');

create table public.prize_packages (
  id uuid not null default gen_random_uuid(),
  name text collate private.reading_order not null,
  description text not null default ''::text,
  is_active boolean not null default true,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  points_price integer,
  limit_per_member integer default 1,
  constraint prize_packages_pkey PRIMARY KEY (id),
  constraint prize_packages_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint prize_packages_description_length CHECK (char_length(description) <= 2000),
  constraint prize_packages_description_plain CHECK (private.is_plain_text(description, true)),
  constraint prize_packages_limit_range CHECK (limit_per_member >= 1 AND limit_per_member <= 1000),
  constraint prize_packages_name_length CHECK (char_length(name) <= 100),
  constraint prize_packages_name_plain CHECK (private.is_plain_text(name)),
  constraint prize_packages_name_visible CHECK (private.has_text(name)),
  constraint prize_packages_price_range CHECK (points_price >= 1 AND points_price <= 1000000),
  constraint prize_packages_request_elsewhere CHECK (request_id IS NULL)
);
comment on table public.prize_packages is 'What can be won together. total_quantity and remaining_quantity are computed columns.';
comment on column public.prize_packages.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';
comment on column public.prize_packages.points_price is 'What the package costs as a reward, in points; null if it is none.';
comment on column public.prize_packages.limit_per_member is 'How often a member gets the package as a reward in a season; null for as often as they like.';

CREATE INDEX prize_packages_newest ON public.prize_packages USING btree (created_at DESC);

alter table public.prize_packages enable row level security;

grant select, delete on public.prize_packages to authenticated;
grant select, insert, update, delete on public.prize_packages to service_role;
grant insert (name, description, is_active, request_id, points_price, limit_per_member) on public.prize_packages to authenticated;
grant update (name, description, is_active, updated_at, points_price, limit_per_member) on public.prize_packages to authenticated;

create policy delete_admin on public.prize_packages
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.prize_packages is 'Admins delete packages without awards.';
create policy insert_admin on public.prize_packages
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.prize_packages is 'Admins create packages.';
create policy select_active_played_or_admin on public.prize_packages
  for select to authenticated
  using (( SELECT private.is_member() AS is_member) AND (is_active OR ( SELECT private.is_admin() AS is_admin) OR (id IN ( SELECT g.prize_package_id
   FROM public.games g
  WHERE g.status = ANY (ARRAY['active'::text, 'completed'::text])))));
comment on policy select_active_played_or_admin on public.prize_packages is 'Members see what can be won, and what could be won in games that they see.';
create policy update_admin on public.prize_packages
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.prize_packages is 'Admins edit packages.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.prize_packages FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.prize_packages FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.prize_packages FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _110_stamp_updated_at BEFORE INSERT OR UPDATE ON public.prize_packages FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _300_keep_awarded BEFORE DELETE ON public.prize_packages FOR EACH ROW EXECUTE FUNCTION private.tg_prizes__keep_awarded();
CREATE TRIGGER _300_keep_promised BEFORE UPDATE OF is_active ON public.prize_packages FOR EACH ROW WHEN (old.is_active AND NOT new.is_active) EXECUTE FUNCTION private.tg_prize_packages__keep_promised();
CREATE TRIGGER _310_price_things BEFORE INSERT OR UPDATE OF points_price ON public.prize_packages FOR EACH ROW WHEN (new.points_price > 0) EXECUTE FUNCTION private.tg_prize_packages__price_things();
CREATE TRIGGER _510_tell_change AFTER UPDATE OF name, description ON public.prize_packages FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description) EXECUTE FUNCTION private.tg_prizes__tell_change();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.prize_packages FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('package', 'package', 'name', 'name,is_active,points_price,limit_per_member', '');
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.prize_packages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_package('id');
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.prize_packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.prize_packages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_package('id');

create function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamp with time zone)
 RETURNS SETOF public.prize_awards
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_problem text;
    v_missing text;
  begin
    perform private.require_admin();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'member not found' using errcode = 'PZ010';
    end if;
    v_problem := private.assign_package(p_package_id, p_user_id, p_claim_deadline);
    if v_problem is not null then
      case v_problem
        when 'not found' then
          raise exception 'Package not found' using errcode = 'PZ008';
        when 'inactive' then
          raise exception 'This prize package is not active.' using errcode = 'PZ005';
        when 'empty' then
          raise exception 'This prize package has no items.' using errcode = 'PZ009';
        else
          v_missing := substr(v_problem, length('out of stock: ') + 1);
          raise exception 'There is none left of "%".', v_missing using errcode = 'PZ007', detail = v_missing;
      end case;
    end if;
    perform private.audit_member('assign_prize', p_user_id, jsonb_build_object(
      'package', (select p.name from public.prize_packages as p where p.id = p_package_id),
      'claim_deadline', p_claim_deadline));
    return query
      select a.* from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.user_id = p_user_id and i.package_id = p_package_id and a.awarded_at = now();
  end
  $function$;
comment on function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamp with time zone) is 'assign_package for admins; raises the obstacle (PZ005, PZ007 to PZ010).';

grant execute on function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamp with time zone) to authenticated;

create function private.package_units(p_package_id uuid, p_in_stock boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    if not private.is_admin() then
      return null;
    end if;
    return (
      select coalesce(sum(case when p_in_stock then i.remaining_quantity else i.quantity end), 0)
      from public.prize_items as i
      where i.package_id = p_package_id
    );
  end
  $function$;
comment on function private.package_units(p_package_id uuid, p_in_stock boolean) is 'Units of all items of a package, or those that are left, for admins; null for all others.';

grant execute on function private.package_units(p_package_id uuid, p_in_stock boolean) to authenticated;

create function private.tg__note_package()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_packages uuid[];
    v_any boolean;
  begin
    select exists (select from old_rows) into v_any;
    if not v_any then
      return null;
    end if;
    perform private.note_table(tg_table_name);
    if tg_op = 'DELETE' then
      execute format('select array_agg(distinct r.%I) from old_rows as r', tg_argv[0]) into v_packages;
    else
      execute format(
        'select array_agg(distinct n.%I)
         from new_rows as n
           join old_rows as o on o.id = n.id
         where to_jsonb(n) - $1 <> to_jsonb(o) - $1', tg_argv[0])
        into v_packages using array['updated_at', 'quantity', 'remaining_quantity'];
    end if;
    if v_packages is null then
      return null;
    end if;
    perform private.note_rows(
      'games',
      array(
        select g.id from public.games as g
        where g.prize_package_id = any (v_packages) and g.status in ('active', 'completed') limit 501));
    perform private.note_members(
      array(
        select distinct a.user_id
        from public.prize_awards as a
          join public.prize_items as i on i.id = a.item_id
        where i.package_id = any (v_packages)),
      'prizes');
    return null;
  end
  $function$;
comment on function private.tg__note_package() is 'Announces to games that show a package, and to members who won from it, that its texts or its visibility have changed. The argument names the column with the package.';

create function private.tg_prize_awards__post_awards()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select a.user_id, 'won the ' || p.name, 'prize_award', jsonb_build_object('package_name', p.name),
        max(a.awarded_at)
      from added as a
        join public.prize_items as i on i.id = a.item_id
        join public.prize_packages as p on p.id = i.package_id
      where a.points_paid is null
      group by a.user_id, p.id, p.name;
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__post_awards() is 'Posts to the newsfeed, once per package and winner, in the winner''s name. What was got for points is not posted. Definer: members cannot post awards.';

create function private.tg_prize_awards__return_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    update public.prize_items as i set remaining_quantity = least(i.quantity, i.remaining_quantity + 1)
      where i.id = old.item_id;
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__return_stock() is 'An award that is withdrawn before its claim, or was paid for and is cancelled before it was sent, returns its unit.';

create function private.tg_prize_awards__take_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_title text;
    v_is_active boolean;
    v_package_id uuid;
    v_left integer;
  begin
    -- Locks the package so that it cannot become inactive in the meantime, and raises an error if it is.
    select p.is_active, i.title, p.id into v_is_active, v_title, v_package_id
      from public.prize_items as i join public.prize_packages as p on p.id = i.package_id
      where i.id = new.item_id
      for share of p;
    if not found then
      raise exception 'prize item not found' using errcode = '23503';
    end if;
    if private.is_api_request() then
      if not v_is_active then
        raise exception 'This prize package is not active.'
          using errcode = 'PZ005', hint = 'Activate the package before assigning it.';
      end if;
      if new.claim_deadline <= now() then
        raise exception 'The claim deadline must be in the future.' using errcode = 'PZ006';
      end if;
      new.awarded_at := now();
    end if;
    -- One guarded statement: a second transaction waits, checks again and finds nothing left.
    update public.prize_items as i set remaining_quantity = i.remaining_quantity - 1
      where i.id = new.item_id and i.remaining_quantity >= 1
      returning i.remaining_quantity into v_left;
    if not found then
      raise exception 'There is none left of "%".', v_title
        using errcode = 'PZ007', detail = v_title, hint = 'Choose another package or add an item.';
    end if;
    -- A game gives its prize from a trigger of its own; any other award leaves one for each game.
    if private.is_api_request() and pg_trigger_depth() = 1 and v_left < (
      select count(*) from private.games_promising(v_package_id)
    ) then
      raise exception 'What is left of "%" is the prize of a running game that members have entered.', v_title
        using errcode = 'PZ012', detail = v_title, hint = 'Add to its quantity, or complete the game first.';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__take_stock() is 'An award takes one unit: only from an active package (PZ005), with a deadline in the future (PZ006), never below zero (PZ007, with the title of the item as its detail), and never one that the winner of a running game is to get (PZ012, with the same).';

create function private.tg_prize_awards__unpost_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- One post covers all items of a package that were won together.
    delete from public.newsfeed_posts as n
      using public.prize_items as i
        join public.prize_packages as p on p.id = i.package_id
      where i.id = old.item_id
        and n.user_id = old.user_id
        and n.type = 'prize_award'
        and n.created_at = old.awarded_at
        and (
          n.metadata ->> 'package_name' = p.name
          or not exists (
            select from public.newsfeed_posts as o
            where o.user_id = n.user_id and o.type = n.type and o.created_at = n.created_at and o.id <> n.id
          )
        )
        and not exists (
          select from public.prize_awards as a join public.prize_items as j on j.id = a.item_id
          where a.user_id = old.user_id and a.awarded_at = old.awarded_at and j.package_id = i.package_id
        );
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__unpost_award() is 'Withdrawing the last award of a package and moment deletes its post.';

create function private.tg_prize_items__correct()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_awarded constant integer := old.quantity - old.remaining_quantity;
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if new.points_value is distinct from old.points_value
      and exists (select from public.prize_awards as a where a.item_id = old.id)
    then
      raise exception 'This item has been awarded, so its points value can no longer be changed.'
        using errcode = 'PZ001', hint = 'Add another item with the right value.';
    end if;
    if (new.retail_value < old.retail_value or (old.retail_value is not null and new.retail_value is null))
      and exists (select from public.prize_awards as a where a.item_id = old.id)
    then
      raise exception 'This item has been awarded, so its retail value can no longer be lowered.'
        using errcode = 'PZ014', hint = 'Add another item with the right value.';
    end if;
    if new.points_value < old.points_value or (old.points_value is not null and new.points_value is null)
      or new.retail_value < old.retail_value or (old.retail_value is not null and new.retail_value is null)
    then
      perform private.keep_promised(old.package_id);
    end if;
    if new.quantity <> old.quantity and new.remaining_quantity = old.remaining_quantity then
      if new.quantity < v_awarded then
        raise exception 'The quantity cannot be below the % already awarded.', v_awarded
          using errcode = 'PZ002', detail = v_awarded::text;
      end if;
      new.remaining_quantity := new.quantity - v_awarded;
      if new.quantity < old.quantity and new.remaining_quantity < (
        select count(*) from private.games_promising(old.package_id)
      ) then
        perform private.keep_promised(old.package_id);
      end if;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_items__correct() is 'A correction keeps what was promised: the points of an awarded item stay (PZ001), its retail value is not lowered (PZ014), and the stock follows the quantity, which is never below the number awarded (PZ002, with that number as its detail). While games with entries run for the package, points and value do not fall and the stock does not fall below one for each (PZ011).';

create function private.tg_prize_items__fill_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_games integer;
  begin
    select count(*) into v_games from private.games_promising(new.package_id);
    if new.quantity < v_games then
      raise exception 'This package is the prize of % running games, so there must be as many of each item.', v_games
        using errcode = 'PZ013', detail = v_games::text;
    end if;
    new.remaining_quantity := new.quantity;
    new.image_url := nullif(btrim(new.image_url), '');
    new.points_value := case new.type when 'points' then coalesce(new.points_value, 0) end;
    return new;
  end
  $function$;
comment on function private.tg_prize_items__fill_stock() is 'A new item is entirely in stock, with one for each running game with entries that gives the package (PZ013, with their number as its detail); only points items have points.';

create function private.tg_prizes__keep_awarded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_table_name = 'prize_items' then
      if exists (select from public.prize_awards as a where a.item_id = old.id) then
        raise exception 'This item has been awarded and cannot be deleted.'
          using errcode = 'PZ003', hint = 'Make its package inactive instead.';
      end if;
      perform private.keep_promised(old.package_id);
    else
      if exists (
        select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where i.package_id = old.id
      ) then
        raise exception 'This package has awards and cannot be deleted.'
          using errcode = 'PZ004', hint = 'Make it inactive instead.';
      end if;
      perform private.keep_promised(old.id);
    end if;
    return old;
  end
  $function$;
comment on function private.tg_prizes__keep_awarded() is 'An awarded item cannot be deleted (PZ003), and neither can its package (PZ004), nor the prize of a running game with entries (PZ011).';

create function public.assign_prize_package(package_id uuid, user_id uuid, claim_deadline timestamp with time zone DEFAULT (now() + '30 days'::interval))
 RETURNS SETOF public.prize_awards
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select * from private.assign_prize_package(
      assign_prize_package.package_id,
      assign_prize_package.user_id,
      coalesce(assign_prize_package.claim_deadline, now() + interval '30 days')
    )
  $function$;
comment on function public.assign_prize_package(package_id uuid, user_id uuid, claim_deadline timestamp with time zone) is 'Assigns every item of an active package to a member, or nothing at all; returns the awards. Admins only.';

grant execute on function public.assign_prize_package(package_id uuid, user_id uuid, claim_deadline timestamp with time zone) to authenticated;

create function public.remaining_quantity(package public.prize_packages)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if row_security_active('public.prize_items'::regclass) then
      return private.package_units(remaining_quantity.package.id, true);
    end if;
    return (
      select coalesce(sum(i.remaining_quantity), 0)
      from public.prize_items as i where i.package_id = remaining_quantity.package.id
    );
  end
  $function$;
comment on function public.remaining_quantity(package public.prize_packages) is 'Units of all items together still in stock; null for members.';

grant execute on function public.remaining_quantity(package public.prize_packages) to authenticated, service_role;

create function public.total_quantity(package public.prize_packages)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if row_security_active('public.prize_items'::regclass) then
      return private.package_units(total_quantity.package.id, false);
    end if;
    return (
      select coalesce(sum(i.quantity), 0) from public.prize_items as i where i.package_id = total_quantity.package.id
    );
  end
  $function$;
comment on function public.total_quantity(package public.prize_packages) is 'Units of all items together, awarded or not; null for members.';

grant execute on function public.total_quantity(package public.prize_packages) to authenticated, service_role;
