-- Empty: migrations add the tables whose changes browsers may subscribe to.
create publication supabase_realtime;
alter publication supabase_realtime owner to migrator;
