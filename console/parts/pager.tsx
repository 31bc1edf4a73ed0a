import { count } from '../logic/format.ts'
import { IconButton } from './button.tsx'

interface Props {
  page: number
  limit: number
  total: number
  onPage: (page: number) => void
}

/** Which rows of a list are shown, and the way to the next. */
export function Pager({ page, limit, total, onPage }: Props) {
  const from = Math.min((page - 1) * limit + 1, total)
  const to = Math.min(page * limit, total)
  return (
    <div class="pager">
      <span class="faint tabular">{`${count(from)} to ${count(to)} of ${count(total)}`}</span>
      <IconButton icon="left" label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <IconButton icon="right" label="Next page" disabled={to >= total} onClick={() => onPage(page + 1)} />
    </div>
  )
}
