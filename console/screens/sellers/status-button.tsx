import { useState } from 'preact/hooks'
import type { Model } from '../../api/types.ts'
import { saysSomething } from '../../logic/format.ts'
import { Opener } from '../../parts/button.tsx'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'
import { TextArea } from '../../parts/forms/field.tsx'

type Seller = Pick<Model<'Seller'>, 'seller_code' | 'company_name' | 'status'>

export const STATES = { active: 'Active', suspended: 'Suspended', terminated: 'Terminated' }

/** Suspends a seller or takes it back, after a question; nothing for one that is terminated. */
export function StatusButton({ seller }: { seller: Seller }) {
  const [asking, ask] = useState(false)
  if (seller.status === 'terminated') return null
  return (
    <>
      <Opener class="small" onClick={() => ask(true)}>
        {seller.status === 'active' ? 'Suspend' : 'Reactivate'}
      </Opener>
      {asking && <StatusDialog seller={seller} onClose={() => ask(false)} />}
    </>
  )
}

/** Who it is, what follows, and why: a suspension without a reason is none. */
function StatusDialog({ seller, onClose }: { seller: Seller; onClose: () => void }) {
  const { seller_code, company_name, status } = seller
  const suspends = status === 'active'
  const [reason, write] = useState('')
  return (
    <ConfirmSend
      method="PATCH"
      path="/api/sellers/{id}"
      request={{
        path: { id: seller_code },
        body: { status: suspends ? 'suspended' : 'active', status_reason: reason.trim() || null },
      }}
      changes={['/api/sellers', '/api/sos', '/api/dashboard', '/api/audit']}
      said={
        suspends ? `${seller_code} is suspended: its orders are blocked.` : `${seller_code} is active again.`
      }
      title={`${suspends ? 'Suspend' : 'Reactivate'} ${company_name} (${seller_code})?`}
      action={suspends ? 'Suspend' : 'Reactivate'}
      danger={suspends}
      disabled={suspends && !saysSomething(reason)}
      onClose={onClose}
    >
      <p>
        {suspends
          ? 'From now on none of its orders may be shipped, and it is not scored, until somebody reactivates it.'
          : 'It is scored again, and its orders may be shipped, unless a payment block stands against it.'}
      </p>
      <TextArea
        label="Reason"
        hint={suspends ? 'Ten characters or more; kept in the audit log.' : 'Kept in the audit log.'}
        required={suspends}
        rows={2}
        maxLength={1000}
        value={reason}
        onValue={write}
      />
    </ConfirmSend>
  )
}
