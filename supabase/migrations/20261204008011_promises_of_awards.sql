-- An award was only a reference to its item: an admin could change what was won after the game, and take an award back, and the
-- winner learned nothing of either.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.prize_awards add column promised_title text collate private.reading_order not null default '';
alter table public.prize_awards add column promised_description text not null default '';
alter table public.prize_awards add column promised_retail_value numeric(9, 2);
comment on column public.prize_awards.promised_title is
  'Title, description and retail value of the item when it was awarded. A later change of the item leaves them.';

update public.prize_awards as a
  set promised_title = i.title, promised_description = i.description, promised_retail_value = i.retail_value
  from public.prize_items as i where i.id = a.item_id;

alter table private.notification_kinds drop constraint notification_kinds_subject_known;
alter table private.notification_kinds add constraint notification_kinds_subject_known check (subject in (
  'post', 'game', 'member', 'badge', 'award', 'removal', 'referral', 'video', 'item', 'report', 'self'
));

-- Functions: what was promised -----------------------------------------------------------------------------

create function private.tg_prize_awards__keep_promise() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The item's row is locked: its unit has been taken.
    select i.title, i.description, i.retail_value
      into new.promised_title, new.promised_description, new.promised_retail_value
      from public.prize_items as i where i.id = new.item_id;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__keep_promise() is
  'An award keeps title, description and retail value of its item as they are at that moment.';

create or replace function private.tg_prize_items__correct() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_prize_items__correct() is
  'A correction keeps what was promised: the points of an awarded item stay (PZ001), its retail value is not lowered (PZ014), '
  'and the stock follows the quantity, which is never below the number awarded (PZ002, with that number as its detail). While '
  'games with entries run for the package, points and value do not fall and the stock does not fall below one for each (PZ011).';

-- Functions: what winners are notified of ------------------------------------------------------------------

create function private.tg_prize_items__tell_winners() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify('prize_changed', a.user_id, a.id, a.id, null)
      from (
        select w.id, w.user_id
        from public.prize_awards as w
        where w.item_id = new.id and w.user_id is not null and w.user_id is distinct from auth.uid()
          and case w.status when 'claimed' then w.fulfilled_at is null else now() < w.claim_deadline end
        order by w.id
      ) as a;
    return null;
  end
  $$;
comment on function private.tg_prize_items__tell_winners() is
  'Notifies winners who can still claim an item, or wait for it, that it is described in another way.';

