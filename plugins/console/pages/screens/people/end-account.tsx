import { useSend } from '../../api/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { toast } from '../../parts/toasts.tsx'
import { words as admin } from '../admin/words.ts'
import { type Account, CHANGED } from './account.ts'
import { words } from './words.ts'

interface Props {
  account: Account
  onClose: () => void
}

/** Asks before an account ends whose API keys would not come back. */
export function DeactivateAccount({ account, keys, onClose }: Props & { keys: number }) {
  const change = useSend('PATCH', '/api/users/{id}', {
    changes: CHANGED,
    onDone: () => {
      toast(admin.deactivated(account.username))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.deactivateTitle(account.username)}
      open
      onClose={onClose}
      onConfirm={() => change.mutate({ path: { id: account.id }, body: { is_active: false } })}
      action={admin.deactivate}
      busy={change.isPending}
      error={change.error}
      danger
    >
      <p>{words.deactivateText(account.username, keys)}</p>
    </Confirm>
  )
}

/** Asks, by its username, before the person behind an account is erased. */
export function EraseAccount({ account, onClose }: Props) {
  const erase = useSend('POST', '/api/users/{id}/erase', {
    changes: CHANGED,
    onDone: () => {
      toast(words.erased(account.username))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.eraseTitle(account.username)}
      open
      onClose={onClose}
      onConfirm={() => erase.mutate({ path: { id: account.id } })}
      action={words.eraseAction}
      typed={account.username}
      busy={erase.isPending}
      error={erase.error}
      danger
    >
      <p>{words.eraseText}</p>
    </Confirm>
  )
}
