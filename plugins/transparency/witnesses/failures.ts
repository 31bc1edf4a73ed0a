import type { FastifyBaseLogger } from 'fastify'

/** Why a witness has not signed. What is `ours` contradicts its log: somebody must look at it. */
export type FailureKind = 'unreachable' | 'refused' | 'unreadable' | 'unsigned' | 'ahead' | 'other_log'

const OURS: readonly FailureKind[] = ['ahead', 'other_log']

/** A witness has not signed; the message says why. */
export class WitnessFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Logs a failure of a witness once for as long as it fails in the same manner, and when it signs again. */
export function failureLog(log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'info' | 'debug'>) {
  const failing = new Map<string, FailureKind>()
  return {
    failed(witness: string, error: WitnessFailure) {
      const known = failing.get(witness) === error.kind
      const level = known ? 'debug' : OURS.includes(error.kind) ? 'error' : 'warn'
      failing.set(witness, error.kind)
      log[level](
        { witness, failure: error.kind, reason: error.message, cause: error.cause },
        'a witness has not signed',
      )
    },
    signed(witness: string) {
      if (failing.delete(witness)) log.info({ witness }, 'a witness signs again')
    },
  }
}
