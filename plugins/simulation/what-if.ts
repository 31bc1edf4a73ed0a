import type { Handler } from '../../src/platform/http/handler.ts'
import { badRequest } from '../../src/platform/http/problems.ts'
import { atPace } from '../../src/scoring/simulation/pace.ts'
import { RefusedChange } from '../../src/scoring/simulation/refused-change.ts'
import { whatIf } from '../../src/scoring/simulation/what-if.ts'
import type { whatIfSchema } from './what-if-schemas.ts'
import type { ReadWorld } from './worlds.ts'

/** Scores a seller's month with something changed, in this thread: it takes no longer than to score the seller. */
export const askWhatIf =
  (readWorld: ReadWorld): Handler<typeof whatIfSchema> =>
  async (request, reply) => {
    const { period, basis = 'as_is', metrics = {}, facts = {} } = request.body ?? {}
    const { world, end, ...asked } = await readWorld(request, reply, { period, basis })
    const start = end ? atPace(world, end).world : world
    try {
      return { ...asked, ...whatIf(start, { metrics, facts }) }
    } catch (error) {
      throw error instanceof RefusedChange ? badRequest(error.code, error.message) : error
    }
  }
