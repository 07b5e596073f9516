create policy "Owners read their attachments" on storage.objects
  for select to authenticated
  using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Owners add attachments" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid())::text);

create schema if not exists private;
create function private.sweep_done() returns void
language sql security definer set search_path = ''
as $$ delete from public.todos where is_complete and inserted_at < now() - interval '30 days' $$;
alter function private.sweep_done() owner to postgres;

select cron.schedule('sweep-done-todos', '15 3 * * *', $$ select private.sweep_done() $$);

create function public.todo_count() returns bigint
language sql stable
as $$ select count(*) from public.todos $$;
