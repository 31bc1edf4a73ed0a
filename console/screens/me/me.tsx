import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { session, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { NewPasswordFields } from '../../parts/forms/new-password-fields.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toast, toastError } from '../../parts/toasts.tsx'
import { roleName, roleTask } from '../../words/roles.ts'

/** The own account: who I am, my password, the way out. */
export default function Me() {
  const { user, role, auth_mode, identity } = useMe()
  const now = useStore(session)
  const isOwn = identity === 'own'
  const leave = () => signOut().catch(toastError)
  return (
    <Page title="My account">
      <div class="grid">
        <Panel class="half" title="Who I am" source={{ path: '/api/console/context' }}>
          <Facts
            of={[
              ['Full name', user.full_name],
              ['Username', user.username],
              ['Role', [roleName(role), <div class="faint">{roleTask(role)}</div>]],
              ['Sees', scopeOf(user)],
              ['X-User-Id', user.id],
            ]}
          />
        </Panel>
        <div class="half stack">
          {auth_mode === 'demo' ? (
            <Panel title="Password">
              <p class="faint">This is the demo: nobody signs in, so there is no password and no session.</p>
            </Panel>
          ) : (
            <>
              <Panel title="Password">
                {isOwn ? (
                  <NewPassword />
                ) : (
                  <p class="faint">
                    Your organisation keeps the passwords: change it where you sign in to your other services.
                  </p>
                )}
              </Panel>
              <Panel title="Session">
                <div class="stack">
                  <p class="faint">
                    {isOwn
                      ? 'You stay signed in for 12 hours without a visit, 30 days at most. Signing out ends the session in all tabs of this browser.'
                      : 'Your organisation says how long you stay signed in. Signing out ends the session in all tabs of this browser.'}
                  </p>
                  <p>
                    <Button disabled={now.state !== 'verified'} onClick={leave}>
                      Sign out
                    </Button>
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
  if (seller_code) return `Seller ${seller_code}`
  if (warehouse_name) return `Warehouse ${warehouse_name}`
  return am_id ? 'The own portfolio' : 'Everything'
}

/** A new password of one's own. */
function NewPassword() {
  const [password, setPassword] = useState('')
  const [times, setTimes] = useState(0)
  const change = useSend('POST', '/api/auth/update-password', {
    onDone: () => {
      toast('The password is changed; all other sessions have ended.')
      setPassword('')
      setTimes(times + 1)
    },
  })
  function submit(event: Event) {
    event.preventDefault()
    if (password !== '') change.mutate({ body: { new_password: password } })
  }
  return (
    <form class="stack" onSubmit={submit}>
      <p class="faint">It ends your sessions in all other browsers. This one goes on.</p>
      <NewPasswordFields key={times} onValue={setPassword} />
      {change.error && <Problem error={change.error} />}
      <p>
        <Button type="submit" class="primary" disabled={password === ''} busy={change.isPending}>
          Change the password
        </Button>
      </p>
    </form>
  )
}
