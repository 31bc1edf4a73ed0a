import { useRead } from '../../../api/queries.ts'
import type { Answer, Model } from '../../../api/types.ts'
import type { Change } from '../impact/use-preview.ts'

export const DRAFT = '/api/config/drafts/{id}'
export const BACKTESTS = '/api/backtests'

/** A draft with the changes that it makes. */
export type Draft = Omit<Model<'ConfigDraft'>, 'changes'> & { changes: Change[] }
export type Backtest = Answer<'GET', typeof BACKTESTS>['data'][number]
export type BacktestResult = Answer<'GET', '/api/backtests/{id}'>

/** The backtests of a draft, the newest first. */
export const useBacktests = (draft_id: number) =>
  useRead(BACKTESTS, { query: { draft_id, limit: 50 } }, { keep: true })

export const isOpen = ({ status }: Pick<Backtest, 'status'>) => status === 'queued' || status === 'running'

/** Whether a backtest is of the changes as they are, and has found something. */
export const isOf = ({ changes_sha256 }: Pick<Draft, 'changes_sha256'>, test: Backtest) =>
  test.status === 'completed' && test.changes_sha256 === changes_sha256
