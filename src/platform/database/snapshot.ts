import type pg from 'pg'

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** What reads go through. */
export const queryOf =
  (pool: pg.Pool): Query =>
  (config) =>
    pool.query(config)
