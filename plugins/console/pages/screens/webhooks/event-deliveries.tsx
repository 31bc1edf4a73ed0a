import { useRead } from '../../api/queries.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { AttemptTable } from './attempts.tsx'
import { words } from './words.ts'

/** To whom an event was posted, and what came of it. */
export function EventDeliveries({ id }: { id: string }) {
  const log = useRead('/api/webhooks/logs', { query: { event_id: id, limit: 50 } })
  return (
    <section class="stack">
      <h3>{words.deliveries}</h3>
      <Loaded of={log} height="4rem">
        {({ data }) =>
          data.length === 0 ? <p class="hint">{words.noDeliveries}</p> : <AttemptTable attempts={data} />
        }
      </Loaded>
    </section>
  )
}
