import { setImmediate as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import { type CertificatesHead, HEAD_FORMAT } from '../../../src/transparency/certificates-head.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints.ts'
import { rulesTexts } from '../scores/rules-texts.ts'
import { nameOf } from '../tasks/final-score.ts'
import { certificateOf, proofTexts, textsOf } from './certificate-of.ts'
import { finalWithoutLeaf, type LeafWithTexts, leavesByMonth, leavesOfMonths } from './queries.ts'

/** Certificates that are made at a time: some megabytes. */
const AT_A_TIME = 100

/**
 * All certificates of some months, a line each, in the order of the log. They go into a file first, so that no
 * connection of the database is held while the caller reads, and a failure is answered as one.
 */
export async function listCertificates(
  request: FastifyRequest<{ Querystring: { from: string; to: string } }>,
  reply: FastifyReply,
) {
  const { server, query } = request
  const { from, to } = query
  if (from > to) throw badRequest('end_before_start', `from ${from} is after to ${to}`)
  const gone = clientDisconnected(reply)
  const freeSlot = await server.sumSlots.take(gone)
  const spool = await server.spools.open(tooLarge)
  try {
    await spool.fill(linesOf(server, query, gone))
  } catch (error) {
    await spool.close()
    throw error
  } finally {
    freeSlot()
  }
  reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('content-length', spool.size())
  return reply.send(spool.stream())
}

const tooLarge = (megabytes: number) =>
  payloadTooLarge(
    'export_too_large',
    `The certificates of these months take more than ${megabytes} MB (SPOOL_MAX_MB): ask for fewer months.`,
  )

/**
 * The head, then the lines of all leaves under one checkpoint. Leaves of which too little is kept have none; whoever
 * counts them finds by the head how many these are.
 */
async function* linesOf({ db }: FastifyInstance, months: { from: string; to: string }, gone: AbortSignal) {
  const checkpoint = await newestCheckpoint(db)
  yield `${JSON.stringify(await headOf(db.bulk, months, checkpoint?.size ?? 0))}\n`
  if (!checkpoint) return
  const rulesOf = rulesTexts(db.bulk)
  for (let after = -1, last = false; !last && !gone.aborted; ) {
    const leaves = await leavesOfMonths(db.bulk, {
      ...months,
      after,
      size: checkpoint.size,
      limit: AT_A_TIME,
    })
    after = leaves.at(-1)?.index ?? after
    last = leaves.length < AT_A_TIME
    yield await linesOfLeaves(db, leaves, checkpoint, rulesOf)
    await pause()
  }
}

/** What the service has of these months, whether or not it has a certificate. */
async function headOf(
  db: Sql,
  months: { from: string; to: string },
  size: number,
): Promise<CertificatesHead> {
  const leaves = await leavesByMonth(db, { ...months, size })
  const without = await finalWithoutLeaf(db, { ...months, size })
  const [first] = without
  return {
    format: HEAD_FORMAT,
    ...months,
    leaves: Object.fromEntries(leaves.map(({ period, leaves }) => [period, leaves])),
    ...(first && { without_leaf: { count: first.count, named: without.map((score) => nameOf(score)) } }),
  }
}

async function linesOfLeaves(
  db: FastifyInstance['db'],
  leaves: readonly LeafWithTexts[],
  checkpoint: StoredCheckpoint,
  rulesOf: ReturnType<typeof rulesTexts>,
): Promise<string> {
  const proofs = await proofTexts(
    db.bulk,
    leaves.map(({ index }) => index),
    checkpoint,
  )
  let lines = ''
  for (const leaf of leaves) {
    const texts = await textsOf(leaf, rulesOf)
    const proof = proofs.get(leaf.index)
    if (texts && proof) lines += `${JSON.stringify(certificateOf(leaf, texts, proof, true))}\n`
  }
  return lines
}
