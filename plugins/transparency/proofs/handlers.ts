import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sizeOf } from '../../../src/domain/transparency/logs.ts'
import { badRequest, notFound } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { preferredType } from '../../../src/platform/http/requests/preferred-type.ts'
import { toBase64 } from '../../../src/transparency/bytes.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import {
  consistencyProof,
  consistencyRanges,
  inclusionProof,
  inclusionRanges,
} from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import { formatVerifierKey, type VerifierKey } from '../../../src/transparency/log/verifier-key.ts'
import { newestCheckpoint } from '../checkpoints.ts'
import { leavesAfter } from '../nightly/score-queries.ts'
import { ofWholeLog, readRanges } from '../nodes.ts'
import type { checkpointRoute, consistencyRoute, entriesRoute, inclusionRoute, keyRoute } from './schemas.ts'

export const getCheckpoint: Handler<typeof checkpointRoute> = async (request, reply) => {
  const found = await newestCheckpoint(request.server.db)
  if (!found) throw notFound('checkpoint_not_found', 'The log of scores has no signed head yet.')
  reply.header('vary', 'accept').header('cache-control', 'no-cache')
  if (!asksJson(request)) return reply.type('text/plain; charset=utf-8').send(found.note) as never
  const { origin, size, root } = ofWholeLog(() => parseCheckpoint(parseNote(found.note).text))
  const answer = { origin, size, root: toBase64(root), checkpoint: found.note, created_at: found.created_at }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer)) as never
}

/** Tools that read logs send no Accept or any type, and expect the note. */
const asksJson = ({ headers }: FastifyRequest) =>
  preferredType(headers.accept, ['text/plain', 'application/json']) === 'application/json'

export const listKeys: Handler<typeof keyRoute> = async ({ server: { logKeys } }) => ({
  keys: [
    ...logKeys.signers.map(({ key }) => shown(key, 'signs')),
    ...logKeys.past.map((key) => shown(key, 'past')),
  ],
})

const shown = (key: VerifierKey, use: 'signs' | 'past') => ({
  log: 'scores' as const,
  key: formatVerifierKey(key),
  use,
})

export const getConsistency: Handler<typeof consistencyRoute> = async ({ server, query }) => {
  const { from } = query
  const to = await sizeAsked(server, 'to', query.to)
  if (from > to) throw badRequest('beyond_log', `from must be at most to, which is ${to}, not ${from}.`)
  const hashOf = await readRanges(server.db, consistencyRanges(from, to))
  return { from, to, proof: ofWholeLog(() => consistencyProof(from, to, hashOf)).map(toBase64) }
}

export const getInclusion: Handler<typeof inclusionRoute> = async ({ server, query, params: { index } }) => {
  const size = await sizeAsked(server, 'size', query.size)
  if (index >= size)
    throw badRequest('beyond_log', `index must be below size, which is ${size}, not ${index}.`)
  const leaf = { start: index, end: index + 1 }
  const hashOf = await readRanges(server.db, [leaf, ...inclusionRanges(index, size)])
  return ofWholeLog(() => {
    const proof = inclusionProof(index, size, hashOf).map(toBase64)
    return { index, size, leaf_hash: toBase64(hashOf({ level: 0, index })), proof }
  })
}

/** The size asked for, or that of the newest checkpoint. @throws 400 beyond the log */
async function sizeAsked({ db }: FastifyInstance, field: string, asked: number | undefined) {
  if (asked === undefined) return (await newestCheckpoint(db))?.size ?? 0
  const size = await sizeOf(db)
  if (asked > size)
    throw badRequest('beyond_log', `${field} must be at most ${size}, the size of the log, not ${asked}.`)
  return asked
}

export const listEntries: Handler<typeof entriesRoute> = async ({ server, query: { after = -1, limit } }) => {
  const leaves = await leavesAfter(server.db, after, limit)
  const data = leaves.map(({ index, statement, leaf_hash }) => ({
    index,
    statement,
    leaf_hash: toBase64(leaf_hash),
  }))
  return { data, next: data.at(-1)?.index ?? after }
}
