-- Listings that measured more than 1.5 times their time without row-level security, or read a big table from end to end.

-- Indexes --------------------------------------------------------------------------------------------------

-- The feed asks for pinned_until alone, which an index over announcements cannot answer.
drop index public.newsfeed_posts_pinned;
create index newsfeed_posts_pinned on public.newsfeed_posts (pinned_until desc, created_at desc)
  where pinned_until is not null;
create index profiles_points on public.profiles (points desc, id);

-- Policies: what is nearly always enough is asked first ------------------------------------------------------

-- A sub-select without arguments is run when it is first needed. Whether the reader is an admin matters only for what
-- suspended members wrote and for suspended readers.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions'] loop
    execute format($policy$
      alter policy select_not_suspended on public.%I
        using (
          (
            not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
            and not (select private.is_suspended())
          )
          or (select private.is_admin())
        )$policy$, v_table);
  end loop;
end
$$;

-- Functions: plpgsql keeps its plans for the session; a function in sql is planned again, policies and all, for every
-- request.

create or replace function public.comment_count(post public.newsfeed_posts) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (select count(*) from public.newsfeed_comments as c where c.post_id = comment_count.post.id);
  end
  $$;

create or replace function public.reaction_counts(post public.newsfeed_posts) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select coalesce(jsonb_object_agg(r.reaction, r.members), '{}')
      from (
        select x.reaction, count(*) as members
        from public.newsfeed_reactions as x
        where x.post_id = reaction_counts.post.id
        group by x.reaction
      ) as r
    );
  end
  $$;

create or replace function public.my_reaction(post public.newsfeed_posts) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select r.reaction from public.newsfeed_reactions as r
      where r.post_id = my_reaction.post.id and r.user_id = auth.uid()
    );
  end
  $$;

create or replace function public.total_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select coalesce(sum(i.quantity), 0) from public.prize_items as i where i.package_id = total_quantity.package.id
    );
  end
  $$;

create or replace function public.remaining_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select coalesce(sum(i.remaining_quantity), 0)
      from public.prize_items as i where i.package_id = remaining_quantity.package.id
    );
  end
  $$;

create or replace function public.get_user_referral_stats(user_id uuid default null)
  returns table (total_referrals bigint, completed_referrals bigint, pending_referrals bigint)
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_user_id uuid := auth.uid();
  begin
    if get_user_referral_stats.user_id is distinct from v_user_id and private.is_admin() then
      v_user_id := coalesce(get_user_referral_stats.user_id, v_user_id);
    end if;
    return query
      select
        count(*),
        count(*) filter (where r.status = 'completed'),
        count(*) filter (where r.status = 'pending')
      from public.referrals as r
      where r.referrer_id = v_user_id;
  end
  $$;
