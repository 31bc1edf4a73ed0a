import { common } from '../../words/common.ts'
import type { Action } from './change-scores.ts'
import { words } from './words.ts'

interface Props {
  count: number
  onAct: (action: Action) => void
  onClear: () => void
}

/** What can be done with the rows that are selected. */
export const SelectionBar = ({ count, onAct, onClear }: Props) => (
  <div class="selection-bar" role="toolbar" aria-label={common.selected(count)}>
    <strong class="tabular">{common.selected(count)}</strong>
    <button type="button" class="button small" onClick={() => onAct('review')}>
      {words.reviewSome}
    </button>
    <button type="button" class="button small" onClick={() => onAct('finalize')}>
      {words.finalize}
    </button>
    <button type="button" class="button small" onClick={onClear}>
      {words.clearSelection}
    </button>
  </div>
)
