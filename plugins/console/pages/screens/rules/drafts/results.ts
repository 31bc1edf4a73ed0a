// What a backtest came to and what adopting on it does, as one part to load.
export { AdoptDialog } from './adopt-dialog.tsx'
export { BacktestResultPanel } from './backtest-result.tsx'
