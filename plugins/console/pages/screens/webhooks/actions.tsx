import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { refresh, useRead, useSend } from '../../api/queries.ts'
import { moment } from '../../logic/format.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { toast } from '../../parts/toasts.tsx'
import { common } from '../../words/common.ts'
import { Ping } from './ping.tsx'
import { Replay } from './replay.tsx'
import { nameOf, type Subscription } from './status.tsx'
import { words } from './words.ts'

interface Props {
  webhook: Subscription
  /** The version that is shown; a change of a newer one is refused. */
  tag: string | undefined
}

/** What can be done with a subscription. */
export function Actions({ webhook, tag }: Props) {
  const [open, setOpen] = useState<'replay' | 'rotate' | 'delete' | null>(null)
  const client = useQueryClient()
  const { id } = webhook
  const path = { id }
  async function setActive(is_active: boolean) {
    await send('PATCH', '/api/webhooks/{id}', { path, body: { is_active } })
    refresh(client, ['/api/webhooks'])
  }
  async function pause() {
    try {
      await setActive(false)
      toast(words.pausedNow, { undo: () => setActive(true) })
    } catch (error) {
      toast(asApiError(error).message, { failed: true })
    }
  }
  const resume = () =>
    setActive(true).then(
      () => toast(words.resumedNow, { undo: () => setActive(false) }),
      (error) => toast(asApiError(error).message, { failed: true }),
    )
  return (
    <>
      <Ping id={id} />
      <button type="button" class="button" onClick={() => setOpen('replay')}>
        {words.replay}
      </button>
      {webhook.is_active && webhook.status === 'active' ? (
        <button type="button" class="button" onClick={pause}>
          {words.pause}
        </button>
      ) : (
        <button type="button" class="button" onClick={resume}>
          <Icon name="play" />
          {words.resume}
        </button>
      )}
      <Menu
        label={common.more}
        items={[
          { label: words.rotate, icon: 'lock', onChoose: () => setOpen('rotate') },
          { label: words.delete, icon: 'close', onChoose: () => setOpen('delete') },
        ]}
      />
      <Dialog title={words.replayTitle} open={open === 'replay'} onClose={() => setOpen(null)}>
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
        title={words.rotate}
        action={words.rotate}
        open={open}
        onClose={onClose}
        onConfirm={() => rotation.mutate({ path: { id }, body: {}, ifMatch: tag })}
        busy={rotation.isPending}
        error={rotation.error}
      >
        <p>{words.rotateText}</p>
      </Confirm>
      <SecretOnce
        title={words.secretTitle}
        label={words.secret}
        secret={secret}
        note={`${words.secretText} ${previous_key_until ? words.secretUntil(moment(previous_key_until, time_zone)) : ''}`}
        onClose={() => rotation.reset()}
      />
    </>
  )
}

function Delete({ webhook, tag, open, onClose }: Asked & { webhook: Subscription }) {
  const { id } = webhook
  const go = useGo()
  const client = useQueryClient()
  const health = useRead('/api/webhooks/{id}/health', { path: { id } }, { enabled: open })
  const deletion = useSend('DELETE', '/api/webhooks/{id}', {
    onDone: () => {
      client.removeQueries({ queryKey: ['/api/webhooks'] }) // the list that still has it
      toast(words.deleted)
      go('/webhooks')
    },
  })
  const waiting = (health.data?.pending ?? 0) + (health.data?.held ?? 0)
  return (
    <Confirm
      title={words.deleteTitle(nameOf(webhook))}
      action={words.delete}
      danger
      open={open}
      onClose={onClose}
      onConfirm={() => deletion.mutate({ path: { id }, ifMatch: tag })}
      busy={deletion.isPending || !health.data}
      error={deletion.error}
    >
      <p>{words.deleteText(waiting)}</p>
    </Confirm>
  )
}
