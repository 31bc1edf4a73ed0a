import type { FastifyInstance } from 'fastify'
import { forgetChanges, giveUpBases } from './forget-queries.ts'

/** Deletes what is logged of changes and no run will ask for. */
export async function forgetSeenChanges({ db, log }: FastifyInstance) {
  await giveUpBases(db.bulk)
  const rows = await forgetChanges(db.bulk)
  if (rows > 0) log.info({ table: 'fact_changes', rows }, 'deleted changes that no run will ask for')
}
