import { setImmediate as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { badRequest, payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Period } from '../../../src/platform/schemas/schemas.ts'
import { type CertificatesHead, HEAD_FORMAT } from '../../../src/transparency/certificates-head.ts'
import { newestCheckpoint } from '../log.ts'
import { namedWithoutLeaf } from '../scores/final-queries.ts'
import { rulesTexts } from '../scores/read-scores.ts'
import { nameOf } from '../tasks/final-score.ts'
import { certificateOf, proofTexts, textsOf } from './certificate-of.ts'
import { leavesByMonth, leavesOfMonths } from './queries.ts'

export const certificatesRoute = route('GET', '/api/transparency/certificates', 'model.read', {
  operationId: 'exportCertificates',
  summary: 'All certificates of some months',
  description:
    'NDJSON: a certificate a line, as `GET /api/sos/sellers/{seller_code}/score/certificate` answers it, in the order of the log, all under one signed head. Before them stands a line that says how many leaves the log has of each month and which final scores have none (`{"format":"sos-certificates/1",…}`). Leaves whose texts were removed past the service have no line; `GET /api/transparency/entries` has their statements. The package seller-operating-score-verify takes the file as it is.',
  querystring: Closed({
    from: Period({ description: 'The first month', examples: ['2026-01'] }),
    to: Period({ description: 'The last month', examples: ['2026-12'] }),
  }),
  response: {
    200: {
      description: 'A line of counts, then a certificate a line',
      content: {
        'application/x-ndjson': {
          schema: Type.String({
            examples: [
              '{"format":"sos-certificates/1","from":"2026-01","to":"2026-12","leaves":{"2026-05":1}}\n{"format":"sos-certificate/1","statement":"…","inputs":"…","rules":"…","explanation":"…","proof":"…"}\n',
            ],
          }),
        },
      },
    },
  },
})

/** Certificates that are made at a time: some megabytes. */
const AT_A_TIME = 100

/**
 * All certificates of some months, a line each, in the order of the log. They go into a file first, so that no
 * connection of the database is held while the caller reads, and a failure is answered as one.
 */
export async function listCertificates(
  { server, query }: FastifyRequest<{ Querystring: { from: string; to: string } }>,
  reply: FastifyReply,
) {
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
  const size = checkpoint?.size ?? 0
  yield `${JSON.stringify(await headOf(db.bulk, months, size))}\n`
  if (!checkpoint) return
  const rulesOf = rulesTexts(db.bulk)
  for (let after = -1, last = false; !last && !gone.aborted; ) {
    const leaves = await leavesOfMonths(db.bulk, { ...months, after, size, limit: AT_A_TIME })
    const indices = leaves.map(({ index }) => index)
    after = indices.at(-1) ?? after
    last = leaves.length < AT_A_TIME
    const proofs = await proofTexts(db.bulk, indices, checkpoint)
    let lines = ''
    for (const [n, leaf] of leaves.entries()) {
      const texts = await textsOf(leaf, rulesOf)
      if (texts) lines += `${JSON.stringify(certificateOf(leaf, texts, proofs[n] as string, true))}\n`
    }
    yield lines
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
  const without = await namedWithoutLeaf(db, { ...months, size })
  const [first] = without
  return {
    format: HEAD_FORMAT,
    ...months,
    leaves: Object.fromEntries(leaves.map(({ period, leaves }) => [period, leaves])),
    ...(first && { without_leaf: { count: first.count, named: without.map((score) => nameOf(score)) } }),
  }
}
