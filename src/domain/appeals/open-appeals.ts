import type { AppealStatus } from './appeal-record.ts'

/** The states of an appeal that nobody has decided yet and that has not expired. */
export const OPEN_STATUSES: readonly AppealStatus[] = ['pending', 'under_review']

/** Whether an appeal in this state is open. */
export const isOpen = (status: AppealStatus) => OPEN_STATUSES.includes(status)

/** SQL: whether the appeal `a` is open. */
export const APPEAL_IS_OPEN = `a.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`
