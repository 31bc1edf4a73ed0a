// Guards and backtests, as one part to load.
export { Backtests } from './backtests.tsx'
export { GuardsPanel } from './guards-panel.tsx'
