export { Operations } from './generated/sdk.gen.ts'
