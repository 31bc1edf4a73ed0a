import { common } from '../words/common.ts'
import { Icon } from './icon.tsx'

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
      <span class="faint tabular">{common.rows(from, to, total)}</span>
      <button
        type="button"
        class="icon-button"
        aria-label={common.previousPage}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={common.nextPage}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}
