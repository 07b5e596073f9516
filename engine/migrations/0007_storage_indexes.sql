-- Each upload adds up its owner's files, and the sweeper asks which versions a row refers to.
create index objects_owner_id_idx on storage.objects (owner_id);
create index objects_version_idx on storage.objects (version);
