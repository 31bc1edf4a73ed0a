import { refresh, useRead } from '../../../api/queries.ts'
import type { Answer, Model } from '../../../api/types.ts'
import { useStream } from '../../../parts/use-stream.ts'
import type { Change } from '../impact/use-preview.ts'

export const DRAFT = '/api/config/drafts/{id}'
export const BACKTESTS = '/api/backtests'

/** A draft with the changes that it makes. */
export type Draft = Omit<Model<'ConfigDraft'>, 'changes'> & { changes: Change[] }
export type Backtest = Answer<'GET', typeof BACKTESTS>['data'][number]
export type BacktestResult = Answer<'GET', '/api/backtests/{id}'>

/** Whether somebody has made the draft, written any of it, or changed it last. */
export const isWrittenBy = ({ created_by, updated_by, written_by }: Draft, user: number) =>
  [created_by, updated_by, ...written_by].includes(user)

/** The backtests of a draft, the newest first. */
export const useBacktests = (draft_id: number) =>
  useRead(BACKTESTS, { query: { draft_id, limit: 50 } }, { keep: true })

export const isOpen = ({ status }: Pick<Backtest, 'status'>) => status === 'queued' || status === 'running'

/** A backtest as it goes on: after a reload and in every tab, until it has ended. */
export function useProgress(test: Backtest): Backtest {
  const open = isOpen(test)
  const now = useStream<Backtest>(
    open ? `/api/backtests/${test.id}/progress` : null,
    (state) => !isOpen(state),
    () => refresh([BACKTESTS]),
  )
  return open && now?.id === test.id ? now : test
}

/** Whether a backtest is of the changes as they are, and has found something. */
export const isOf = ({ changes_sha256 }: Pick<Draft, 'changes_sha256'>, test: Backtest) =>
  test.status === 'completed' && test.changes_sha256 === changes_sha256

/** How a draft gets its changes. */
export const HOW_TO_DRAFT =
  'Open a rule, change it, and choose "Add to a draft". It can be tried on past months before it counts.'
