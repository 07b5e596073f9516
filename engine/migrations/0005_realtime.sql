-- Empty: migrations add the tables whose changes the browser may follow.
create publication supabase_realtime;
alter publication supabase_realtime owner to migrator;
