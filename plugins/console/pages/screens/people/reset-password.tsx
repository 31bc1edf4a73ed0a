import { useEffect } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { moment } from '../../logic/format.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Problem } from '../../parts/problem.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import type { Account } from './account.ts'
import { words } from './words.ts'

/** Makes a link with which a person sets a new password. Its secret is behind the #, which no server is sent. */
export function ResetPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { time_zone } = useMe()
  const make = useSend('POST', '/api/users/{id}/password-reset', { changes: ['/api/audit'] })
  const begin = () => make.mutate({ path: { id: account.id } })
  useEffect(begin, [])
  if (!make.data)
    return (
      <Dialog title={words.resetTitle} open onClose={onClose}>
        {make.error ? <Problem error={make.error} onRetry={begin} /> : <Waiting />}
      </Dialog>
    )
  const { token, expires_at } = make.data
  return (
    <SecretOnce
      title={words.resetTitle}
      label={words.resetLabel}
      secret={`${location.origin}/console/reset#${token}`}
      note={words.resetNote(account.username, moment(expires_at, time_zone))}
      onClose={onClose}
    />
  )
}
