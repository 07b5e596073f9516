-- An admin whose account has an authenticator app has the rights of an admin only in sessions that have taken the second
-- step. The password alone is then worth no more than a member's. The club can require the app of all its admins.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column admins_need_two_steps boolean not null default false;
comment on column public.site_settings.admins_need_two_steps is
  'Whether admins have rights only with an authenticator app. Without the setting only those who have one need it.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.has_second_step() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified');
  end
  $$;
comment on function private.has_second_step() is
  'Whether the caller''s account has a second step of signing in. Definer: nobody else may read the factors.';

create function private.has_taken_steps() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if private.has_second_step() then
      return coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
    end if;
    -- Without a factor the token proves nothing, even if it is of a session that had taken a step with one since removed.
    return not exists (select from public.site_settings as s where s.admins_need_two_steps);
  end
  $$;
comment on function private.has_taken_steps() is
  'Whether the caller''s session has taken the steps of signing in that an admin must take: the second one if the account '
  'has a verified factor; without a factor false if admins need one.';

create or replace function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    -- The factors are only looked up for admins.
    return coalesce(
      (
        select case when p.is_admin and not p.is_suspended then private.has_taken_steps() end
        from public.profiles as p
        where p.id = auth.uid()
      ),
      false);
  end
  $$;
comment on function private.is_admin() is
  'True if the caller''s profile has is_admin and is not suspended, and the session has taken the second step of signing '
  'in, if there is one. Definer, so that policies on profiles can call it without recursion.';

create function public.acts_as_admin(profile public.profiles) returns boolean
  language sql stable set search_path = ''
  as $$
    select acts_as_admin.profile.id = (select auth.uid()) and private.is_admin()
  $$;
comment on function public.acts_as_admin(public.profiles) is
  'Whether this is the caller''s profile and the request has the rights of an admin. False for everyone else''s.';

create or replace function private.seen_posts(p_ids uuid[])
  returns table (post_id uuid, comment_count bigint, reaction_counts jsonb, my_reaction text)
  language plpgsql stable security definer
  set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_standing constant text := (
      select case
          when p.is_suspended then 'suspended'
          when p.is_admin and private.is_admin() then 'admin'
          else 'member'
        end
      from public.profiles as p where p.id = v_reader
    );
    v_numbers private.post_numbers[] := '{}';
    v_ids uuid[];
  begin
    if v_standing = 'admin' or not private.is_api_request() then
      v_numbers := array(select n from private.count_posts(p_ids, true) as n);
    elsif v_standing = 'member' then
      -- The posts may be arguments of the request, and such as the reader cannot see.
      v_ids := array(
        select n.id
        from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
        where n.id = any (p_ids) and n.hidden_at is null and not p.is_suspended);
      v_numbers := array(
        select n from private.post_numbers as n
        where n.post_id = any (v_ids)
          and (select true from private.live_pending as w where w.topic = 'feed' and w.id = n.post_id limit 1) is null);
      if cardinality(v_numbers) < cardinality(v_ids) then
        v_numbers := v_numbers || array(
          select n
          from private.count_posts(
            array(
              select i.id from unnest(v_ids) as i (id)
              where not exists (select from unnest(v_numbers) as k where k.post_id = i.id)
            ),
            false
          ) as n);
      end if;
    end if;
    return query
      select n.post_id, n.comments::bigint,
        jsonb_strip_nulls(jsonb_build_object(
          'heart', nullif(n.heart, 0),
          'thumbs_up', nullif(n.thumbs_up, 0),
          'fishing_rod', nullif(n.fishing_rod, 0),
          'fish', nullif(n.fish, 0),
          'trophy', nullif(n.trophy, 0))),
        (select r.reaction from public.newsfeed_reactions as r where r.post_id = n.post_id and r.user_id = v_reader)
      from unnest(v_numbers) as n;
  end
  $$;

create or replace function private.package_units(p_package_id uuid, p_in_stock boolean) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
  as $$
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
  $$;

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

create function private.tg_site_settings__guard_steps() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- One admin at least keeps the rights: the one who requires the second step has taken it.
    if private.is_direct_statement()
      and not (private.has_second_step() and coalesce(auth.jwt() ->> 'aal' = 'aal2', false))
    then
      raise exception 'take the second step of signing in before you require it of all admins' using errcode = 'US003';
    end if;
    return new;
  end
  $$;
comment on function private.tg_site_settings__guard_steps() is
  'An admin can require the second step only in a session that has taken it (US003).';

create function private.tg_site_settings__recheck_admins() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_admins constant uuid[] := array(select p.id from public.profiles as p where p.is_admin and not p.is_suspended);
  begin
    perform pg_notify('realtime_recheck', a.id::text) from unnest(v_admins) as a (id);
    perform private.note_members(v_admins, 'standing');
    return null;
  end
  $$;
comment on function private.tg_site_settings__recheck_admins() is
  'Announces to the admins that their rights may have changed, and has their open channels checked again.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _310_guard_steps
  before update of admins_need_two_steps on public.site_settings
  for each row when (new.admins_need_two_steps and not old.admins_need_two_steps)
  execute function private.tg_site_settings__guard_steps();

drop trigger _600_audit on public.site_settings;
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '', 'currency_symbol,reports_to_hide,admins_need_two_steps', '');

create trigger _910_recheck_admins
  after update of admins_need_two_steps on public.site_settings
  for each row when (new.admins_need_two_steps <> old.admins_need_two_steps)
  execute function private.tg_site_settings__recheck_admins();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.has_second_step(), private.has_taken_steps(), private.tg_site_settings__guard_steps(), private.tg_site_settings__recheck_admins(),
  public.acts_as_admin(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function private.has_second_step(), public.acts_as_admin(public.profiles) to authenticated;
grant update (admins_need_two_steps) on public.site_settings to authenticated;
