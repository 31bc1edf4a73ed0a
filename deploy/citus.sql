-- Spreads the tables of the service by seller on Citus. Run it on the coordinator, on a migrated and still empty database, before the
-- first start: psql "$DATABASE_DIRECT_URL" -f deploy/citus.sql. docs/scale.md says which tables stay there, and what was not tried.

-- Citus refuses triggers on tables that are spread or copied. Those that keep the history of sellers are made again below.
do $$
declare
  one record;
begin
  for one in
    select tgname, tgrelid::regclass as its_table from pg_trigger
    where not tgisinternal and tgrelid = any (array[
      'sellers', 'campaigns', 'orders', 'forecasts', 'campaign_actuals', 'tickets', 'invoices', 'inventory_snapshots',
      'revenues', 'returns', 'monthly_scores', 'appeals']::regclass[])
  loop
    execute format('drop trigger %I on %s', one.tgname, one.its_table);
  end loop;
end $$;

-- Whole on every node: small, and joined with everything.
select create_reference_table('warehouses');
select create_reference_table('account_managers');
select create_reference_table('campaigns');
select create_reference_table('sellers');

-- Facts, side by side: all rows of a seller are on one node.
select create_distributed_table('orders', 'seller_id', shard_count => 64);
select create_distributed_table('forecasts', 'seller_id', colocate_with => 'orders');
select create_distributed_table('campaign_actuals', 'seller_id', colocate_with => 'orders');
select create_distributed_table('tickets', 'seller_id', colocate_with => 'orders');
select create_distributed_table('invoices', 'seller_id', colocate_with => 'orders');
select create_distributed_table('inventory_snapshots', 'seller_id', colocate_with => 'orders');
select create_distributed_table('revenues', 'seller_id', colocate_with => 'orders');
select create_distributed_table('returns', 'seller_id', colocate_with => 'orders');
select create_distributed_table('fact_deletions', 'seller_id', colocate_with => 'orders');

-- Scores and what is said about them.
select create_distributed_table('monthly_scores', 'seller_id', colocate_with => 'orders');
select create_distributed_table('score_explanations', 'seller_id', colocate_with => 'orders');
select create_distributed_table('score_revisions', 'seller_id', colocate_with => 'orders');
select create_distributed_table('appeals', 'seller_id', colocate_with => 'orders');
select create_distributed_table('appeal_comments', 'seller_id', colocate_with => 'orders');
select create_distributed_table('projections', 'seller_id', colocate_with => 'orders');

-- What a run adds up, for its batches.
select create_distributed_table('run_aggregates', 'seller_id', colocate_with => 'orders');

-- What a backtest finds.
select create_distributed_table('backtest_scores', 'seller_id', colocate_with => 'orders');

-- What a correction changes.
select create_distributed_table('correction_scores', 'seller_id', colocate_with => 'orders');

-- Whose facts have changed since a run is not known without those triggers: no run is another one's basis, each reads all.
create function reads_all() returns trigger language plpgsql as $$
begin
  new.basis := null;
  return new;
end $$;
create trigger scoring_runs_read_all before insert or update on scoring_runs
  for each row execute function reads_all();

-- The triggers again, on the coordinator's own copy of sellers.
do $$
declare
  copy regclass := (select format('%I', shard_name)::regclass from citus_shards
                    where table_name = 'sellers'::regclass limit 1);
begin
  execute format('create trigger sellers_first_assignment after insert on %s
                  for each row execute function remember_assignment()', copy);
  execute format('create trigger sellers_assignment after update of assigned_am_id on %s
                  for each row when (old.assigned_am_id is distinct from new.assigned_am_id)
                  execute function remember_assignment()', copy);
  execute format('create trigger sellers_first_status after insert on %s
                  for each row when (new.status <> ''active'') execute function remember_status()', copy);
  execute format('create trigger sellers_status after update of status on %s
                  for each row when (old.status <> new.status) execute function remember_status()', copy);
  execute format('create trigger sellers_moved after update of seller_code, assigned_am_id, primary_warehouse_id on %s
                  for each row when ((old.seller_code, old.assigned_am_id, old.primary_warehouse_id)
                    is distinct from (new.seller_code, new.assigned_am_id, new.primary_warehouse_id))
                  execute function remember_move()', copy);
  execute format('create trigger sellers_gone after delete on %s
                  for each row execute function remember_move()', copy);
end $$;
