-- Where a member's name or ID outlived what it stood for: on the register page, which named a suspended member to guests;
-- and beside texts of others, which kept the ID of a member who was deleted, as did the lists of muted members.

-- Functions ------------------------------------------------------------------------------------------------

create function private.mentions_of_members(p_mentions jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select coalesce(jsonb_object_agg(m.key, case
          when exists (select from public.profiles as p where p.id = (m.value #>> '{}')::uuid) then m.value
          else '"00000000-0000-0000-0000-000000000000"'
        end), '{}')
      from jsonb_each(p_mentions) as m);
  end
  $$;
comment on function private.mentions_of_members(jsonb) is
  'Mentions with the zero ID for members who are gone. Their names stay: an edit keeps what was known, so that nobody else '
  'becomes mentioned by taking such a name.';

create or replace function private.tg_newsfeed__find_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      new.mentions := private.find_mentions(new.content, '{}');
    elsif new.content is distinct from old.content then
      new.mentions := private.find_mentions(new.content, old.mentions);
    else
      -- The one change without another text: members who are gone.
      new.mentions := case
        when new.mentions is not distinct from old.mentions then old.mentions
        else private.mentions_of_members(old.mentions)
      end;
    end if;
    return new;
  end
  $$;

create or replace function private.notify_mentions(
  p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id uuid;
  begin
    if p_old = p_new then
      return;
    end if;
    if p_old <> '{}' then
      delete from private.notification_causes as c using private.notifications as n
        where c.cause_id = p_cause_id and n.id = c.notification_id and n.kind = 'mention' and n.read_at is null
          and n.user_id <> all (private.mention_ids(p_new));
    end if;
    for v_user_id in
      select m.id
      from (select distinct n.value::uuid as id from jsonb_each_text(p_new) as n) as m
      where m.id is distinct from p_actor_id and m.id <> all (private.mention_ids(p_old))
        and exists (select from public.profiles as p where p.id = m.id)
        and not exists (
          select
          from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
          where c.cause_id = p_cause_id and n.user_id = m.id and n.kind = 'mention'
        )
      order by m.id
    loop
      if private.may_tell_mention(v_user_id) then
        perform private.notify('mention', v_user_id, p_post_id, p_cause_id, p_actor_id);
      end if;
    end loop;
    if p_old <> '{}' then
      perform private.note_members(
        array(
          select distinct n.user_id
          from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
          where c.cause_id = p_cause_id and n.kind = 'mention' and n.user_id is not null
        ),
        'notifications');
    end if;
  end
  $$;
comment on function private.notify_mentions(uuid, uuid, uuid, jsonb, jsonb) is
  'For the members whom a new text mentions or an edit adds, within the limits of may_tell_mention. An unread '
  'notification of those whom it mentions no longer goes; one that was read is hidden, so that a name that comes back is '
  'not told again.';

create function private.tg_profiles__forget_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.newsfeed_posts as p set mentions = private.mentions_of_members(p.mentions)
      where p.mentions <> '{}' and private.mention_ids(p.mentions) @> array[old.id];
    update public.newsfeed_comments as c set mentions = private.mentions_of_members(c.mentions)
      where c.mentions <> '{}' and private.mention_ids(c.mentions) @> array[old.id];
    delete from private.notification_mutes as m where m.subject_id = old.id;
    return null;
  end
  $$;
comment on function private.tg_profiles__forget_mentions() is
  'The ID of a deleted member is neither beside the texts of others nor among what they muted. After delete, when the '
  'profile is gone.';

create or replace function private.referrer_username(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (select p.username from public.profiles as p where p.id = p_user_id and not p.is_suspended);
  end
  $$;
comment on function private.referrer_username(uuid) is
  'The username behind a referral link; null if there is no such member, or the member is suspended.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.mentions_of_members(jsonb),
  private.tg_profiles__forget_mentions()
  from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _520_forget_mentions
  after delete on public.profiles
  for each row execute function private.tg_profiles__forget_mentions();

-- Rows -----------------------------------------------------------------------------------------------------

update public.newsfeed_posts as p set mentions = private.mentions_of_members(p.mentions)
  where p.mentions <> '{}' and private.mentions_of_members(p.mentions) <> p.mentions;
update public.newsfeed_comments as c set mentions = private.mentions_of_members(c.mentions)
  where c.mentions <> '{}' and private.mentions_of_members(c.mentions) <> c.mentions;
delete from private.notification_mutes as m
  where not exists (select from public.profiles as p where p.id = m.subject_id)
    and not exists (select from public.newsfeed_posts as p where p.id = m.subject_id)
    and not exists (select from public.games as g where g.id = m.subject_id);
