import { useRead } from '../../api/queries.ts'
import type { InputProps } from './form-field.tsx'
import { type Found, LookupField } from './lookup-field.tsx'

const MOST = 8

const sellerOf = ({ id, seller_code, company_name }: SellerLike): Found => ({
  id,
  code: seller_code,
  name: company_name,
})
const accountOf = ({ id, username, full_name }: AccountLike): Found => ({
  id,
  code: username,
  name: full_name,
})

interface SellerLike {
  id: number
  seller_code: string
  company_name: string
}
interface AccountLike {
  id: number
  username: string
  full_name: string
}

const useFoundSellers = (search: string) =>
  useRead(
    '/api/sellers',
    { query: { search, limit: MOST, status: 'all' } },
    { enabled: search !== '', keep: true },
  ).data?.data.map(sellerOf)

function useOneSeller(id: number | undefined) {
  const { data } = useRead('/api/sellers/{id}', { path: { id: String(id) } }, { enabled: id !== undefined })
  return data && sellerOf(data)
}

const useFoundAccounts = (search: string) =>
  useRead(
    '/api/users',
    { query: { search, limit: MOST, is_active: true } },
    { enabled: search !== '', keep: true },
  ).data?.data.map(accountOf)

function useOneAccount(id: number | undefined) {
  const { data } = useRead('/api/users/{id}', { path: { id: id ?? 0 } }, { enabled: id !== undefined })
  return data && accountOf(data)
}

/** Chooses a seller by its code; the value is its id. */
export const SellerField = (props: InputProps) => (
  <LookupField {...props} useFound={useFoundSellers} useOne={useOneSeller} />
)

/** Chooses an account by its username; the value is its id. */
export const AccountField = (props: InputProps) => (
  <LookupField {...props} useFound={useFoundAccounts} useOne={useOneAccount} />
)
