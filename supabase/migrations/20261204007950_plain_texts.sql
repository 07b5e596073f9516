-- Plainer texts: what the preview of a shared link says, and comments. A game is completed, as everywhere else, not settled.

-- functions

create or replace function private.game_head(p_id uuid)
  returns table (status integer, title text, description text, picture jsonb)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_game public.games;
    v_kind text;
    v_text text;
    v_winner text;
    v_unit text;
  begin
    select g.* into v_game from public.games as g where g.id = p_id and g.status in ('active', 'completed');
    if v_game.id is null then
      return query select 404, null::text, null::text, null::jsonb;
      return;
    end if;
    v_kind := case v_game.type
      when 'pick_swim' then 'Pick a swim' when 'guess_weight' then 'Guess the weight' else 'Carp of the week'
    end;
    if v_game.status = 'active' then
      v_text := case when v_game.end_date > now() then 'Closes ' else 'Closed ' end
        || to_char(v_game.end_date at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI') || ' UTC';
      return query select 200, v_game.title, v_kind || '. ' || v_text || '.',
        jsonb_build_object(
          'path', '/games/' || v_game.id, 'kind', v_game.type, 'label', v_kind, 'title', v_game.title, 'note', v_text);
      return;
    end if;
    v_unit := v_game.metadata ->> 'unit';
    select p.username into v_winner
      from public.game_entries as e join public.profiles as p on p.id = e.user_id
      where e.game_id = p_id and e.is_winner and not p.is_suspended
      order by e.winner_place, e.created_at, e.id
      limit 1;
    return query select 200, v_game.title, v_kind || ', completed. See the result.',
      jsonb_strip_nulls(jsonb_build_object(
        'path', '/games/' || v_game.id,
        'kind', v_game.type,
        'label', v_kind || ', completed',
        'title', v_game.title,
        'figure', coalesce(
          v_game.metadata ->> 'actual_weight' || ' ' || coalesce(v_unit, 'kg'),
          'Square ' || (v_game.metadata ->> 'winning_square')),
        'square', v_game.metadata -> 'winning_square',
        'text', v_winner || ' won.'));
  end
  $$;

create or replace function private.page_head(p_path text)
  returns table (status integer, title text, description text, picture jsonb)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_uuid constant text := '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    v_address constant text := left(p_path, 500);
    -- Other sites add parts of their own after the question mark.
    v_path constant text := split_part(v_address, '?', 1);
    v_id constant uuid := substring(v_path from v_uuid)::uuid;
    v_referrer constant uuid := substring(v_address from '^/register\?(?:.*&)?ref=(' || v_uuid || ')(?:&|$)')::uuid;
    v_name text;
  begin
    if v_path = '/' then
      return query select 200, 'Bankside: ' || c.title, c.description,
          jsonb_build_object('path', '/', 'kind', 'club', 'title', c.title, 'text', c.description)
        from public.landing_content as c where c.section = 'hero' and c.title <> '';
    elsif v_path ~ '^/games/[^/]+$' then
      if v_path ~ ('^/games/' || v_uuid || '$') then
        return query select h.* from private.game_head(v_id) as h;
      else
        return query select 404, null::text, null::text, null::jsonb;
      end if;
    elsif v_path ~ '^/newsfeed/[^/]+$' then
      return query select 200, 'A post on Bankside', 'Only members can read posts. Log in to read this one.', null::jsonb;
    elsif v_path ~ '^/members/[^/]+$' then
      return query select 200, 'A member of Bankside', 'Only members can see members'' pages. Log in to see this one.',
        null::jsonb;
    elsif v_path ~ '^/badges/[^/]+$' then
      return query select 200, 'A badge on Bankside', 'Only members can see badges. Log in to see this one.', null::jsonb;
    elsif v_path = '/leaderboard' then
      return query select 200, 'Leaderboard', 'The members with the most points this week, this month and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points
          from public.profiles as p
          where not p.is_suspended and p.points > 0
          order by p.points desc, private.username_key(p.username)
          limit 3
        ) as t;
    elsif v_path = '/register' then
      v_name := public.referrer_username(v_referrer);
      return query select 200,
        case when v_name is null then 'Join Bankside' else v_name || ' invites you to Bankside' end,
        'Games, points, prizes and good company.',
        case when v_name is not null then jsonb_build_object(
          'path', '/register?ref=' || v_referrer,
          'kind', 'club',
          'title', 'Come and fish with us.',
          'text', 'Join with ' || v_name || '''s link and play this week''s games.') end;
    end if;
  end
  $$;

-- comments

comment on function private.page_head(p_path text) is
  'See public.page_head. Definer: guests cannot read games, of which it returns the title, kind and closing date.';
comment on function public.page_head(path text) is
  'What the head of a page contains for readers who have not signed in: status (200 or 404), title, description and the '
  'content of a picture, by path with query. No row where the app''s own head stays. Reads a few rows at most.';
comment on function private.is_forsaken(p_case_id uuid) is
  'Whether an open case can be closed without a decision: its author left 30 days ago, or all reporters left within a day.';
comment on function private.return_cases(p_user_id uuid, p_former uuid[]) is
  'Makes a new account the author in the cases of earlier ones, and notifies it of the warnings given in the meantime.';
comment on function private.mentions_of_members(p_mentions jsonb) is
  'Mentions, with the zero ID for deleted members. Their names stay: an edit keeps known names, so that another member who '
  'takes such a name is not mentioned.';
comment on function private.tg_notification_causes__drop_empty() is
  'Deletes a notification with its last cause.';
comment on function private.mentions_told(p_mentions jsonb) is
  'The members who are notified of a text as a mention: those who have not switched mentions off.';
comment on function private.notify_mentions(p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb) is
  'Notifies the members whom a new text mentions or an edit adds, within the limits of may_tell_mention. If an edit removes '
  'a name, an unread notification is deleted and a read one is hidden, so that adding the name again does not notify twice.';
comment on function private.tg_newsfeed_posts__forget_hidden() is
  'Deletes the notifications about a post with it if the post is hidden. No one sees them, so this is not announced.';
comment on function private.lock_file_names(p_paths text[], p_exclusive boolean) is
  'Locks files (bucket/name) until the end of the transaction: shared to name them in a row, exclusive to delete them. The '
  'second of two transactions then sees what the first one did.';
comment on function private.is_case_of(p_case private.report_cases, p_user_id uuid) is
  'Whether a case is about this person, or its author has made them an admin or set their password since it was opened, '
  'directly or through others. Accounts of one person are one.';
comment on function private.tell_reporters(p_case_id uuid) is
  'Notifies each reporter of a case once that it was dealt with, without the decision.';
comment on function private.tend_reports() is
  'Closes cases as is_forsaken says. Deletes what a decision removed 90 days ago, and the texts of reports that were decided '
  'a year ago or whose author left 30 days ago; of a reporter whom an admin deleted, after the decision or 30 days. Releases '
  'pictures that no decision needs any more.';
comment on function private.tg_profiles__leave_reports() is
  'Clears the texts that a deleted member wrote in reports, unless an admin deletes the member while the case is open, and '
  'the texts of decided cases about them. Open cases stay as they are; tend_reports closes them.';
comment on function private.take_deliveries(p_size integer, p_mail boolean) is
  'Takes up to 100 deliveries that are due, with their content. A delivery without a result is due again after two minutes, '
  'twice as long after each further attempt. After eight failures it is dead. Without mail, mails are dropped.';
comment on function private.tend_deliveries() is
  'Includes new members in the digests, and deletes the records of messages that ended 30 days ago. Returns how many.';
comment on function private.is_reserved_username(p_username text) is
  'Whether a name reads like that of an office or an admin, contains the word admin or moderator, or consists only of words '
  'that the club uses of itself. Nothing is reserved in a club without an admin.';
comment on function private.next_card_change() is
  'Milliseconds until an active card next begins or ends; null if that is more than 10 minutes away, so that callers learn '
  'of a future card only that something will change soon.';
comment on function private.tg__note_table() is
  'Notes for admins the table in which rows were inserted or changed. For tables whose rows concern only admins.';
comment on table private.push_keys is
  'The key pair (P-256) by which push services recognise the sender, RFC 8292. Subscriptions are bound to it, so it stays.';
comment on table private.reports is
  'Who reported what, and why: each version once for a person, also with another account. Only admins learn who. The columns '
  'words and said are emptied a year after the decision, or 30 days after the author left.';
comment on column private.reports.told_at is
  'When the reporter was notified that the report was dealt with.';
comment on column private.reports.removed_at is
  'When an admin deleted the account of the reporter. The text is kept until the decision, 30 days at most.';
