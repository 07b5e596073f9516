-- Which member a text means where the names of several begin with the same words. The longest name was taken, so a member
-- with the name "Tom thanks" caught what others wrote to Tom. The order is now:
--   1. The name that was chosen from the list. The app writes U+2060, which is invisible, behind a chosen name; it is not
--      stored, because the choice is kept in mentions.
--   2. A name that this text mentions already, or that is chosen elsewhere in it; of several the longest.
--   3. The name that was taken first. Accounts do not count: a member of long standing may take a new name.
-- Nobody can therefore catch the mentions of another by taking a name, longer or shorter, later than the other.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.find_mentions(p_text text, p_known jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  begin
    if position('@' in p_text) = 0 then
      return '{}';
    end if;
    return (
      with pieces as (
        select t.place, left(split_part(t.piece, e'\n', 1), 51) as ahead, lag(t.piece) over (order by t.place) as behind
        from string_to_table(p_text, '@') with ordinality as t (piece, place)
      ),
      candidates as materialized (
        select p.place, l.length, left(p.ahead, l.length) as name, substr(p.ahead, l.length + 1, 1) = e'\u2060' as is_chosen
        from (
            select k.place, k.ahead from pieces as k
            where k.place > 1 and k.ahead ~ '^\S' and right(k.behind, 1) !~ '[[:alnum:]_]' collate "und-x-icu"
            order by k.place
            limit 20
          ) as p
          cross join lateral generate_series(1, least(char_length(p.ahead), 50)) as l (length)
        where substr(p.ahead, l.length, 1) !~ '\s'
          and substr(p.ahead, l.length + 1, 1) !~ '[[:alnum:]_]' collate "und-x-icu"
      ),
      members as (
        select c.place, c.length, c.name, c.is_chosen, p_known ->> c.name as known_id, u.id::text as id,
          (
            select min(k.id) from private.username_keys as k where k.user_id = u.id and k.freed_at is null
          ) as name_order
        from candidates as c
          left join public.profiles as u
            on private.username_key(u.username) collate "C" = private.username_key(c.name) and not u.is_suspended
        where u.id is not null or p_known ? c.name
      ),
      meant as (
        select m.place, m.length, m.name, m.is_chosen, m.name_order,
          case when bool_or(m.is_chosen) over same then coalesce(m.id, m.known_id) else coalesce(m.known_id, m.id) end as id,
          m.known_id is not null or bool_or(m.is_chosen) over same as is_meant
        from members as m
        window same as (partition by m.name)
      ),
      found as (
        select distinct on (m.place) m.place, m.name, m.id
        from meant as m
        order by m.place, m.is_chosen desc, m.is_meant desc, case when m.is_meant then -m.length end, m.name_order, m.length desc
      ),
      names as (select f.name, min(f.id) as id from found as f group by f.name order by min(f.place) limit 10)
      select coalesce(jsonb_object_agg(n.name, n.id), '{}') from names as n
    );
  end
  $$;
comment on function private.find_mentions(text, jsonb) is
  'The first ten different members that a text names with @: {name as written: ID}. Of names that begin with the same words '
  'the one with U+2060 behind it, then those of p_known, then the one that was taken first. Suspended members are not found. '
  'p_known: names that keep the member they had.';

create function private.without_choices(p_text text, p_mentions jsonb) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_text text := p_text;
    v_name text;
  begin
    if position(e'\u2060' in p_text) > 0 then
      for v_name in select n.name from jsonb_object_keys(p_mentions) as n (name) loop
        v_text := replace(v_text, '@' || v_name || e'\u2060', '@' || v_name);
      end loop;
    end if;
    return v_text;
  end
  $$;
comment on function private.without_choices(text, jsonb) is
  'A text without the marks behind the names that were chosen from the list.';

create or replace function private.tg_newsfeed__find_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      new.mentions := private.find_mentions(new.content, '{}');
      new.content := private.without_choices(new.content, new.mentions);
    elsif new.content is distinct from old.content then
      new.mentions := private.find_mentions(new.content, old.mentions);
      new.content := private.without_choices(new.content, new.mentions);
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

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.without_choices(text, jsonb) from public, anon, authenticated, service_role;
