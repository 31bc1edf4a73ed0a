-- Functions with the names and the refusals of those of Citus, as its manual has them; they move nothing.
create table citus_tables_made (name regclass primary key, is_reference boolean not null);
create view citus_shards as select name as table_name, name::text as shard_name from citus_tables_made;

create function refuse_triggers(made regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_trigger where tgrelid = made and not tgisinternal) then
    raise exception '% has triggers', made;
  end if;
end $$;

create function create_reference_table(made regclass) returns void language plpgsql as $$
declare
  target regclass;
begin
  perform refuse_triggers(made);
  select confrelid into target from pg_constraint
  where contype = 'f' and conrelid = made and confrelid not in (select name from citus_tables_made where is_reference);
  if found then
    raise exception '% refers to %, which is no reference table', made, target;
  end if;
  insert into citus_tables_made values (made, true);
end $$;

create function create_distributed_table(made regclass, by text, shard_count int default 32, colocate_with text default 'default')
returns void language plpgsql as $$
declare
  wrong text;
  number smallint := (select attnum from pg_attribute where attrelid = made and attname = by);
begin
  perform refuse_triggers(made);
  select indexrelid::regclass::text into wrong from pg_index
  where indrelid = made and indisunique and number <> all (indkey::smallint[]) limit 1;
  if found then
    raise exception '% has no %', wrong, by;
  end if;
  if colocate_with <> 'default' and not exists (
    select from citus_tables_made where name = colocate_with::regclass and not is_reference) then
    raise exception '% is not spread yet', colocate_with;
  end if;
  select confrelid::regclass::text into wrong from pg_constraint
  where contype = 'f' and conrelid = made and (
    confrelid not in (select name from citus_tables_made)
    or number <> all (conkey) and confrelid in (select name from citus_tables_made where not is_reference));
  if found then
    raise exception '% refers to %, which is elsewhere', made, wrong;
  end if;
  if exists (select from pg_constraint where contype = 'f' and confrelid = made
             and conrelid not in (select name from citus_tables_made)) then
    raise exception 'tables that stay refer to %', made;
  end if;
  insert into citus_tables_made values (made, false);
end $$;
