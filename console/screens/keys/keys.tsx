import { useState } from 'preact/hooks'
import type { Model } from '../../api/types.ts'
import { day, moment, since } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import { Opener } from '../../parts/button.tsx'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'
import { SecretOnce } from '../../parts/forms/secret-once.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { RecordList } from '../../parts/record-list.tsx'
import { Text } from '../../parts/text.tsx'
import { roleName } from '../../words/roles.ts'
import { RecordPage } from '../admin/record-page.tsx'
import { NewKey } from './new-key.tsx'

type Key = Model<'ApiKey'>

const isGood = ({ revoked_at, expires_at }: Key) =>
  !revoked_at && !(expires_at && new Date(expires_at) < new Date())

/** The keys of machines, the newest first; a good one can be revoked. */
export default function Keys() {
  const { may, time_zone } = useMe()
  const [made, setMade] = useState<{ key: string; user: number }>()
  const [asked, ask] = useState<Key | null>(null)
  const mayChange = may('api-keys.write')
  return (
    <RecordPage
      title="API keys"
      newTitle={mayChange ? 'New key' : undefined}
      newDialog={(close) => <NewKey onClose={close} onMade={(key, user) => setMade({ key, user })} />}
    >
      <p class="faint">
        A key lets a machine act for an account, without its password. It does what both its own role and the
        account’s may do.
      </p>
      <RecordList
        title="Keys, the newest first"
        caption="API keys"
        path="/api/auth/api-keys"
        height="24rem"
        columns={[
          { head: 'What it is for', cell: (key) => <Name {...key} /> },
          {
            head: 'Acts for',
            cell: ({ user_id, username }) => <Link to={`/people?open=${user_id}`}>{username}</Link>,
          },
          { head: 'Role', wide: true, cell: ({ role }) => roleName(role) },
          {
            head: 'Made',
            wide: true,
            cell: ({ created_at }) => (
              <time dateTime={created_at} title={moment(created_at, time_zone)}>
                {since(created_at)}
              </time>
            ),
          },
          {
            head: 'Good until',
            wide: true,
            cell: ({ expires_at }) => (expires_at ? day(expires_at) : <span class="faint">No end</span>),
          },
          { head: 'State', cell: (key) => <State {...key} /> },
          mayChange && {
            head: 'Actions',
            cell: (key: Key) =>
              isGood(key) && (
                <Opener class="small" onClick={() => ask(key)}>
                  Revoke
                </Opener>
              ),
          },
        ]}
        keyOf={({ id }) => id}
        none="No keys yet"
        hint="Systems that push facts or ask for scores each get a key of their own."
      />
      {asked && <RevokeKey apiKey={asked} onClose={() => ask(null)} />}
      <SecretOnce
        title="The new key"
        label="API key"
        secret={made?.key}
        note={made ? `Send it as “Authorization: Bearer …”, beside “X-User-Id: ${made.user}”.` : ''}
        onClose={() => setMade(undefined)}
      />
    </RecordPage>
  )
}

const Name = ({ name, prefix }: Key) => (
  <span class="person-cell">
    <Text class="wraps">{name}</Text>
    <span class="faint mono">{prefix}…</span>
  </span>
)

function State(key: Key) {
  if (key.revoked_at) return <Badge>Revoked</Badge>
  return isGood(key) ? <Badge tone="good">Good</Badge> : <Badge tone="warn">Expired</Badge>
}

const RevokeKey = ({ apiKey: { id, name, username }, onClose }: { apiKey: Key; onClose: () => void }) => (
  <ConfirmSend
    method="DELETE"
    path="/api/auth/api-keys/{id}"
    request={{ path: { id } }}
    changes={['/api/auth', '/api/audit']}
    said={`${name} is revoked.`}
    title={`Revoke “${name}”?`}
    action="Revoke"
    danger
    onClose={onClose}
  >
    <p>{`Every machine that sends this key is refused within three seconds, for good. It acts for ${username}.`}</p>
  </ConfirmSend>
)
