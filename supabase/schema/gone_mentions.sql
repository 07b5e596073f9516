-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.gone_members (
  id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint gone_members_pkey PRIMARY KEY (id),
  constraint gone_members_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.gone_members is 'IDs of deleted members that are still beside texts of others, until a job has forgotten them. No reader is shown a name for them.';

alter table private.gone_members enable row level security;

create function private.forget_gone_members()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_id uuid;
    v_some integer;
    v_all integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    for v_id in select g.id from private.gone_members as g order by g.created_at, g.id limit 50 for update skip locked loop
      v_some := private.forget_mentions(v_id, 500 - v_all);
      v_all := v_all + v_some;
      exit when v_all >= 500;
      if not exists (
        select from public.newsfeed_posts as p where p.mentions <> '{}' and private.mention_ids(p.mentions) @> array[v_id]
      ) and not exists (
        select from public.newsfeed_comments as c where c.mentions <> '{}' and private.mention_ids(c.mentions) @> array[v_id]
      ) then
        delete from private.gone_members as g where g.id = v_id;
      end if;
    end loop;
    return v_all;
  end
  $function$;
comment on function private.forget_gone_members() is 'Takes the IDs of deleted members from beside at most 500 texts of others; returns from how many.';

create function private.forget_mentions(p_id uuid, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_posts integer;
    v_comments integer;
  begin
    -- Rows that others are changing are left for the next run, so that neither waits for the other.
    with due as (
      select p.id from public.newsfeed_posts as p
      where p.mentions <> '{}' and private.mention_ids(p.mentions) @> array[p_id]
      limit p_limit for update skip locked
    )
    update public.newsfeed_posts as p set mentions = private.mentions_of_members(p.mentions) from due as d where p.id = d.id;
    get diagnostics v_posts = row_count;
    with due as (
      select c.id from public.newsfeed_comments as c
      where c.mentions <> '{}' and private.mention_ids(c.mentions) @> array[p_id]
      limit p_limit - v_posts for update skip locked
    )
    update public.newsfeed_comments as c set mentions = private.mentions_of_members(c.mentions) from due as d where c.id = d.id;
    get diagnostics v_comments = row_count;
    return v_posts + v_comments;
  end
  $function$;
comment on function private.forget_mentions(p_id uuid, p_limit integer) is 'Takes the ID of a deleted member from beside at most p_limit texts of others; returns from how many.';
