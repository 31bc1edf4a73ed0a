import { useQueryClient } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { refresh, useRead, useSend } from '../../api/queries.ts'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

const LOOK_MS = 500

/** Sends a ping and says what came of it, as soon as the log has it. */
export function Ping({ id }: { id: number }) {
  const client = useQueryClient()
  const ping = useSend('POST', '/api/webhooks/{id}/test')
  const event_id = ping.data?.event_id
  const query = { query: { event_id, subscription_id: id, limit: 1 } }
  const log = useRead('/api/webhooks/logs', query, {
    enabled: event_id !== undefined,
    every: event_id === undefined ? false : LOOK_MS,
  })
  const attempt = event_id === undefined ? undefined : log.data?.data[0]
  useEffect(() => {
    if (!attempt) return
    const { status, response_status, duration_ms, reason } = attempt
    if (status === 'delivered') toast(words.pingDelivered(response_status ?? 0, duration_ms))
    else toast(words.pingFailed(reason), { failed: true })
    ping.reset()
    refresh(client, ['/api/webhooks'])
  }, [attempt?.id])
  useEffect(() => {
    if (ping.error) toast(ping.error.message, { failed: true })
  }, [ping.error])
  const isBusy = ping.isPending || event_id !== undefined
  return (
    <button
      type="button"
      class="button"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => ping.mutate({ path: { id } })}
    >
      {words.ping}
    </button>
  )
}
