import type { FastifyBaseLogger } from 'fastify'

type Child = Parameters<FastifyBaseLogger['child']>

/** The log of a request before its first line. */
interface Unmade {
  parent: FastifyBaseLogger
  bindings: Child[0]
  options: Child[1]
  made?: FastifyBaseLogger
}

const METHODS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', 'child'] as const

const madeOf = (log: Unmade) => (log.made ??= log.parent.child(log.bindings, log.options))

/** Each method makes pino's child, and is the child's. */
const UNMADE = Object.fromEntries(
  METHODS.map((name) => [
    name,
    function (this: Unmade, ...given: unknown[]) {
      return (madeOf(this)[name] as (...given: unknown[]) => unknown)(...given)
    },
  ]),
)
for (const name of ['level', 'msgPrefix'] as const)
  Object.defineProperty(UNMADE, name, {
    get(this: Unmade) {
      return (madeOf(this) as unknown as Record<string, unknown>)[name]
    },
  })

/**
 * Makes the log of a request, whose lines have its id. Most requests write none but the line of their end, which the
 * app's log writes: so pino's child is made by the first line that needs it.
 */
export const requestLog = (parent: FastifyBaseLogger, bindings: Child[0], options: Child[1]) =>
  Object.assign(Object.create(UNMADE), { parent, bindings, options }) as FastifyBaseLogger
