import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { number } from '../../logic/url-state.ts'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKey } from './new-key.tsx'
import { words } from './words.ts'

const LIMIT = 50
const STATE = { page: number(1) }

/** The keys of machines. */
export default function Keys() {
  const { may } = useMe()
  const [{ page }, change] = useUrlState(STATE)
  const [creating, create] = useState(false)
  const [made, setMade] = useState<{ key: string; user: number }>()
  const query = { page, limit: LIMIT }
  const list = useRead('/api/auth/api-keys', { query }, { keep: true })
  return (
    <Page
      title={words.title}
      actions={
        may('api-keys.write') && (
          <button type="button" class="button primary" onClick={() => create(true)}>
            <Icon name="plus" />
            {words.newKey}
          </button>
        )
      }
    >
      <AdminTabs />
      <p class="faint">{words.text}</p>
      <Panel
        class="flush"
        title={words.list}
        source={{ path: '/api/auth/api-keys', request: { query }, csv: true }}
      >
        <Loaded of={list} height="24rem">
          {({ data, total }) => (
            <KeyTable
              rows={data}
              empty={<Empty title={words.none}>{words.noneText}</Empty>}
              foot={<Pager page={page} limit={LIMIT} total={total} onPage={(to) => change({ page: to })} />}
            />
          )}
        </Loaded>
      </Panel>
      {creating && <NewKey onClose={() => create(false)} onMade={(key, user) => setMade({ key, user })} />}
      <SecretOnce
        title={words.secretTitle}
        label={words.secretLabel}
        secret={made?.key}
        note={made ? words.secretNote(made.user) : ''}
        onClose={() => setMade(undefined)}
      />
    </Page>
  )
}
