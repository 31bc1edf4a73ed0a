import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { ApiError } from '../../../api/errors.ts'
import { queryOf, refresh } from '../../../api/queries.ts'
import { blockingOf } from '../../../logic/quality.ts'

const PATH = '/api/sos/monthly/quality'

/**
 * How the data of a month look to somebody who is about to finalize: asked again when the dialog opens. Where the gate
 * blocks, what blocks must be accepted one by one, with a reason.
 */
export function useAcceptance(period: string, enabled = true) {
  const client = useQueryClient()
  const read = useQuery({
    ...queryOf(PATH, { query: { period } }),
    enabled,
    refetchOnMount: 'always',
  })
  const [accepted, setAccepted] = useState<string[]>([])
  const blocking = read.data?.gate === 'block' ? blockingOf(read.data) : []
  return {
    read,
    blocking,
    accepted,
    toggle: (id: string) =>
      setAccepted((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    /** What the service takes as `accept`. */
    accept: blocking.filter((id) => accepted.includes(id)),
    /** Whether it is known how the data look, and each check that blocks is accepted with a reason. */
    isReady: (reason: string) =>
      !(enabled && read.isPending) &&
      blocking.every((id) => accepted.includes(id)) &&
      (blocking.length === 0 || reason.trim() !== ''),
    /** A refusal says that the data look otherwise by now: they are read again, and what is new can be accepted. */
    refused: ({ code }: ApiError) => {
      if (code === 'quality_blocked') refresh(client, [PATH])
    },
  }
}

export type Acceptance = ReturnType<typeof useAcceptance>
