// The editors that draw bars, as one part to load.
export { Ladder } from './ladder.tsx'
export { Weights } from './weights.tsx'
