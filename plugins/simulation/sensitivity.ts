import { Type } from '@sinclair/typebox'
import { SCORE } from '../../src/domain/sellers/seller-name.ts'
import { clientDisconnected } from '../../src/platform/http/connections/client-disconnected.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Nullable } from '../../src/platform/schemas/schemas.ts'
import { NO_THREAD } from '../../src/platform/threads/threads.ts'
import { asked, LEVERS_SAID, Lever, Metric, Standing, simulated } from './schemas.ts'
import { readWorld } from './worlds.ts'

const Delta = (description: string, example: number) => Type.Number({ description, examples: [example] })

type SensitivityTask = typeof import('./tasks/sensitivity-task.ts').default
const sensitivityTask = new URL('./tasks/sensitivity-task.ts', import.meta.url)

/** Says what each lever can do by itself, in a thread. */
export const getSensitivity = endpoint('GET', `${SCORE}/sensitivity`, 'seller-scores.read', {
  operationId: 'getScoreSensitivity',
  summary: 'What each lever can do about a score by itself',
  description: `Changes nothing. Each lever moves the numerator of its metric, all else equal. ${LEVERS_SAID} Levers of metrics without a value are left out, because they change nothing.`,
  querystring: Closed({
    ...asked(
      'as_is: on what has happened. pace: on the running month’s end at the pace so far, which is its default',
    ),
  }),
  ...simulated(
    'What the score and the levers are of',
    {
      before: Standing,
      levers: Type.Array(
        Type.Object({
          lever: Lever(),
          metric: Metric(),
          most: Type.Integer({ description: 'The most steps that it can go', examples: [8] }),
          one_step: Delta('What one step changes of the total before it is rounded, two decimals', 0.55),
          all: Delta('What all its steps change of the total before it is rounded, two decimals', 3.6),
          alone: Nullable(Type.Integer(), {
            description: 'The fewest steps that reach the next tier by it alone; null when it can’t',
            examples: [null],
          }),
          to_lose: Nullable(Type.Integer(), {
            description:
              'The fewest steps the wrong way that lose the tier; null when it can’t. With basis pace only what is still to come can go wrong',
            examples: [6],
          }),
        }),
      ),
    },
    NO_THREAD,
  ),
})(async (request, reply) => {
  const asked = await readWorld(request, reply, request.query)
  const { threads } = request.server
  const gone = clientDisconnected(reply)
  return { ...asked, ...(await threads.run<SensitivityTask>(sensitivityTask, asked.data, gone)) }
})
