import { useRead } from '../../api/queries.ts'
import type { Answer, Model } from '../../api/types.ts'
import type { InputProps } from '../../parts/forms/form-field.tsx'
import { LookupField } from './lookup-field.tsx'

/** So many are listed. */
const MOST = 8

type Account = Answer<'GET', '/api/users'>['data'][number]

const sellerOf = ({
  id,
  seller_code,
  company_name,
}: Pick<Model<'Seller'>, 'id' | 'seller_code' | 'company_name'>) => ({
  id,
  code: seller_code,
  name: company_name,
})
const accountOf = ({ id, username, full_name }: Pick<Account, 'id' | 'username' | 'full_name'>) => ({
  id,
  code: username,
  name: full_name,
})

const useFoundSellers = (search: string) =>
  useRead(
    '/api/sellers',
    { query: { search, limit: MOST, status: 'all' } },
    { enabled: search !== '', keep: true },
  ).data?.data.map(sellerOf)

function useOneSeller(id: number | undefined) {
  const { data } = useRead(
    '/api/sellers/{id}',
    { path: { id: String(id) }, query: { by: 'id' } },
    { enabled: id !== undefined },
  )
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
