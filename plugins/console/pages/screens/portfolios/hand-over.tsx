import { useState } from 'preact/hooks'
import { send, tagOf } from '../../api/client.ts'
import { queries, refresh, useRead, useSend } from '../../api/queries.ts'
import { useManagers } from '../../parts/choices.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { SelectField } from '../../parts/field.tsx'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

const CHANGED = ['/api/am', '/api/sellers', '/api/sos', '/api/dashboard']

interface Props {
  /** Whose portfolio it leaves. */
  from: number
  code: string
  onClose: () => void
}

/** Gives a seller to another account manager, on the version that was read; it can be undone. */
export function HandOver({ from, code, onClose }: Props) {
  const [to, choose] = useState('')
  const path = { id: code }
  const seller = useRead('/api/sellers/{id}', { path })
  const others = (useManagers() ?? []).filter(([id]) => id !== '' && id !== String(from))
  const name = others.find(([id]) => id === to)?.[1]
  const handing = useSend('PATCH', '/api/sellers/{id}', {
    changes: CHANGED,
    onDone() {
      const undo = () =>
        send('PATCH', '/api/sellers/{id}', { path, body: { assigned_am_id: from } }).then(() =>
          refresh(queries, CHANGED),
        )
      toast(words.isHandedOver(code, name ?? ''), { undo })
      onClose()
    },
  })
  function hand() {
    handing.mutate(
      { path, body: { assigned_am_id: Number(to) }, ifMatch: tagOf(seller.data) },
      { onError: ({ status }) => status === 412 && seller.refetch() },
    )
  }
  return (
    <Confirm
      open
      title={words.handOverTitle(code)}
      action={words.handOver}
      busy={handing.isPending}
      disabled={!to || !seller.data}
      error={handing.error ?? null}
      onClose={onClose}
      onConfirm={hand}
    >
      <SelectField
        label={words.handOverTo}
        value={to}
        onValue={choose}
        options={[['', words.choose], ...others]}
      />
      <p>{name ? words.handOverText(name) : words.choose}</p>
    </Confirm>
  )
}
