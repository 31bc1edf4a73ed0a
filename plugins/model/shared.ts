import { type TProperties, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { finishedMonths } from '../../src/domain/finished-months.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Nullable, Period } from '../../src/platform/schemas/schemas.ts'

export const Figure = (description: string, example: number) =>
  Type.Number({ description, examples: [example] })
/** A figure that can't be formed of too few. */
export const Maybe = (description: string, example: number) =>
  Nullable(Type.Number(), { description, examples: [example] })

export const Enough = Type.Boolean({
  description: 'Whether the figures can carry a conclusion; `sentence` says why not',
  examples: [true],
})
export const Sentence = (example: string) =>
  Type.String({ description: 'What the figures say, in words', examples: [example] })

const months = {
  from: Period({ description: 'First month that counts', examples: ['2025-11'] }),
  to: Period({ description: 'Last month that counts' }),
}

/** A route that judges finished months, and says whether its figures carry a conclusion. */
export const audited = <Query extends TProperties, Answer extends TProperties>(
  path: string,
  said: { operationId: string; summary: string; description: string; sentence: string },
  query: Query,
  answer: Answer,
) => {
  const { sentence, ...named } = said
  return endpoint('GET', `/api/sos/model/${path}`, 'model.read', {
    config: { reads: 'sums' },
    tags: ['model'],
    ...named,
    querystring: Closed({
      from: Type.Optional(
        Period({ description: 'First month; default: eleven before `to`', examples: ['2025-11'] }),
      ),
      to: Type.Optional(
        Period({ description: 'Last month, at most 23 later; default: the last one that is over' }),
      ),
      ...query,
    }),
    response: { 200: Type.Object({ ...months, ...answer, enough: Enough, sentence: Sentence(sentence) }) },
  })
}

/** Four decimals. */
export const rounded = (value: number) => Math.round(value * 10_000) / 10_000
/** A share in whole percent, as sentences say it. */
export const percent = (share: number) => `${Math.round(share * 100)} %`
/** Two decimals, as sentences say them. */
export const shown = (value: number) => String(Math.round(value * 100) / 100)

const USUAL_MONTHS = 12

/** Oldest first, the last twelve by default. @throws 400 when they are not 1 to 24 finished months */
export function monthsAsked(
  service: Pick<FastifyInstance, 'clock' | 'env'>,
  { from, to }: { from?: string; to?: string },
): string[] {
  const running = runningPeriod(service)
  const last = to ?? shiftPeriod(running, -1)
  return finishedMonths(from ?? shiftPeriod(last, 1 - USUAL_MONTHS), last, running)
}
