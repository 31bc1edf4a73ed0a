import { useEffect, useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { queries, refresh, useRead, useSend } from '../../api/queries.ts'
import { count, moment, plural } from '../../logic/format.ts'
import { Button, Opener } from '../../parts/button.tsx'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { SecretOnce } from '../../parts/forms/secret-once.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { toast, toastWhenDone } from '../../parts/toasts.tsx'
import { common } from '../../words/common.ts'
import { Replay } from './replay.tsx'
import { nameOf, SECRET_TEXT, type Subscription } from './status.tsx'

interface Props {
  webhook: Subscription
  /** The version that is shown; a change of a newer one is refused. */
  tag: string | undefined
}

/** What can be done with a subscription. */
export function Actions({ webhook, tag }: Props) {
  const [open, setOpen] = useState<'replay' | 'rotate' | 'delete' | null>(null)
  const { id } = webhook
  const path = { id }
  async function setActive(is_active: boolean) {
    await send('PATCH', '/api/webhooks/{id}', { path, body: { is_active } })
    refresh(['/api/webhooks'])
  }
  const pause = () =>
    toastWhenDone(
      setActive(false),
      'Paused. Events that happen now are not queued; replay sends them later.',
      () => setActive(true),
    )
  const resume = () => toastWhenDone(setActive(true), 'Active again.', () => setActive(false))
  return (
    <>
      <Ping id={id} />
      <Opener onClick={() => setOpen('replay')}>Replay</Opener>
      {webhook.is_active && webhook.status === 'active' ? (
        <Button onClick={pause}>Pause</Button>
      ) : (
        <Button onClick={resume} icon="play">
          Resume
        </Button>
      )}
      <Menu
        label={common.more}
        items={[
          { label: 'Replace the secret', icon: 'lock', asks: true, onChoose: () => setOpen('rotate') },
          { label: 'Delete', icon: 'close', asks: true, onChoose: () => setOpen('delete') },
        ]}
      />
      <Dialog title="Deliver past events again" open={open === 'replay'} onClose={() => setOpen(null)}>
        <Replay id={id} onDone={() => setOpen(null)} />
      </Dialog>
      <Rotate id={id} tag={tag} open={open === 'rotate'} onClose={() => setOpen(null)} />
      <Delete webhook={webhook} tag={tag} open={open === 'delete'} onClose={() => setOpen(null)} />
    </>
  )
}

interface Asked {
  tag: string | undefined
  open: boolean
  onClose: () => void
}

function Rotate({ id, tag, open, onClose }: Asked & { id: number }) {
  const { time_zone } = useMe()
  const rotation = useSend('POST', '/api/webhooks/{id}/rotate-secret', {
    changes: ['/api/webhooks'],
    onDone: onClose,
  })
  const { secret, previous_key_until } = rotation.data ?? {}
  return (
    <>
      <Confirm
        title="Replace the secret"
        action="Replace the secret"
        open={open}
        onClose={onClose}
        onConfirm={() => rotation.mutate({ path: { id }, body: {}, ifMatch: tag })}
        of={rotation}
      >
        <p>
          A new secret is made. For 24 hours both sign, so that the receiver can change over without losing an
          event.
        </p>
      </Confirm>
      <SecretOnce
        title="The signing secret"
        label="Secret"
        secret={secret}
        note={`${SECRET_TEXT} ${previous_key_until ? `The secret before also signs until ${moment(previous_key_until, time_zone)}.` : ''}`}
        onClose={() => rotation.reset()}
      />
    </>
  )
}

function Delete({ webhook, tag, open, onClose }: Asked & { webhook: Subscription }) {
  const { id } = webhook
  const go = useGo()
  const health = useRead('/api/webhooks/{id}/health', { path: { id } }, { enabled: open })
  const deletion = useSend('DELETE', '/api/webhooks/{id}', {
    onDone: () => {
      queries.removeQueries({ queryKey: ['/api/webhooks'] }) // the list that still has it
      toast('Deleted.')
      go('/webhooks')
    },
  })
  const waiting = (health.data?.pending ?? 0) + (health.data?.held ?? 0)
  return (
    <Confirm
      title={`Delete ${nameOf(webhook)}`}
      action="Delete"
      danger
      open={open}
      onClose={onClose}
      onConfirm={() => deletion.mutate({ path: { id }, ifMatch: tag })}
      of={{ ...deletion, isPending: deletion.isPending || !health.data }}
    >
      <p>{`Nothing more is sent to this address, and ${plural(waiting, 'delivery that waits is', 'deliveries that wait are')} given up. Its log is kept.`}</p>
    </Confirm>
  )
}

const LOOK_MS = 500

/** Sends a ping and says what came of it, as soon as the log has it. */
function Ping({ id }: { id: number }) {
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
    if (status === 'delivered')
      toast(`The ping was answered with ${response_status ?? 0} in ${count(duration_ms)} ms.`)
    else toast(`The ping was not delivered. ${reason}`, { failed: true })
    ping.reset()
    refresh(['/api/webhooks'])
  }, [attempt?.id])
  useEffect(() => {
    if (ping.error) toast(ping.error.message, { failed: true })
  }, [ping.error])
  const isBusy = ping.isPending || event_id !== undefined
  return (
    <Button busy={isBusy} onClick={() => ping.mutate({ path: { id } })}>
      Send a ping
    </Button>
  )
}
