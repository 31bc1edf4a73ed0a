import { setImmediate as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newestCheckpoint, type StoredCheckpoint } from '../../../src/domain/transparency/checkpoints.ts'
import { takeTurn } from '../../../src/platform/http/big-reads.ts'
import { clientDisconnected } from '../../../src/platform/http/client-disconnected.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/problems.ts'
import {
  CERTIFICATE_FORMAT,
  type Certificate,
  explanationText,
} from '../../../src/transparency/certificate.ts'
import { proofTexts } from './proof-text.ts'
import { rulesTexts } from './rules-texts.ts'
import { type LeafWithTexts, leavesOfMonths } from './year-queries.ts'

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
  const endTurn = await takeTurn(server.sumTurns, request, reply)
  const spool = await server.spools.open(tooLarge)
  try {
    await spool.fill(linesOf(server, query, gone))
  } catch (error) {
    await spool.close()
    throw error
  } finally {
    endTurn()
  }
  reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('content-length', spool.size())
  return reply.send(spool.stream())
}

const tooLarge = (megabytes: number) =>
  payloadTooLarge(
    'export_too_large',
    `The certificates of these months take more than ${megabytes} MB (SPOOL_MAX_MB): ask for fewer months.`,
  )

/** The lines of all leaves under one checkpoint. Leaves of which too little is kept are left out. */
async function* linesOf({ db }: FastifyInstance, months: { from: string; to: string }, gone: AbortSignal) {
  const checkpoint = await newestCheckpoint(db, 'scores')
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
  for (const { index, statement, inputs, explanation, run_id } of leaves) {
    const rules = run_id === null ? null : await rulesOf(run_id)
    const proof = proofs.get(index)
    if (inputs === null || explanation === null || rules === null || proof === undefined) continue
    const certificate: Certificate = {
      format: CERTIFICATE_FORMAT,
      statement,
      inputs,
      rules: rules.text,
      explanation: explanationText(explanation),
      proof,
    }
    lines += `${JSON.stringify(certificate)}\n`
  }
  return lines
}
