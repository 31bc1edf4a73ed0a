import { Link } from '../../parts/link.tsx'
import type { Account } from './account.ts'
import { words } from './words.ts'

/** The part of the sellers that an account sees, as a link to it. */
export function Scope({ role, am_id, am_name, warehouse_id, warehouse_name, seller_code }: Account) {
  if (role === 'am') return am_id ? <To path={`/portfolios/${am_id}`}>{am_name}</To> : <Nothing />
  if (role === 'warehouse')
    return warehouse_id ? <To path={`/sellers?warehouse=${warehouse_id}`}>{warehouse_name}</To> : <Nothing />
  if (role === 'seller')
    return seller_code ? (
      <To path={`/sellers/${encodeURIComponent(seller_code)}`}>{seller_code}</To>
    ) : (
      <Nothing />
    )
  return <span class="faint">{words.everything}</span>
}

const To = ({ path, children }: { path: string; children: preact.ComponentChildren }) => (
  <Link to={path} class="wraps" dir="auto">
    {children}
  </Link>
)

const Nothing = () => <span class="faint">{words.nothing}</span>
