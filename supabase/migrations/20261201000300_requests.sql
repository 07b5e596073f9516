-- Requests: safe retries. A client identifies an attempt with a request_id, and the database permanently stores which
-- row the attempt created. The value is stored outside the row: nobody reads or changes it, and it stays used after the
-- row or the other party is deleted.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.requests (
  owner_id uuid not null,
  request_id uuid not null,
  relation text not null,
  row_id uuid not null,
  created_at timestamptz not null default now(),
  constraint requests_pkey primary key (owner_id, request_id),
  constraint requests_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.requests is
  'Which row each identified attempt created. owner_id is the account that sent it, or zeros for the service role. No '
  'foreign key: an entry outlives its row. Entries are deleted with their account, because nobody can send as that '
  'account again.';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.requests enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

-- Simultaneous attempts queue on the primary key: the second is refused, or continues if the first fails.
create function private.tg__file_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_id is null then
      return new;
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
  $$;
comment on function private.tg__file_request() is
  'Moves request_id to private.requests; PT409 if the caller has used it before. Runs before all other insert '
  'triggers.';

create function private.request_row(p_request_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select r.row_id from private.requests as r where r.owner_id = auth.uid() and r.request_id = p_request_id
    );
  end
  $$;
comment on function private.request_row(uuid) is 'The id of the row that a request of the caller created, or null.';

create function public.request_row(request_id uuid) returns uuid
  language sql stable set search_path = ''
  as $$ select private.request_row(request_row.request_id) $$;
comment on function public.request_row(uuid) is
  'The id of the row that the caller created earlier with this request_id; null if there is none. The row itself may '
  'have been deleted.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.requests from anon, authenticated, service_role;

revoke execute on function
  private.tg__file_request(),
  private.request_row(uuid),
  public.request_row(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.request_row(uuid), public.request_row(uuid) to authenticated;
