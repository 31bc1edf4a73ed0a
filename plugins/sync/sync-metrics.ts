import type { Question } from '../../src/platform/metrics/database-values.ts'

/** What the feeds have pushed, of all processes together. A feed that has never pushed has no numbers. */
export const SYNC_QUESTIONS: Question[] = [
  {
    name: 'sos_sync_lag_seconds',
    help: 'Time since the last push of a feed',
    type: 'gauge',
    labels: ['feed'],
    sql: `
      select array[feed] as labels, greatest(extract(epoch from clock_timestamp() - last_pushed_at), 0) as value
      from sync_feeds`,
  },
  {
    name: 'sos_sync_records_total',
    help: 'Records that feeds have pushed: created, updated, unchanged, repeated, deleted, left_out or rejected',
    type: 'counter',
    labels: ['feed', 'result'],
    sql: `
      select array[feed, result] as labels, value
      from sync_feeds, lateral (values
        ('created', created), ('updated', updated), ('unchanged', unchanged), ('repeated', repeated),
        ('deleted', deleted), ('left_out', left_out), ('rejected', rejected)) as counted(result, value)`,
  },
]
