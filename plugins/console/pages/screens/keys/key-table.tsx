import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { day, moment, since } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { toast } from '../../parts/toasts.tsx'
import { roleName } from '../../words/roles.ts'
import { words as admin } from '../admin/words.ts'
import { words } from './words.ts'

type Key = Answer<'GET', '/api/auth/api-keys'>['data'][number]

interface Props {
  rows: Key[]
  empty: ComponentChildren
  foot: ComponentChildren
}

const isGood = ({ revoked_at, expires_at }: Key) =>
  !revoked_at && !(expires_at && new Date(expires_at) < new Date())

/** The keys, the newest first; a good one can be revoked. */
export function KeyTable({ rows, ...rest }: Props) {
  const { may, time_zone } = useMe()
  const [asked, ask] = useState<Key | null>(null)
  return (
    <>
      <DataTable<Key>
        caption={words.title}
        columns={[
          { key: 'name', head: words.name, cell: (key) => <Name {...key} /> },
          {
            key: 'account',
            head: words.account,
            cell: ({ user_id, username }) => <Link to={`/people?open=${user_id}`}>{username}</Link>,
          },
          { key: 'role', head: words.role, wide: true, cell: ({ role }) => roleName(role) },
          {
            key: 'made',
            head: words.made,
            wide: true,
            cell: ({ created_at }) => (
              <time dateTime={created_at} title={moment(created_at, time_zone)}>
                {since(created_at)}
              </time>
            ),
          },
          {
            key: 'expires',
            head: words.expires,
            wide: true,
            cell: ({ expires_at }) =>
              expires_at ? day(expires_at) : <span class="faint">{words.never}</span>,
          },
          { key: 'state', head: admin.state, cell: (key) => <State {...key} /> },
          ...(may('api-keys.write')
            ? [
                {
                  key: 'revoke',
                  head: admin.actions,
                  cell: (key: Key) =>
                    isGood(key) && (
                      <button type="button" class="button small" onClick={() => ask(key)}>
                        {words.revoke}
                      </button>
                    ),
                },
              ]
            : []),
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        {...rest}
      />
      {asked && <RevokeKey apiKey={asked} onClose={() => ask(null)} />}
    </>
  )
}

const Name = ({ name, prefix }: Key) => (
  <span class="person-cell">
    <span class="wraps" dir="auto">
      {name}
    </span>
    <span class="faint mono">{prefix}…</span>
  </span>
)

function State(key: Key) {
  if (key.revoked_at) return <Badge>{words.revoked}</Badge>
  return isGood(key) ? <Badge tone="good">{words.good}</Badge> : <Badge tone="warn">{words.expired}</Badge>
}

function RevokeKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const revoke = useSend('DELETE', '/api/auth/api-keys/{id}', {
    changes: ['/api/auth', '/api/audit'],
    onDone: () => {
      toast(words.isRevoked(apiKey.name))
      onClose()
    },
  })
  return (
    <Confirm
      title={words.revokeTitle(apiKey.name)}
      open
      onClose={onClose}
      onConfirm={() => revoke.mutate({ path: { id: apiKey.id } })}
      action={words.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      danger
    >
      <p>{words.revokeText(apiKey.username)}</p>
    </Confirm>
  )
}
