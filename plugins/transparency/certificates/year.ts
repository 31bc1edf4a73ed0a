import { setImmediate as pause } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { requireInOrder } from '../../../src/domain/business-time.ts'
import { explainer } from '../../../src/domain/scores/explainer.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { clientDisconnected } from '../../../src/platform/http/connections/client-disconnected.ts'
import { payloadTooLarge } from '../../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import { Closed, Period } from '../../../src/platform/schemas/schemas.ts'
import { type CertificatesHead, HEAD_FORMAT } from '../../../src/transparency/certificates-head.ts'
import { newestCheckpoint } from '../log.ts'
import { namedWithoutLeaf } from '../scores/final-queries.ts'
import { nameOf } from '../tasks/final-score.ts'
import { certificateOf, NAMED, NAMED_TABLES, type NamedLeaf, proofTexts } from './certificate-of.ts'

/**
 * All certificates of some months, a line each, in the order of the log. They go into a file first, so that no
 * connection of the database is held while the caller reads, and a failure is answered as one.
 */
export const exportCertificates = endpoint('GET', '/api/transparency/certificates', 'model.read', {
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
})(async ({ server, query }, reply) => {
  requireInOrder(query.from, query.to)
  const gone = clientDisconnected(reply)
  const freeSlot = await server.sumSlots.take(gone)
  const spool = await server.spools
    .filled(tooLarge, ({ fill }) => fill(linesOf(server, query, gone)))
    .finally(freeSlot)
  reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('content-length', spool.size())
  return reply.send(spool.stream() as never) as never
})

const tooLarge = (megabytes: number) =>
  payloadTooLarge(
    'export_too_large',
    `The certificates of these months take more than ${megabytes} MB (SPOOL_MAX_MB): ask for fewer months.`,
  )

type Months = { from: string; to: string }

/** Certificates that are made at a time: some megabytes. */
const AT_A_TIME = 100

/**
 * The head, then the lines of all leaves under one checkpoint. Leaves of which too little is kept have none; whoever
 * counts them finds by the head how many these are.
 */
async function* linesOf({ db: { bulk: db } }: FastifyInstance, months: Months, gone: AbortSignal) {
  const checkpoint = await newestCheckpoint(db)
  const { size } = checkpoint ?? { size: 0 }
  yield `${JSON.stringify(await headOf(db, months, size))}\n`
  if (!checkpoint) return
  const explained = explainer(db)
  for (let after = -1; !gone.aborted; ) {
    const leaves = await leavesOf(db, months, after, size)
    const indices = leaves.map(({ index }) => index)
    const proofs = await proofTexts(db, indices, checkpoint)
    let lines = ''
    for (const [n, leaf] of leaves.entries()) {
      const certificate = await certificateOf(leaf, explained, proofs[n] as string, true)
      if (certificate) lines += `${JSON.stringify(certificate)}\n`
    }
    yield lines
    if (leaves.length < AT_A_TIME) return
    after = indices.at(-1) as number
    await pause()
  }
}

/** The leaves of months, after an index and below a size, in their order. */
const leavesOf = (db: Sql, { from, to }: Months, after: number, size: number) =>
  db.rows<NamedLeaf>(
    `select period, revision, ${NAMED}
     from (select * from log_leaves
           where index > $1 and index < $2 and period between $3 and $4 order by index limit $5) l
       ${NAMED_TABLES}
     order by l.index`,
    [after, size, from, to, AT_A_TIME],
  )

/** What the service has of these months, whether or not it has a certificate. */
async function headOf(db: Sql, { from, to }: Months, size: number): Promise<CertificatesHead> {
  const leaves = await db.rows<{ period: string; leaves: number }>(
    `select period, count(*) as leaves from log_leaves where index < $1 and period between $2 and $3
     group by period order by period`,
    [size, from, to],
  )
  const without = await namedWithoutLeaf(db, { from, to, size })
  const [first] = without
  return {
    ...{ format: HEAD_FORMAT, from, to },
    leaves: Object.fromEntries(leaves.map(({ period, leaves }) => [period, leaves])),
    ...(first && { without_leaf: { count: first.count, named: without.map((score) => nameOf(score)) } }),
  }
}
