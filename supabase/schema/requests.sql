-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.requests (
  owner_id uuid not null,
  request_id uuid not null,
  relation text not null,
  row_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint requests_pkey PRIMARY KEY (owner_id, request_id),
  constraint requests_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.requests is 'Which row each identified attempt created. owner_id is the account that sent it, or zeros for the service role. No foreign key: an entry outlives its row. Entries are deleted with their account, because nobody can send as that account again.';

alter table private.requests enable row level security;

create function private.request_row(p_request_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select r.row_id from private.requests as r where r.owner_id = auth.uid() and r.request_id = p_request_id
    );
  end
  $function$;
comment on function private.request_row(p_request_id uuid) is 'The id of the row that a request of the caller created, or null.';

grant execute on function private.request_row(p_request_id uuid) to authenticated;

create function private.tg__file_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.request_id is null then
      return new;
    end if;
    -- What is made by hand stays below; the limits of posts, comments, gifts and connections are lower together.
    if private.is_api_request() and not private.is_admin() then
      perform private.check_rate('requests-1h', 500, interval '1 hour');
      perform private.check_rate('requests-day', 650, interval '1 day');
    end if;
    insert into private.requests (owner_id, request_id, relation, row_id)
      values (
        coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000'), new.request_id, tg_table_name, new.id
      )
      on conflict on constraint requests_pkey do nothing;
    if not found then
      raise exception 'this request has been carried out before'
        using errcode = 'PT409', hint = 'request_row(request_id) names the row that it made';
    end if;
    new.request_id := null;
    return new;
  end
  $function$;
comment on function private.tg__file_request() is 'Moves request_id to private.requests; PT409 if the caller has used it before. Runs before all other insert triggers.';

create function public.request_row(request_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.request_row(request_row.request_id) $function$;
comment on function public.request_row(request_id uuid) is 'The id of the row that the caller created earlier with this request_id; null if there is none. The row itself may have been deleted.';

grant execute on function public.request_row(request_id uuid) to authenticated;
