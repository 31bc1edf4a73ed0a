import type { ApiError } from '../../api/errors.ts'

type Refused = Pick<ApiError, 'code'> | null

const isFew = (error: Refused) => error?.code === 'few_faults'

/** What the same request takes after the service has said that few facts name a fault. */
export const acceptOf = (error: Refused) => (isFew(error) ? { accept: ['few_faults' as const] } : {})

/** What the button says then. */
export const actionOf = (action: string, error: Refused) =>
  isFew(error) ? `${action}, all the same` : action
