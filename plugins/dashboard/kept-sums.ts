import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeSlot } from '../../src/platform/http/answers/big-reads.ts'
import { keepVersions } from '../../src/platform/http/answers/keep-versions.ts'

/** What is asked for, by a key of its own, and how it is summed up when what is kept is not of its present version. */
export interface Sum<Answer> {
  key: string
  version: string | null
  sumUp(): Promise<{ version: string | null; answer: Answer }>
}

/**
 * Gives sums that are kept while the database says that they are of the present version, others summed up again, in
 * turn. So none is older than what was committed before it was asked for.
 * @param most how many are kept
 * @param find what is asked for; its version is read after the question has come
 */
export function keptSums<Answer, Request extends FastifyRequest>(
  { sumSlots }: FastifyInstance,
  most: number,
  find: (request: Request) => Promise<Sum<Answer>>,
) {
  const kept = keepVersions<Answer>(most)
  return async (request: Request, reply: FastifyReply): Promise<Answer> => {
    const askedAt = performance.now()
    const { key, version, sumUp } = await find(request)
    const found = kept.ofVersion(key, version)
    if (found) return found
    request.freeSlot = await takeSlot(sumSlots, request, reply)
    return kept.readAfter(key, askedAt) ?? kept.keep(key, sumUp)
  }
}