create or replace function private.tg_prize_awards__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_award constant public.prize_awards := case tg_op when 'DELETE' then old else new end;
    v_what constant jsonb := jsonb_build_object('award_id', v_award.id, 'prize', v_award.promised_title);
    v_plain constant text[] := array['status', 'claim_deadline', 'fulfillment_status', 'carrier', 'tracking_number'];
    v_details jsonb;
  begin
    if tg_op <> 'UPDATE' then
      perform private.audit_member(
        case tg_op when 'INSERT' then 'assign_prize' else 'remove_prize' end, v_award.user_id, v_what);
      -- The entry has the title that the winner read, and outlives the award.
      if tg_op = 'DELETE' and v_award.user_id is distinct from auth.uid() then
        perform private.notify('prize_removed', v_award.user_id, l.id, l.id, null)
          from private.audit_log as l
          where l.subject_id = v_award.user_id and l.created_at = now() and l.action = 'remove_prize'
            and l.details ->> 'award_id' = v_award.id::text;
      end if;
      return null;
    end if;
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), v_plain, private.columns_but(to_jsonb(new),
      v_plain || array['user_id', 'item_id', 'awarded_at', 'claimed_at', 'fulfilled_at', 'fulfillment_date', 'admin_notes']));
    -- A claim is the winner's own action, also if the winner is an admin.
    if v_details is null or (new.status = 'claimed' and old.status <> 'claimed') then
      return null;
    end if;
    -- Admins' notes are stored first, so that one save is one entry.
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
  'Records prizes assigned and withdrawn, by their titles when they were awarded, and what an admin changed about the '
  'delivery: status, carrier and tracking number, of notes only that they changed. Notifies the winner of a withdrawn prize.';

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found or (v_reader.audience = 'admins' and (not v_reader.is_admin or v_reader.is_suspended)) then
      return false;
    end if;
    -- In the app a session that does not act as an admin's reads nothing for admins. What is sent goes to the person.
    if v_reader.audience = 'admins' and p_reader_id = auth.uid() and not private.is_admin() then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement'))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'removal' then exists (
        select from private.audit_log as l
        where l.id = p_subject_id and l.action = 'remove_prize' and l.subject_id = p_reader_id)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.describe_notification(
  p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid,
  out title text, out excerpt text, out path text, out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_subject constant text := (select k.subject from private.notification_kinds as k where k.name = p_kind);
    v_comment_id uuid;
  begin
    details := '{}';
    case v_subject
      when 'post' then
        select private.excerpt(p.content), '/newsfeed/' || p.id, jsonb_build_object('image_url', p.image_url)
          into title, path, details
          from public.newsfeed_posts as p where p.id = p_subject_id;
        if p_kind in ('comment', 'reply') then
          select private.excerpt(m.content), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              join public.newsfeed_comments as m on m.id = c.cause_id
              join public.profiles as a on a.id = m.user_id and not a.is_suspended
            where c.notification_id = p_id and m.hidden_at is null and not private.is_muted_by(p_reader_id, m.user_id)
            order by c.created_at desc, c.cause_id
            limit 1;
        elsif p_kind = 'mention' then
          select private.excerpt(coalesce(m.content, p.content)), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              left join public.newsfeed_comments as m on m.id = c.cause_id
              left join public.newsfeed_posts as p on p.id = c.cause_id
            where c.notification_id = p_id;
        end if;
        path := path || coalesce('#comment-' || v_comment_id, '');
      when 'game' then
        select g.title,
            case p_kind
              -- The search finds the row with the game's actions, which may not be on the first page of the list.
              when 'game_to_settle' then '/admin/games?q=' || private.path_part(g.title) || '&entries=' || g.id
              else '/games/' || g.id
            end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url) || case
              when p_kind in ('game_won', 'game_settled') then private.own_result(g.id, p_reader_id)
              else '{}'
            end
          into title, path, details
          from public.games as g where g.id = p_subject_id;
      when 'member' then
        select p.username, '/members/' || private.path_part(p.username) into title, path from public.profiles as p where p.id = p_subject_id;
        if p_kind = 'gift' then
          select g.message, jsonb_build_object('points', g.points) into excerpt, details
            from private.notification_causes as c join public.point_gifts as g on g.id = c.cause_id
            where c.notification_id = p_id;
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        -- As it was promised: a later change of the item does not change what was won.
        select a.promised_title,
            case when p_kind = 'claim_made' then '/admin/claims?claim=' else '/prizes/claim/' end || a.id,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a where a.id = p_subject_id;
      when 'removal' then
        select l.details ->> 'prize', '/dashboard' into title, path from private.audit_log as l where l.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile#referral' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes?package=' || i.package_id || '&item=' || i.id, jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        if p_kind = 'report_decided' then
          select r.* into title, excerpt, path, details from private.describe_report(p_subject_id, p_reader_id) as r;
        else
          select w.* into path, details from private.describe_warned(p_subject_id, p_reader_id) as w;
          excerpt := (select c.reason from private.report_cases as c where c.id = p_subject_id);
        end if;
      else
        path := '/newsfeed';
    end case;
  end
  $$;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _315_keep_promise
  before insert on public.prize_awards
  for each row execute function private.tg_prize_awards__keep_promise();

create trigger _520_tell_winners
  after update on public.prize_items
  for each row when (
    old.title is distinct from new.title or old.description is distinct from new.description
    or old.image_url is distinct from new.image_url or old.retail_value is distinct from new.retail_value
  ) execute function private.tg_prize_items__tell_winners();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_prize_awards__keep_promise(), private.tg_prize_items__tell_winners()
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('prize_changed', 'prizes', 'member', 'award', true),
  ('prize_removed', 'prizes', 'member', 'removal', true);
