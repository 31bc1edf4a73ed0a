import { asApiError } from '../../api/errors.ts'
import { session, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { toast } from '../../parts/toasts.tsx'
import { roleName, roleTask } from '../../words/roles.ts'
import { NewPassword } from './new-password.tsx'
import { words } from './words.ts'

/** The own account: who I am, my password, the way out. */
export default function Me() {
  const { user, role, auth_mode, identity } = useMe()
  const now = useStore(session)
  const isOwn = identity === 'own'
  const leave = () => signOut().catch((error) => toast(asApiError(error).message, { failed: true }))
  return (
    <Page title={words.title}>
      <div class="grid">
        <Panel class="half" title={words.who} source={{ path: '/api/console/context' }}>
          <dl class="facts">
            <dt>{words.full_name}</dt>
            <dd dir="auto">{user.full_name}</dd>
            <dt>{words.username}</dt>
            <dd>{user.username}</dd>
            <dt>{words.role}</dt>
            <dd>
              {roleName(role)}
              <div class="faint">{roleTask(role)}</div>
            </dd>
            <dt>{words.scope}</dt>
            <dd dir="auto">{scopeOf(user)}</dd>
            <dt>{words.id}</dt>
            <dd class="tabular">{user.id}</dd>
          </dl>
        </Panel>
        <div class="half stack">
          {auth_mode === 'demo' ? (
            <Panel title={words.password}>
              <p class="faint">{words.demo}</p>
            </Panel>
          ) : (
            <>
              <Panel title={words.password}>
                {isOwn ? <NewPassword /> : <p class="faint">{words.external}</p>}
              </Panel>
              <Panel title={words.session}>
                <div class="stack">
                  <p class="faint">{isOwn ? words.sessionText : words.sessionExternal}</p>
                  <p>
                    <button type="button" class="button" disabled={now.state !== 'verified'} onClick={leave}>
                      {words.signOut}
                    </button>
                  </p>
                </div>
              </Panel>
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

function scopeOf({ am_id, warehouse_name, seller_code }: ReturnType<typeof useMe>['user']) {
  if (seller_code) return words.seller(seller_code)
  if (warehouse_name) return words.warehouse(warehouse_name)
  return am_id ? words.manager : words.everything
}
