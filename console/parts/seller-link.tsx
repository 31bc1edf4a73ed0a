import { Link } from './link.tsx'

interface Props {
  code: string
  /** Such as `?tab=surcharges`. */
  query?: string
  class?: string
}

/** The page of a seller. */
export const sellerPath = (code: string, query = '') => `/sellers/${encodeURIComponent(code)}${query}`

/** A seller's code that leads to its page. */
export const SellerLink = ({ code, query, class: style = 'mono' }: Props) => (
  <Link to={sellerPath(code, query)} class={style}>
    {code}
  </Link>
)

interface CellProps {
  of: { seller_code: string; company_name: string }
  query?: string
}

/** A seller in a table: its code leads to its page, its name stands below. */
export const SellerCell = ({ of: { seller_code, company_name }, query }: CellProps) => (
  <span class="case-cell">
    <SellerLink code={seller_code} query={query} />
    <span class="cut" dir="auto" title={company_name}>
      {company_name}
    </span>
  </span>
)
