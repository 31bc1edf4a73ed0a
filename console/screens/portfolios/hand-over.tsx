import { useState } from 'preact/hooks'
import { send, tagOf } from '../../api/client.ts'
import { refresh, useRead, useSend } from '../../api/queries.ts'
import { useManagers } from '../../parts/forms/choices.ts'
import { Confirm } from '../../parts/forms/confirm.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { toast } from '../../parts/toasts.tsx'

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
          refresh(CHANGED),
        )
      toast(`${code} belongs to ${name ?? ''} now.`, { undo })
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
      title={`Hand ${code} over`}
      action="Hand over"
      disabled={!to || !seller.data}
      of={handing}
      onClose={onClose}
      onConfirm={hand}
    >
      <SelectField
        label="To"
        value={to}
        onValue={choose}
        options={[['', 'Choose whom it goes to.'], ...others]}
      />
      <p>
        {name
          ? `${name} looks after this seller from now on. Months that are calculated keep whom they counted for.`
          : 'Choose whom it goes to.'}
      </p>
    </Confirm>
  )
}
