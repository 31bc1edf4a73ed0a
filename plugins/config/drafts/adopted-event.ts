import type { ConfigDraft } from '../../../src/domain/config/config-draft.ts'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { RULE_TYPES } from '../../../src/scoring/rules.ts'

/** The event of a draft that was adopted: how many records of each type it changes, so that it stays small. */
export const adoptedEvent = (draft: ConfigDraft): NewEvent => ({
  type: 'config.adopted',
  seller_id: null,
  data: {
    draft_id: draft.id,
    name: draft.name,
    effective_from: draft.adopted_from,
    adopted_by: draft.adopted_by,
    backtest_id: draft.backtest_id,
    override_reason: draft.override_reason,
    changes_sha256: draft.changes_sha256,
    changes: RULE_TYPES.flatMap((type) => {
      const ops = draft.changes.filter((change) => change.type === type).map(({ op }) => op)
      const put = ops.filter((op) => op === 'put').length
      return ops.length > 0 ? [{ type, put, removed: ops.length - put }] : []
    }),
  },
})
